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

    /// Returns the number of characters of what was found.
    func length(of found: MainTextFinder.Found) -> Int {
        found.parts.reduce(0) { $0 + length(of: $1, without: found.isLeftOut) }
    }

    /// Returns the number of characters of a part, without omitted items.
    func length(of part: Range<Int>, without isLeftOut: [Bool]) -> Int {
        part.reduce(0) { isLeftOut[$1] ? $0 : $0 + items[$1].length }
    }

    /// Returns the number of characters of a range of items.
    func length(of range: Range<Int>) -> Int { range.reduce(0) { $0 + items[$1].length } }
}

/// The contents of an item of the tree, without omitted items.
struct TextMeasure {
    /// The number of characters, and of those in links. Links within the page count less: they are notes and tables of
    /// contents.
    var length = 0
    var linked = 0.0
    var commas = 0
    /// Paragraphs, including loose ones.
    var paragraphs = 0
    var images = 0
    var links = 0
    var listItems = 0
    var fields = 0
    var frames = 0
    /// The number of characters in headings and in lists, and whether there is text in elements that usually contain
    /// it.
    var inHeadings = 0
    var inLists = 0
    var hasTextElements = false
    var hasData = false

    /// The share of the text that is in links.
    var linkDensity: Double { length == 0 ? 0 : linked / Double(length) }

    static func += (sum: inout TextMeasure, part: TextMeasure) {
        sum.length += part.length
        sum.linked += part.linked
        sum.commas += part.commas
        sum.paragraphs += part.paragraphs
        sum.images += part.images
        sum.links += part.links
        sum.listItems += part.listItems
        sum.fields += part.fields
        sum.frames += part.frames
        sum.inHeadings += part.inHeadings
        sum.inLists += part.inLists
        sum.hasTextElements = sum.hasTextElements || part.hasTextElements
        sum.hasData = sum.hasData || part.hasData
    }
}
