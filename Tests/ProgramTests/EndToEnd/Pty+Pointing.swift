import TestSupport

/// The mouse and the clipboard of a terminal, as xterm reports them.
extension Pty {
    /// A mouse action: the button code of xterm's report and its final character.
    enum Mouse: String {
        case press = "0 M"
        case release = "0 m"
        case drag = "32 M"
        case wheelUp = "64 M"
        case wheelDown = "65 M"
    }

    /// A text that is not on the screen.
    struct NotShown: Error {
        let text: String
        let screen: String
    }

    /// Reports a mouse action at a position.
    func mouse(_ action: Mouse, at place: ScreenPosition) {
        let parts = action.rawValue.split(separator: " ")
        send("\u{1B}[<\(parts[0]);\(place.column + 1);\(place.row + 1)\(parts[1])")
    }

    /// Presses and releases the button at the start of a text.
    func click(_ text: String) throws {
        guard let place = screen.position(of: text) else {
            throw NotShown(text: text, screen: screen.text)
        }
        mouse(.press, at: place)
        mouse(.release, at: place)
    }

    /// Drags from the start of one text to that of another, and releases the button there.
    func drag(from start: String, to end: String) throws {
        guard let first = screen.position(of: start), let last = screen.position(of: end) else {
            throw NotShown(text: "\(start), \(end)", screen: screen.text)
        }
        mouse(.press, at: first)
        mouse(.drag, at: last)
        mouse(.release, at: last)
    }

    /// Pastes a text as a terminal with bracketed paste does.
    func paste(_ text: String) { send("\u{1B}[200~\(text)\u{1B}[201~") }

    /// The program's whole output as text.
    var written: String { String(decoding: output, as: UTF8.self) }
}
