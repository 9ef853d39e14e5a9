import HTML

extension TextTree {
    /// The number of ancestors of an item that are examined.
    private static let nearby = 4

    /// Whether an item is inside an element with a tag, among its closest ancestors.
    func isWithin(_ index: Int, _ tag: Tag) -> Bool {
        var place = items[index].parent
        for _ in 0..<Self.nearby {
            guard place >= 0 else { return false }
            if items[place].tag == tag { return true }
            place = items[place].parent
        }
        return false
    }

    /// Returns the number of characters of a part, without omitted items.
    func length(of part: Range<Int>, without isLeftOut: [Bool]) -> Int {
        part.reduce(0) { isLeftOut[$1] ? $0 : $0 + items[$1].length }
    }

    /// Returns the number of characters of a range of items.
    func length(of range: Range<Int>) -> Int { range.reduce(0) { $0 + items[$1].length } }
}
