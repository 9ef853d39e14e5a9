import CellGrid

// Looking for text in what is on top: the overlay, else the pane in focus.
extension Model {
    /// What can be looked through there; nil where a list has a way of its own to find entries.
    private var searchable: (any Searchable)? {
        if let overlay { return overlay.searched }
        return screen.focus == .page ? document : texts[screen.focus]
    }

    /// How far the search there is; nil while nothing is looked for.
    var tally: SearchTally? { searchable?.tally }

    /// Takes a step of the search there.
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

    /// Asks for a text to be looked for.
    mutating func typeSearch() {
        guard let searchable else { return }
        prompt = .search(SearchLine(from: searchable.searchOrigin, before: searchable.sought))
    }

    /// Looks for what is typed so far.
    mutating func searchTyped() {
        guard case .search(let line) = prompt else { return }
        perform(.begin(SoughtText(line.editor.text), from: line.origin))
    }

    /// Takes the text that was typed; nothing is the one looked for last.
    mutating func acceptSearch(_ line: SearchLine) {
        prompt = nil
        notice = .tally
        if overlay == nil, screen.focus == .page { document?.placeMarks["'"] = line.origin.offset }
        let text = line.editor.text
        if SoughtText(text) != nil {
            account.typed.remember(text, as: \.searches)
        } else if let last = account.typed.searches.last {
            perform(.begin(SoughtText(last), from: line.origin))
        } else {
            notice = .refusal("No text typed, and no previous search.")
        }
    }

    /// Leaves the line: the place is the one before, and what was marked there is marked again.
    mutating func cancelSearch(_ line: SearchLine) {
        perform(.begin(nil, from: line.origin))
        perform(.mark(line.before))
    }

    /// Goes to another match; where nothing is looked for, what was last is looked for from here on.
    mutating func goToMatch(_ step: SearchStep) {
        notice = .tally
        if searchable?.sought != nil { return perform(step) }
        guard let last = account.typed.searches.last.flatMap({ SoughtText($0) }),
            let origin = searchable?.searchOrigin
        else {
            return
        }
        perform(.begin(last, from: origin))
        if case .previous = step { perform(.previous) }
    }

    /// Takes the marks away. False where there are none.
    mutating func endSearch() -> Bool {
        guard searchable?.sought != nil else { return false }
        perform(.mark(nil))
        return true
    }

    /// Whether anything was looked for, so that there is a next match.
    var hasSearched: Bool { !account.typed.searches.isEmpty || searchable?.sought != nil }
}
