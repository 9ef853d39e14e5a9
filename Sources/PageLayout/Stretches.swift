/// The stretches of a page that are laid out for good, with the numbers of their first lines and links.
struct Stretches: Sendable {
    /// Where a line is kept.
    struct Place {
        var lines: LineStore
        var index: Int
        var firstLink: Int
    }

    private var stores: [LineStore] = []
    private var firstLines: [Int] = []
    private var firstLinks: [Int] = []
    private(set) var lineCount = 0
    private(set) var linkCount = 0

    mutating func append(_ lines: LineStore) {
        stores.append(lines)
        firstLines.append(lineCount)
        firstLinks.append(linkCount)
        lineCount += lines.lineCount
        linkCount += lines.links.count
    }

    /// The place of a line; the index must be below `lineCount`. Logarithmic.
    func place(ofLine index: Int) -> Place {
        let number = Self.last(firstLines, notAbove: index)
        return Place(
            lines: stores[number], index: index - firstLines[number], firstLink: firstLinks[number])
    }

    /// A link; the index must be below `linkCount`.
    func link(_ index: Int) -> PageLink? {
        let number = Self.last(firstLinks, notAbove: index)
        return Self.link(index - firstLinks[number], in: stores[number], firstLines[number])
    }

    /// A link of a store whose lines count from `firstLine`; nil for a link without text.
    static func link(_ index: Int, in lines: LineStore, _ firstLine: Int) -> PageLink? {
        let link = lines.links[index]
        guard link.line >= 0 else { return nil }
        return PageLink(
            href: String(decoding: link.href, as: UTF8.self), text: lines.linkText(index),
            line: firstLine + Int(link.line), columns: lines.linkColumns(index))
    }

    func anchorLine(_ name: [UInt8]) -> Int? {
        for (number, store) in stores.enumerated() {
            if let anchor = store.anchors.first(where: { $0.name == name }) {
                return firstLines[number] + Int(anchor.line)
            }
        }
        return nil
    }

    private static func last(_ starts: [Int], notAbove index: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}
