import HTML

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
        sum.listItems += part.listItems
        sum.fields += part.fields
        sum.frames += part.frames
        sum.inHeadings += part.inHeadings
        sum.inLists += part.inLists
        sum.hasTextElements = sum.hasTextElements || part.hasTextElements
        sum.hasData = sum.hasData || part.hasData
    }
}

/// Adjacent lines of text in an element that form a paragraph without an element for it.
struct LooseParagraph {
    /// The element that contains them.
    let parent: Int
    let items: Range<Int>
}

extension TextTree {
    /// Measures a range of items, from the last to the first. `counts` receives each item with its contents, and
    /// returns whether it counts for its parent.
    func measure(
        _ range: Range<Int>, without isLeftOut: [Bool], _ loose: [Int: Int], _ isData: [Bool],
        _ measures: inout [TextMeasure], _ counts: (Int, TextMeasure) -> Bool
    ) {
        for index in range { measures[index] = TextMeasure() }
        for index in range.reversed() where !isLeftOut[index] {
            let item = items[index]
            measures[index].paragraphs += loose[index] ?? 0
            if item.length > 0 {
                measures[index].length += item.length
                measures[index].commas += item.commas
            }
            guard counts(index, measures[index]), item.parent >= range.lowerBound else { continue }
            var measure = measures[index]
            add(item, isData[index], to: &measure)
            measures[item.parent] += measure
        }
    }

    /// Adds an element itself to its contents.
    private func add(_ item: Item, _ isData: Bool, to measure: inout TextMeasure) {
        switch item.tag {
        case .a:
            let isNote = item.hints.contains(.withinPage)
            measure.linked = max(measure.linked, Double(measure.length) * (isNote ? 0.3 : 1))
        case .p: measure.paragraphs += 1
        case .img: measure.images += 1
        case .li: measure.listItems += 1
        case .input: measure.fields += 1
        case .object, .embed, .iframe: measure.frames += 1
        case .h1, .h2, .h3, .h4, .h5, .h6: measure.inHeadings += measure.length
        case .ul, .ol: measure.inLists += measure.length
        case .table: if isData { measure.hasData = true }
        default: break
        }
        if measure.length > 0, Self.textElements.contains(item.tag) { measure.hasTextElements = true }
    }

    private static let textElements: Set<Tag> = [
        .span, .li, .td, .blockquote, .dl, .div, .img, .ol, .p, .pre, .table, .ul,
    ]

    /// Returns the loose paragraphs: lines of text between blocks in an element, or separated by two line breaks.
    func looseParagraphs(without isLeftOut: [Bool]) -> [LooseParagraph] {
        var found: [LooseParagraph] = []
        for index in items.indices where !isLeftOut[index] && items[index].kind == .block {
            let tag = items[index].tag
            if tag == .html || tag == .head || tag == .table || tag == .tr || tag == .tbody { continue }
            addLooseParagraphs(of: index, without: isLeftOut, to: &found)
        }
        return found
    }

    private func addLooseParagraphs(
        of index: Int, without isLeftOut: [Bool], to found: inout [LooseParagraph]
    ) {
        var first: Int?
        var end = 0
        var breaks = 0
        var isDivided = false
        let before = found.count
        func close() {
            if let start = first { found.append(LooseParagraph(parent: index, items: start..<end)) }
            first = nil
        }
        for child in children(of: index) where !isLeftOut[child] {
            switch items[child].kind {
            case .blank:
                if items[child].tag == .br { breaks += 1 }
                if breaks == 2 {
                    if first != nil { isDivided = true }
                    close()
                }
            case .phrase:
                breaks = 0
                first = first ?? child
                end = items[child].end
            case .block:
                breaks = 0
                close()
            }
        }
        close()
        // Lines in elements other than `div` belong to the element, unless line breaks divide them into paragraphs.
        if items[index].tag != .div, !isDivided { found.removeLast(found.count - before) }
    }
}
