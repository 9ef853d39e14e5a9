import PageLayout

// Moving between the links of a page that may be laid out only in part.
extension Document {
    /// Returns the link after the current search match if it was visited last, or after the chosen link, or the first
    /// link at or below the visible lines; if none follows, the first of the page.
    ///
    /// Lays out as much of the page as needed.
    mutating func nextLink(from chosen: Int?, shown: Range<Int>) -> (index: Int, hasWrapped: Bool)? {
        let start = linkAtHit(shown) ?? chosen.map { $0 + 1 } ?? firstLink(fromLine: shown.lowerBound)
        if let index = linkBelow(start) { return (index, false) }
        layout.show(0)
        top = layout.line(atByteOffset: topOffset)
        return linkBelow(0).map { ($0, true) }
    }

    /// Returns the link before the current search match if it was visited last, or before the chosen link, or the last
    /// link above the end of the visible lines; if there is none, the last of the page.
    mutating func previousLink(from chosen: Int?, shown: Range<Int>) -> (index: Int, hasWrapped: Bool)? {
        let end = linkAtHit(shown) ?? chosen ?? firstLink(fromLine: shown.upperBound)
        if let index = linkAbove(end) { return (index, false) }
        layOutWhole()
        return linkAbove(layout.linkCount).map { ($0, true) }
    }

    /// Returns the first link at or after the current search match, or nil if a link was chosen since, or the match is
    /// not visible.
    private mutating func linkAtHit(_ shown: Range<Int>) -> Int? {
        guard search?.isHitLeft == false, let spot = search?.hitPlaces(&layout)?.lowerBound,
            let line = layout.line(at: spot.line), shown.contains(line)
        else { return nil }
        let links = layout.line(line).runs.filter { $0.columns.upperBound > spot.column }.compactMap(\.link)
        return links.min() ?? firstLink(fromLine: line + 1)
    }

    /// Returns the first link with text at or after an index.
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

    /// Returns the last link with text before an index.
    private mutating func linkAbove(_ end: Int) -> Int? {
        var index = end - 1
        while index >= 0 {
            while index < layout.linksLaidOut.lowerBound, layout.hasLinesAbove { layOutAbove() }
            if layout.link(index) != nil { return index }
            index -= 1
        }
        return nil
    }

    /// Returns the index of the first link at or below a line among those laid out, or their end if there is none.
    private func firstLink(fromLine line: Int) -> Int {
        var (low, high) = (layout.linksLaidOut.lowerBound, layout.linksLaidOut.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if let link = layout.link(middle), link.line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
