/// A list of numbers of 0 or more with fast sums of its first elements: a Fenwick tree.
struct PrefixSums: Sendable {
    /// At index i - 1, the sum of the b numbers that end with the i-th, where b is the lowest set bit of i.
    private var tree: [Int] = []

    /// Creates an empty list.
    init() {}

    /// The count of the numbers.
    var count: Int { tree.count }

    /// Appends a number. Logarithmic in the count.
    mutating func append(_ number: Int) {
        let end = tree.count + 1
        let start = end - Self.lowestBit(of: end)
        tree.append(sum(of: end - 1) - sum(of: start) + number)
    }

    /// Adds `change` to the number at an index. Logarithmic in the count.
    mutating func add(_ change: Int, at index: Int) {
        var end = index + 1
        while end <= tree.count {
            tree[end - 1] += change
            end += Self.lowestBit(of: end)
        }
    }

    /// Returns the sum of the first `count` numbers. Logarithmic in the count.
    func sum(of count: Int) -> Int {
        var (sum, end) = (0, count)
        while end > 0 {
            sum += tree[end - 1]
            end -= Self.lowestBit(of: end)
        }
        return sum
    }

    /// Finds the range that contains a position, with the numbers as the lengths of consecutive ranges.
    /// - Returns: The index of the range and its start; for a position after all of them, their count and their sum.
    /// - Complexity: Logarithmic in the count.
    func range(containing position: Int) -> (index: Int, start: Int) {
        var (index, start) = (0, 0)
        var step = 1
        while step * 2 <= tree.count { step *= 2 }
        while step > 0 {
            let end = index + step
            if end <= tree.count, start + tree[end - 1] <= position {
                index = end
                start += tree[end - 1]
            }
            step /= 2
        }
        return (index, start)
    }

    private static func lowestBit(of number: Int) -> Int { number & -number }
}
