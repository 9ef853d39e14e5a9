import HTML

// The parts omitted from the main text itself: forms, footers, boxes of links, offers to share.
extension MainTextFinder {
    /// Cleans a part of the main text.
    mutating func clean(_ part: Range<Int>) {
        if strictness.cleans { leaveOut(in: part, [.form, .fieldset]) }
        leaveOutAlways(in: part)
        if strictness.cleans {
            leaveOut(in: part, [.table])
            leaveOut(in: part, [.ul])
            leaveOut(in: part, [.div])
        }
    }

    private static let neverText: Set<Tag> = [
        .object, .embed, .footer, .aside, .iframe, .input, .textarea, .select, .button, .nav,
    ]

    /// The maximum length of the text of an offer to share the page, or to read something else.
    private static let longestOffer = 500

    private mutating func leaveOutAlways(in part: Range<Int>) {
        tree.measure(part, without: isLeftOut, looseCounts, isData, &measures) { _, _ in true }
        var index = part.lowerBound
        while index < part.upperBound {
            let item = tree.items[index]
            if !isLeftOut[index], index != part.lowerBound, isNeverText(index, item) {
                for place in index..<item.end { isLeftOut[place] = true }
                index = item.end
            } else {
                index += 1
            }
        }
    }

    private func isNeverText(_ index: Int, _ item: TextTree.Item) -> Bool {
        guard index != headline else { return false }
        if Self.neverText.contains(item.tag) { return true }
        if item.hints.contains(.offer), measures[index].length < Self.longestOffer { return true }
        return (item.tag == .h1 || item.tag == .h2) && strictness.heedsWeights && item.hints.weight < 0
    }

    /// Omits those elements with certain tags that are not text, inner ones first.
    private mutating func leaveOut(in part: Range<Int>, _ tags: Set<Tag>) {
        var gone = [Bool](repeating: false, count: part.count)
        // Moved out, because the closure reads the other properties.
        var measured: [TextMeasure] = []
        swap(&measured, &measures)
        tree.measure(part, without: isLeftOut, looseCounts, isData, &measured) { index, measure in
            guard tags.contains(tree.items[index].tag), index != part.lowerBound, isNoText(index, measure)
            else {
                return true
            }
            gone[index - part.lowerBound] = true
            return false
        }
        swap(&measured, &measures)
        var end = part.lowerBound
        for index in part {
            if gone[index - part.lowerBound] { end = max(end, tree.items[index].end) }
            if index < end { isLeftOut[index] = true }
        }
    }

    private func isNoText(_ index: Int, _ measure: TextMeasure) -> Bool {
        let item = tree.items[index]
        if item.tag == .table, isData[index] { return false }
        if isWithinData[index] || tree.isWithin(index, .code) || measure.hasData { return false }
        if let headline, (index..<item.end).contains(headline) { return false }
        let weight = strictness.heedsWeights ? item.hints.weight : 0
        if weight < 0 { return true }
        if measure.commas >= 10 { return false }
        if isAdvertisement(index, measure) { return true }
        let isList = item.tag == .ul || Double(measure.inLists) > 0.9 * Double(max(1, measure.length))
        let isFigure = tree.isWithin(index, .figure)
        let density = measure.linkDensity
        let isGood = weight >= 25
        if !isFigure, measure.images > 1, 2 * measure.paragraphs < measure.images {
            return !isList || measure.listItems != measure.images
        }
        if !isList, measure.listItems - 100 > measure.paragraphs { return true }
        if 3 * measure.fields > measure.paragraphs, measure.fields > measure.paragraphs / 3 { return true }
        let isHeading = Double(measure.inHeadings) >= 0.9 * Double(max(1, measure.length))
        if !isList, !isFigure, !isHeading, measure.length < 25, measure.images == 0 || measure.images > 2,
            density > 0
        {
            return true
        }
        if !isList, !isGood, density > 0.2 { return true }
        if isGood, density > 0.5 { return true }
        if measure.frames == 1 && measure.length < 75 || measure.frames > 1 { return true }
        return measure.images == 0 && !measure.hasTextElements
    }

    private static let advertisements: Set<String> = [
        "ad", "advertising", "advertisement", "pub", "publicité", "werb", "werbung", "anzeige", "loading",
        "loading…", "loading...", "anuncio", "реклама", "广告",
    ]

    private func isAdvertisement(_ index: Int, _ measure: TextMeasure) -> Bool {
        guard measure.length > 0, measure.length < 16 else { return false }
        let text = String(decoding: TextTree.text(inside: tree.items[index].node, document), as: UTF8.self)
        return Self.advertisements.contains(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
