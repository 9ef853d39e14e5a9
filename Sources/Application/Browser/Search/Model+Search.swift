import CellGrid

// Searching the overlay, or the focused pane if there is none.
extension Model {
    /// The text to be searched; nil for a list, which has its own search.
    private var searchable: (any Searchable)? {
        if let overlay { return listed == nil ? overlay.scroller : nil }
        return screen.focus == .page ? document : texts[screen.focus]
    }

    /// The progress of the search; nil for none.
    var tally: SearchTally? { searchable?.tally }

    /// Performs a step of the search.
    private mutating func perform(_ step: SearchStep) {
        if overlay == nil, screen.focus == .page {
            let height = pageHeight(plan)
            document?.perform(step, height: height)
            return
        }
        let height = scrollHeight
        if overlay == nil { texts[screen.focus]?.perform(step, height: height) }
        overlay?.perform(step, height: height)
    }

    mutating func typeSearch() {
        guard let searchable else { return }
        prompt = .search(SearchLine(origin: searchable.searchOrigin, before: searchable.sought))
    }

    /// Searches for the text typed so far.
    mutating func searchTyped() {
        guard case .search(let line) = prompt else { return }
        perform(.begin(SoughtText(line.editor.text), from: line.origin))
    }

    /// Accepts the typed text; an empty one repeats the last search.
    mutating func acceptSearch(_ line: SearchLine) {
        prompt = nil
        notice = .tally
        if overlay == nil, screen.focus == .page {
            let place = document?.page.textOffset(of: line.origin.offset)
            document?.reader.placeMarks["'"] = place
        }
        let text = line.editor.text
        if SoughtText(text) != nil {
            account.typed.remember(text, as: \.searches)
        } else if let last = account.typed.searches.last {
            perform(.begin(SoughtText(last), from: line.origin))
        } else {
            notice = .refusal("No text typed, and no previous search.")
        }
    }

    /// Cancels the prompt: restores the place and the highlighting before it.
    mutating func cancelSearch(_ line: SearchLine) {
        perform(.begin(nil, from: line.origin))
        perform(.mark(line.before))
    }

    /// Moves to another match; without a current search, repeats the last one from here.
    mutating func goToMatch(_ step: SearchStep) {
        notice = .tally
        if searchable?.sought != nil { return perform(step) }
        guard let last = account.typed.searches.last.flatMap({ SoughtText($0) }),
            let origin = searchable?.searchOrigin
        else { return }
        perform(.begin(last, from: origin))
        if case .previous = step { perform(.previous) }
    }

    /// Clears the highlighting. Returns false if there is none.
    mutating func endSearch() -> Bool {
        guard searchable?.sought != nil else { return false }
        perform(.mark(nil))
        return true
    }

    /// Whether a text was searched for, so that there can be a next match.
    var hasSearched: Bool { !account.typed.searches.isEmpty || searchable?.sought != nil }
}
