import CellGrid

// Looking for text in what is shown. It goes along to other views and forms.
extension Inspector: Searchable {
    var sought: SoughtText? { search?.sought }

    var tally: SearchTally? { search?.tally(content) }

    var searchOrigin: SearchOrigin { SearchOrigin(top: top) }

    mutating func perform(_ step: SearchStep, height: Int) {
        switch step {
        case .begin(let sought, let origin):
            seek(sought)
            if origin.top != top || aimsAtEnd { scroll(to: origin.top, height: height) }
        case .mark(let sought): return seek(sought)
        case .next, .previous: break
        }
        search?.setOut(step, from: top..<top + height, &content)
        settleSearch(height: height)
    }

    /// Looks for a text in what is shown; nil looks for nothing.
    private mutating func seek(_ sought: SoughtText?) {
        guard sought != self.sought else { return }
        search = sought.map { IncrementalSearch($0) }
        // Bytes are looked through in idle time.
        if content.isLines { search?.finish(&content) }
    }

    /// Looks through what has taken the place of something else.
    /// - Parameter keepsHit: Whether it is the same words, with other figures or at another width: then the match that
    ///   was gone to last is known by its number.
    mutating func searchAgain(keepingHit keepsHit: Bool) {
        guard let old = search else { return }
        search = nil
        seek(old.sought)
        if keepsHit, content.isLines { search?.keepHit(of: old, content) }
    }

    // MARK: Work

    /// How many steps are made at once for a match that is waited for, some two milliseconds; the rest is idle work.
    private static let searchStride = 4

    /// Whether all that is shown was looked through.
    var isSearched: Bool { search?.isComplete(content) ?? true }

    /// Goes on to the match that is wanted, shows it as soon as its row is known, and marks what is on the screen.
    mutating func settleSearch(height: Int) {
        guard search != nil else { return }
        var steps = Self.searchStride
        while steps > 0, search?.isOnWay ?? false, search?.advance(&content) ?? false { steps -= 1 }
        showHit(height: height)
        search?.mark(top..<top + height, &content)
    }

    /// Scrolls to the match that was found, unless it is on the screen.
    private mutating func showHit(height: Int) {
        guard search?.goal == .show, let start = search?.hitPlaces(&content)?.lowerBound.start,
            let row = content.isLines ? start : row(atOffset: start)
        else { return }
        search?.rest()
        guard !(top..<top + height).contains(row) else { return }
        scroll(to: row - height / 3, height: height)
    }
}
