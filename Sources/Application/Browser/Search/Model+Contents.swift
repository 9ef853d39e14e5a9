import CellGrid
import PageLayout

// The lists of links and headings, and moving between headings.
extension Model {
    /// Opens the list of the links or headings of the page.
    mutating func list(_ kind: ContentsLine.Kind) {
        var line = ContentsLine(kind)
        if var document {
            self.document = nil
            // The first portion is listed at once, the rest when idle.
            line.advance(&document.layout)
            document.isSettled = false
            self.document = document
        }
        prompt = .contents(line)
    }

    /// Lists one more portion of the page.
    /// - Returns: Whether there is more.
    mutating func continueListing() -> Bool {
        guard case .contents(var line) = prompt, var document else { return false }
        (prompt, self.document) = (nil, nil)
        line.advance(&document.layout)
        let isMore = line.hasMore(of: document.layout)
        (prompt, self.document) = (.contents(line), document)
        return isMore
    }

    /// Follows the link under the cursor, or moves to the heading.
    mutating func acceptContents(_ line: ContentsLine) -> [Effect] {
        guard let chosen = line.list.chosen?.item else {
            return refuse(line.list.entries.isEmpty ? "Nothing to choose." : "No matches: type less.")
        }
        prompt = nil
        switch chosen {
        case .link(let index):
            document?.reader.chosenLink = index
            return followLink()
        case .heading(let line):
            noteJump()
            showPage(line)
            return []
        }
    }

    /// Chooses the link under the cursor and shows it without following it, or moves to the heading.
    mutating func chooseContents(_ line: ContentsLine) -> [Effect] {
        guard case .link(let index) = line.list.chosen?.item else { return acceptContents(line) }
        prompt = nil
        noteJump()
        if plan[.page] == nil { screen.focus(on: .page) }
        let height = pageHeight(plan)
        document?.show(link: index, height: height)
        guard let link = document?.layout.link(index) else { return [] }
        document?.reader.chosenLink = index
        notice = .news(description(link))
        return linger(at: index)
    }

    /// Moves to the next heading below, or above, the first visible line.
    mutating func goToHeading(_ step: Step) {
        guard let document else { return }
        let top = document.layout.portioned(line: document.reader.top)
        let found =
            step == .next ? self.document?.heading(below: top) : self.document?.heading(above: top)
        guard let found else {
            notice = .refusal(step == .next ? "No heading below." : "No heading above.")
            return
        }
        let before = document.reader.top
        showPage(found)
        // At the end of the page a heading cannot be scrolled to the top.
        if step == .next, self.document?.reader.top == before { notice = .refusal("No heading below.") }
    }

    /// Scrolls a line of the page to the top of its pane.
    private mutating func showPage(_ line: PortionedLine) {
        if plan[.page] == nil { screen.focus(on: .page) }
        let height = pageHeight(plan)
        document?.show(line, height: height)
    }

    // Marks of places.

    /// Handles the letter after `m` or `'`.
    mutating func pressLetter(_ key: Key, _ purpose: PlaceMark) -> [Effect] {
        inputMode = nil
        guard case .character(let letter) = key else {
            if key != .escape { notice = .refusal("\(key.name) is not a letter.") }
            return []
        }
        switch (letter, purpose) {
        case ("a"..."z", .set):
            note(letter)
            notice = .news("Mark \(letter) set.")
        case ("A"..."Z", .set):
            guard let place else { return refuse("This page cannot be marked: it cannot be opened again.") }
            account.placeMarks[letter] = place
            notice = .news("Mark \(letter) set, for every page.")
        case ("'", .go), ("`", .go), ("a"..."z", .go):
            let name: Unicode.Scalar = letter == "`" ? "'" : letter
            guard let offset = document?.reader.placeMarks[name] else {
                return refuse(
                    name == "'"
                        ? "There was no jump on this page." : "Mark \(letter) is not set on this page.")
            }
            noteJump()
            if plan[.page] == nil { screen.focus(on: .page) }
            document?.aim(at: .offset(offset))
        case ("A"..."Z", .go):
            guard let place = account.placeMarks[letter] else { return refuse("Mark \(letter) is not set.") }
            noteJump()
            return open(place)
        default: notice = .refusal("\(key.name) is not a letter.")
        }
        return []
    }

    /// Marks the current place before a jump.
    mutating func noteJump() { note("'") }

    private mutating func note(_ letter: Unicode.Scalar) {
        let place = document?.textTop
        document?.reader.placeMarks[letter] = place
    }

    /// Opens the page of a mark, or moves to its place if the page is on the screen.
    private mutating func open(_ place: History.Place) -> [Effect] {
        if document?.url.withoutFragment == place.url.withoutFragment, document?.origin.method == place.method
        {
            if plan[.page] == nil { screen.focus(on: .page) }
            document?.aim(at: .offset(place.offset))
            return []
        }
        guard place.method == .get else { return refuse(DisabledReason.answerToForm.rawValue.sentence) }
        return open(place.url, move: .to(place))
    }
}

/// The purpose of typing a letter.
enum PlaceMark: Equatable, Sendable {
    /// To set a mark.
    case set
    /// To go to a mark.
    case go

    /// The label of the bottom line, and what can be typed.
    var prompt: (label: String, words: String) {
        switch self {
        case .set: ("Mark: ", "a to z for this page, A to Z for every page; Esc leaves")
        case .go: ("To mark: ", "a letter, or ' for the place before the last jump; Esc leaves")
        }
    }
}
