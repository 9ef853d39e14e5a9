import CellGrid

// Places that the reader has given letters.
extension Model {
    /// Takes the letter behind `m` or `'`.
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

    /// Remembers the place that is about to be left by a jump.
    mutating func noteJump() { note("'") }

    private mutating func note(_ letter: Unicode.Scalar) {
        let offset = document?.topOffset
        document?.placeMarks[letter] = offset
    }

    /// Opens the page of a place there, or goes to it on the page on the screen.
    private mutating func open(_ place: History.Place) -> [Effect] {
        if document?.url.withoutFragment == place.url.withoutFragment, document?.asked == place.asked {
            if plan[.page] == nil { screen.focus(on: .page) }
            document?.aim(at: .offset(place.offset))
            return []
        }
        guard place.asked == .get else {
            notice = .refusal(DisabledReason.answerToForm.rawValue.sentence)
            return []
        }
        return open(place.url, move: .to(place))
    }
}

/// What a letter is typed for.
enum PlaceMark: Equatable, Sendable {
    /// To give it to the place being read.
    case set
    /// To go to its place.
    case go

    /// What stands before the letter.
    var label: String {
        switch self {
        case .set: "Mark: "
        case .go: "To mark: "
        }
    }

    /// Which letters there are.
    var words: String {
        switch self {
        case .set: "a to z for this page, A to Z for every page; Esc leaves"
        case .go: "a letter, or ' for the place before the last jump; Esc leaves"
        }
    }
}
