import CellGrid

// Searching in the content. The search continues in other views and forms.
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
        search?.start(step, from: top..<top + height, &content)
        settleSearch(height: height)
    }

    /// Searches for text in the content; nil clears the search.
    private mutating func seek(_ sought: SoughtText?) {
        guard sought != self.sought else { return }
        search = sought.map { IncrementalSearch($0) }
        // Bytes are searched when idle.
        if content.isLines { search?.finish(&content) }
    }

    /// Searches content that replaced other content.
    /// - Parameter keepsHit: Whether it is the same text, with other numbers or at another width: then the current
    ///   match is found again by its number.
    mutating func searchAgain(keepingHit keepsHit: Bool) {
        guard let old = search else { return }
        search = nil
        seek(old.sought)
        if keepsHit, content.isLines { search?.keepHit(of: old, content) }
    }

    // MARK: Idle work

    /// The number of steps made at once towards an awaited match, some two milliseconds; the rest is idle work.
    private static let searchStride = 4

    /// Whether all content was searched.
    var isSearched: Bool { search?.isComplete(content) ?? true }

    /// Continues to the requested match, shows it as soon as its row is known, and highlights the matches on the
    /// screen.
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
