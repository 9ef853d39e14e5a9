import Chance
import Testing

@testable import Browser
@testable import BrowserValues

@Suite struct PrefixSumsTests {
    @Test(arguments: Seeds.of(32))
    func `sums and positions equal those of adding the numbers one by one`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var sums = PrefixSums()
        var numbers: [Int] = []
        for step in 0..<200 {
            if numbers.isEmpty || Int.random(in: 0..<3, using: &random) == 0 {
                numbers.append(Int.random(in: 0...3, using: &random))
                sums.append(numbers.last ?? 0)
            } else {
                let index = Int.random(in: numbers.indices, using: &random)
                let change = Int.random(in: -numbers[index]...3, using: &random)
                numbers[index] += change
                sums.add(change, at: index)
            }
            var starts = [0]
            for number in numbers { starts.append((starts.last ?? 0) + number) }
            #expect(
                (0...numbers.count).map { sums.sum(of: $0) } == starts && sums.count == numbers.count,
                "seed \(seed) step \(step)")
            // The index that contains a position; for the position after the end, the count.
            let expected = numbers.indices.flatMap { Array(repeating: $0, count: numbers[$0]) }
            let found = (0...expected.count).map { sums.range(containing: $0) }
            #expect(found.map(\.index) == expected + [numbers.count], "seed \(seed) step \(step)")
            #expect(found.allSatisfy { $0.start == starts[$0.index] }, "seed \(seed) step \(step)")
        }
    }
}
