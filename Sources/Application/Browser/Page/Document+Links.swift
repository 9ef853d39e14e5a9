import PageLayout

// Walking through the links of a page that may be laid out only in part.
extension Document {
    /// The link after one, at the match that was gone to since or behind it, or the first one at or below the lines
    /// shown; the page's first one when none follows.
    ///
    /// Lays out as much as it takes to know.
    mutating func nextLink(from chosen: Int?, shown: Range<Int>) -> (index: Int, hasWrapped: Bool)? {
        let start = linkAtHit(shown) ?? chosen.map { $0 + 1 } ?? firstLink(fromLine: shown.lowerBound)
        if let index = linkBelow(start) { return (index, false) }
        layout.show(0)
        top = layout.line(atByteOffset: topOffset)
        return linkBelow(0).map { ($0, true) }
    }

    /// The link before one, before the match that was gone to since, or the last one above the end of the lines shown;
    /// the page's last one when none comes before.
    mutating func previousLink(from chosen: Int?, shown: Range<Int>) -> (index: Int, hasWrapped: Bool)? {
        let end = linkAtHit(shown) ?? chosen ?? firstLink(fromLine: shown.upperBound)
        if let index = linkAbove(end) { return (index, false) }
        layOutWhole()
        return linkAbove(layout.linkCount).map { ($0, true) }
    }

    /// The first link at the match that was gone to last, or behind it; nil where a link was chosen since, and where
    /// the match is not on the lines shown.
    private mutating func linkAtHit(_ shown: Range<Int>) -> Int? {
        guard search?.isHitLeft == false, let spot = search?.hitPlaces(&layout)?.lowerBound,
            let line = layout.line(at: spot.line), shown.contains(line)
        else { return nil }
        let links = layout.line(line).runs.filter { $0.columns.upperBound > spot.column }.compactMap(\.link)
        return links.min() ?? firstLink(fromLine: line + 1)
    }

    /// The first link with text from an index on.
    private mutating func linkBelow(_ start: Int) -> Int? {
        var index = start
        var isAtEnd = false
        while true {
            while index < layout.linksLaidOut.upperBound {
                if layout.link(index) != nil { return index }
                index += 1
            }
            guard !isAtEnd, !hasNoMoreLines else { return nil }
            isAtEnd = !(layout.advance() || renderOn())
        }
    }

    /// The last link with text before an index.
    private mutating func linkAbove(_ end: Int) -> Int? {
        var index = end - 1
        while index >= 0 {
            while index < layout.linksLaidOut.lowerBound, layout.hasLinesAbove { layOutAbove() }
            if layout.link(index) != nil { return index }
            index -= 1
        }
        return nil
    }

    /// The index of the first link at or below a line, among those laid out; where they end when there is none.
    private func firstLink(fromLine line: Int) -> Int {
        var (low, high) = (layout.linksLaidOut.lowerBound, layout.linksLaidOut.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if let link = layout.link(middle), link.line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
