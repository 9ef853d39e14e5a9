import CellGrid

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
            guard let place else {
                notice = .refusal("This page cannot be marked: it cannot be opened again.")
                return []
            }
            account.placeMarks[letter] = place
            notice = .news("Mark \(letter) set, for every page.")
        case ("'", .go), ("`", .go), ("a"..."z", .go):
            let name: Unicode.Scalar = letter == "`" ? "'" : letter
            guard let offset = document?.placeMarks[name] else {
                notice = .refusal(
                    name == "'"
                        ? "There was no jump on this page." : "Mark \(letter) is not set on this page.")
                return []
            }
            noteJump()
            if plan[.page] == nil { screen.focus(on: .page) }
            document?.aim(at: .offset(offset))
        case ("A"..."Z", .go):
            guard let place = account.placeMarks[letter] else {
                notice = .refusal("Mark \(letter) is not set.")
                return []
            }
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
        guard place.method == .get else {
            notice = .refusal(DisabledReason.answerToForm.rawValue.sentence)
            return []
        }
        return open(place.url, move: .to(place))
    }
}

/// The purpose of typing a letter.
enum PlaceMark: Equatable, Sendable {
    /// To set a mark.
    case set
    /// To go to a mark.
    case go

    /// The label before the letter.
    var label: String {
        switch self {
        case .set: "Mark: "
        case .go: "To mark: "
        }
    }

    /// The available letters.
    var words: String {
        switch self {
        case .set: "a to z for this page, A to Z for every page; Esc leaves"
        case .go: "a letter, or ' for the place before the last jump; Esc leaves"
        }
    }
}
