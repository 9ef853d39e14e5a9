import CellGrid
import PageLayout

// Looking for text on a page that may be laid out only in part.
extension Document: Searchable {
    var sought: SoughtText? { search?.sought }

    var tally: SearchTally? { search?.tally(layout) }

    var searchOrigin: SearchOrigin { SearchOrigin(top: top, offset: topOffset) }

    /// Whether a search is on its way to a match: a frame now and then shows how far it is.
    var isSearching: Bool {
        switch search?.course {
        case .next, .previous: !isSettled
        case .resting, .found, nil: false
        }
    }

    mutating func perform(_ step: SearchStep, height: Int) {
        switch step {
        case .begin(let sought, let origin):
            if sought != self.sought { search = sought.map { PageSearch($0) } }
            go(to: origin, height: height)
            let spot = PageSearch.Spot(line: layout.portioned(line: top), column: -1)
            search?.setOut(.next(spot))
        case .next:
            let spot = spotToLeave(top, height: height)
            search?.setOut(.next(spot))
        case .previous:
            let spot = spotToLeave(top + height, height: height)
            search?.setOut(.previous(spot))
        case .mark(let sought): search = sought.map { PageSearch($0) }
        }
        isSettled = false
        settleSearch(height: height)
    }

    /// The match that was gone to last where it is on the screen, else a line.
    private mutating func spotToLeave(_ line: Int, height: Int) -> PageSearch.Spot {
        if let spot = search?.spot(&layout), let shown = layout.line(at: spot.line),
            (top..<top + height).contains(shown)
        {
            return spot
        }
        return PageSearch.Spot(line: layout.portioned(line: line), column: -1)
    }

    /// Goes back to where a search began.
    private mutating func go(to origin: SearchOrigin, height: Int) {
        guard origin != searchOrigin || aim != .none else { return }
        if origin.offset == 0 { return scrollToStart(height: height) }
        layOut(throughOffset: origin.offset)
        // Blank lines have no bytes of their own: the very line is better than one of its byte.
        let isThere = origin.top < layout.lineCount && layout.byteOffset(ofLine: origin.top) == origin.offset
        top = isThere ? origin.top : layout.line(atByteOffset: origin.offset)
        scroll(to: top, height: height)
    }

    /// How many steps are made at once for a match that is waited for, some two milliseconds; the rest is idle work.
    private static let searchStride = 4

    /// Goes on to the match that is wanted, shows it when it is found, and marks what is on the screen.
    mutating func settleSearch(height: Int) {
        guard search != nil else { return }
        var steps = Self.searchStride
        while steps > 0, isOnWay, renderOn() || search?.advance(&layout) ?? false { steps -= 1 }
        if search?.course == .found {
            search?.rest()
            showHit(height: height)
        }
        search?.mark(top..<top + height, &layout)
    }

    private var isOnWay: Bool {
        switch search?.course {
        case .next, .previous: true
        case .resting, .found, nil: false
        }
    }

    /// Scrolls to the match that was found, unless it is on the screen.
    private mutating func showHit(height: Int) {
        guard let lines = search?.lines(&layout) else { return }
        if let line = layout.line(at: lines.first) {
            let shown = top..<top + height
            if shown.contains(line), shown.contains(line + lines.count - 1) { return }
        } else {
            layout.show(portion: lines.first.portion)
            top = layout.line(at: lines.first) ?? top
        }
        guard let line = layout.line(at: lines.first) else { return }
        scroll(to: line - height / 3, height: height)
    }
}
