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
            return refuse(line.list.entries.isEmpty ? "Nothing to choose." : "No matches.")
        }
        prompt = nil
        switch chosen {
        case .link(let index):
            document?.chosenLink = index
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
        document?.chosenLink = index
        notice = .news(description(link))
        return linger(at: index)
    }

    /// Moves to the next heading below, or above, the first visible line.
    mutating func goToHeading(_ step: Step) {
        guard let document else { return }
        let top = document.layout.portioned(line: document.top)
        let found =
            switch step {
            case .next: self.document?.heading(below: top)
            case .previous: self.document?.heading(above: top)
            }
        guard let found else {
            notice = .refusal(step == .next ? "No heading below." : "No heading above.")
            return
        }
        let before = document.top
        showPage(found)
        // At the end of the page a heading cannot be scrolled to the top.
        if step == .next, self.document?.top == before { notice = .refusal("No heading below.") }
    }

    /// Scrolls a line of the page to the top of its pane.
    private mutating func showPage(_ line: PortionedLine) {
        if plan[.page] == nil { screen.focus(on: .page) }
        let height = pageHeight(plan)
        document?.show(line, height: height)
    }
}

extension Document {
    /// Scrolls to a line, which need not be laid out.
    mutating func show(_ place: PortionedLine, height: Int) {
        if layout.line(at: place) == nil {
            layout.show(portion: place.portion)
            top = layout.line(at: place) ?? top
        }
        if let line = layout.line(at: place) { scroll(to: line, height: height) }
    }

    /// Scrolls to a link, which need not be laid out.
    mutating func show(link index: Int, height: Int) {
        if layout.link(index) == nil, let portion = layout.portion(ofLink: index) {
            layout.show(portion: portion)
            top = layout.link(index)?.line ?? top
        }
        guard let line = layout.link(index)?.line else { return }
        if !(top..<top + height).contains(line) { scroll(to: line - height / 3, height: height) }
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
    fileprivate mutating func heading(below line: PortionedLine) -> PortionedLine? {
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
    fileprivate mutating func heading(above line: PortionedLine) -> PortionedLine? {
        for portion in (0...max(0, min(line.portion, layout.portionCount - 1))).reversed() {
            if let found = layout.headings(inPortion: portion).last(where: { $0.line < line }) {
                return found.line
            }
        }
        return nil
    }
}

// Marks of places.
extension Model {
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
            guard let offset = document?.placeMarks[name] else {
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
        let offset = document?.topOffset
        document?.placeMarks[letter] = offset
    }

    /// Opens the page of a mark, or moves to its place if the page is on the screen.
    private mutating func open(_ place: History.Place) -> [Effect] {
        if document?.url.withoutFragment == place.url.withoutFragment, document?.method == place.method {
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
