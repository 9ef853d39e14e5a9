/// Numbers in a row, none below 0, that know the sums of their beginnings: a Fenwick tree.
struct PrefixSums: Sendable {
    /// At index i - 1 the sum of the numbers behind the first i - b up to the first i, where b is the lowest bit of i.
    private var tree: [Int] = []

    /// No numbers.
    init() {}

    /// How many numbers there are.
    var count: Int { tree.count }

    /// Adds a number behind all others. Logarithmic.
    mutating func append(_ number: Int) {
        let end = tree.count + 1
        let start = end - Self.lowestBit(of: end)
        tree.append(sum(of: end - 1) - sum(of: start) + number)
    }

    /// Changes a number by so much. Logarithmic.
    mutating func add(_ change: Int, at index: Int) {
        var end = index + 1
        while end <= tree.count {
            tree[end - 1] += change
            end += Self.lowestBit(of: end)
        }
    }

    /// The sum of the first so many numbers. Logarithmic.
    func sum(of count: Int) -> Int {
        var (sum, end) = (0, count)
        while end > 0 {
            sum += tree[end - 1]
            end -= Self.lowestBit(of: end)
        }
        return sum
    }

    /// The number that a place is in, were each as long as it says, and where that begins; for a place behind all of them
    /// their count and their sum. Logarithmic.
    func number(at place: Int) -> (index: Int, start: Int) {
        var (index, start) = (0, 0)
        var step = 1
        while step * 2 <= tree.count { step *= 2 }
        while step > 0 {
            let end = index + step
            if end <= tree.count, start + tree[end - 1] <= place {
                index = end
                start += tree[end - 1]
            }
            step /= 2
        }
        return (index, start)
    }

    private static func lowestBit(of number: Int) -> Int { number & -number }
}
