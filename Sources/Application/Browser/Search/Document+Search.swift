import CellGrid
import PageLayout

// Searching a page that may be laid out only in part.
extension Document: Scrollable {
    var top: Int { reader.top }

    func isAtEnd(height: Int) -> Bool { reader.top + height >= layout.lineCount && hasNoMoreLines }

    mutating func scrollToEnd(height: Int) { aim(at: .end) }

    var sought: SoughtText? { reader.search?.sought }

    var tally: SearchTally? { reader.search?.tally(layout) }

    var searchOrigin: SearchOrigin { SearchOrigin(top: reader.top, offset: reader.topOffset) }

    /// Whether a search has not reached a match yet; frames show its progress.
    var isSearching: Bool { isOnWay && !isSettled }

    mutating func perform(_ step: SearchStep, height: Int) {
        switch step {
        case .begin(let sought, let origin):
            if sought != self.sought { reader.search = sought.map { PageSearch($0) } }
            go(to: origin, height: height)
            reader.search?.start(.next(PagePlace(line: page.layout.portioned(line: reader.top))))
        case .next:
            let behind = shownHit(height: height).map { PagePlace(line: $0.line, column: $0.column + 1) }
            reader.search?.start(.next(behind ?? PagePlace(line: page.layout.portioned(line: reader.top))))
        case .previous:
            let hit = shownHit(height: height)
            reader.search?.start(
                .previous(hit ?? PagePlace(line: page.layout.portioned(line: reader.top + height))))
        case .mark(let sought): reader.search = sought.map { PageSearch($0) }
        }
        isSettled = false
        settleSearch(height: height)
    }

    /// Returns the start of the current match, or nil if it is not on the screen.
    private mutating func shownHit(height: Int) -> PagePlace? {
        guard let place = reader.search?.hitPlaces(&page.layout)?.lowerBound,
            let line = layout.line(at: place.line),
            (reader.top..<reader.top + height).contains(line)
        else { return nil }
        return place
    }

    /// Returns to the place where a search began.
    private mutating func go(to origin: SearchOrigin, height: Int) {
        guard origin != searchOrigin || reader.aim != .none else { return }
        if origin.offset == 0 { return scrollToStart(height: height) }
        layOut(throughOffset: origin.offset)
        // Blank lines have no bytes, so the line itself is more precise than the line of its byte offset.
        let isThere = origin.top < layout.lineCount && layout.byteOffset(ofLine: origin.top) == origin.offset
        reader.top = isThere ? origin.top : layout.line(atByteOffset: origin.offset)
        scroll(to: reader.top, height: height)
    }

    /// The number of steps taken at once towards a match, about two milliseconds; the rest is idle work.
    private static let searchStride = 4

    /// Searches for the next match, shows it once it is found, and highlights the visible matches.
    mutating func settleSearch(height: Int) {
        guard reader.search != nil else { return }
        var steps = Self.searchStride
        while steps > 0, isOnWay, renderOn() || reader.search?.advance(&page.layout) ?? false { steps -= 1 }
        let isFound = reader.search?.goal == .show
        if isFound {
            reader.search?.rest()
            showHit(height: height)
        }
        reader.search?.mark(reader.top..<reader.top + height, &page.layout)
        if isFound { showHitColumns() }
    }

    /// Scrolls horizontally to the match that was found, unless it is visible.
    private mutating func showHitColumns() {
        guard let line = reader.search?.marks.filter({ $1.contains(where: \.isHit) }).keys.min(),
            let hit = reader.search?.marks[line]?.first(where: \.isHit)
        else { return }
        show(columns: hit.columns, ofLine: line)
    }

    private var isOnWay: Bool { reader.search?.isOnWay ?? false }

    /// Scrolls to the match that was found, unless it is visible.
    private mutating func showHit(height: Int) {
        guard let places = reader.search?.hitPlaces(&page.layout) else { return }
        let (first, last) = (places.lowerBound.line, places.upperBound.line)
        if let line = layout.line(at: first) {
            let shown = reader.top..<reader.top + height
            if shown.contains(line), shown.contains(line + last.line - first.line) { return }
        } else {
            layout.show(portion: first.portion)
            reader.top = layout.line(at: first) ?? reader.top
        }
        guard let line = layout.line(at: first) else { return }
        scroll(to: line - height / 3, height: height)
    }
}

extension Document {
    /// Scrolls to a line, which need not be laid out.
    mutating func show(_ place: PortionedLine, height: Int) {
        if layout.line(at: place) == nil {
            layout.show(portion: place.portion)
            reader.top = layout.line(at: place) ?? reader.top
        }
        if let line = layout.line(at: place) { scroll(to: line, height: height) }
    }

    /// Scrolls to a link, which need not be laid out.
    mutating func show(link index: Int, height: Int) {
        if layout.link(index) == nil, let portion = layout.portion(ofLink: index) {
            layout.show(portion: portion)
            reader.top = layout.link(index)?.line ?? reader.top
        }
        guard let line = layout.link(index)?.line else { return }
        if !(reader.top..<reader.top + height).contains(line) {
            scroll(to: line - height / 3, height: height)
        }
        show(columnsOfLink: index)
    }

    /// Scrolls horizontally to a link of a visible line.
    mutating func show(columnsOfLink index: Int) {
        guard let line = layout.link(index)?.line, line < layout.lineCount,
            let run = layout.line(line).runs.first(where: { $0.link == index })
        else { return }
        show(columns: run.columns, ofLine: line)
    }

    /// Returns the first heading below a line. Lays out as much as needed.
    mutating func heading(below line: PortionedLine) -> PortionedLine? {
        var portion = line.portion
        while true {
            if let found = heading(below: line, from: portion) { return found }
            // The last portion grows as the page is read.
            portion = max(line.portion, layout.portionCount - 1)
            guard layout.readOn() else { return heading(below: line, from: portion) }
        }
    }

    private mutating func heading(below line: PortionedLine, from first: Int) -> PortionedLine? {
        for portion in min(first, layout.portionCount)..<layout.portionCount {
            let headings = layout.headings(inPortion: portion)
            if let found = headings.first(where: { $0.line > line }) { return found.line }
        }
        return nil
    }

    /// Returns the last heading above a line.
    mutating func heading(above line: PortionedLine) -> PortionedLine? {
        for portion in (0...max(0, min(line.portion, layout.portionCount - 1))).reversed() {
            if let found = layout.headings(inPortion: portion).last(where: { $0.line < line }) {
                return found.line
            }
        }
        return nil
    }
}
