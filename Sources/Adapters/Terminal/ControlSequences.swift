import CellGrid
import SonicProtocol

/// The xterm sequences that the terminal database does not list.
struct ControlSequences {
    /// Whether the terminal follows xterm's conventions; others get none of these.
    let isUnderstood: Bool

    /// The longest window title that is sent, in columns.
    private static let longestTitle: Column = 200
    /// The longest text for the clipboard, in bytes: with Base64 some terminals take no more than 100,000.
    private static let longestCopy = 74_000
    private static let families = [
        "xterm", "tmux", "screen", "rxvt", "alacritty", "kitty", "foot", "st", "konsole", "gnome", "vte",
        "wezterm", "ghostty", "iterm", "contour", "mintty", "putty",
    ]

    /// The sequences for a terminal of type `name`.
    init(type name: String) {
        let family = name.prefix { $0 != "-" }
        isUnderstood = Self.families.contains(String(family))
    }

    /// Ends what `whole` began: the terminal shows what it has.
    var wholeEnd: String { isUnderstood ? "\u{1B}[?2026l" : "" }

    /// Has the terminal show nothing of `frame` before all of it is there: it arrives in pieces however it is written.
    /// Terminals without this mode (2026) pass over it.
    func whole(_ frame: [UInt8]) -> [UInt8] {
        guard isUnderstood, !frame.isEmpty else { return frame }
        return "\u{1B}[?2026h".utf8 + frame + wholeEnd.utf8
    }

    /// Sets the window's title to `title`, made safe and cut to a sensible length.
    func title(_ title: String) -> String {
        guard isUnderstood else { return "" }
        return "\u{1B}]2;\(TextWidth.shortened(VisibleText.line(title), to: Self.longestTitle))\u{07}"
    }

    /// Asks the terminal to put a text into the clipboard (OSC 52 of xterm's control sequences): in Base64, so
    /// that nothing in it can steer the terminal. Nil where the terminal has no such sequence, and for texts longer
    /// than terminals take.
    func clipboard(_ text: String) -> String? {
        guard isUnderstood, text.utf8.count <= Self.longestCopy else { return nil }
        return "\u{1B}]52;c;\(Base64.text(text.utf8))\u{07}"
    }

    /// Changes what the terminal reports from `old` to `new`.
    func modes(from old: Frame.Modes, to new: Frame.Modes) -> String {
        guard isUnderstood else { return "" }
        // Buttons and drags in the SGR form, bracketed paste, focus.
        let sequences: [(Frame.Modes, [String])] = [
            (.mouse, ["1002", "1006"]), (.paste, ["2004"]), (.focus, ["1004"]),
        ]
        var result = ""
        // The colour behind the text is asked for (OSC 11); `KeyParseResult.answer` takes the answer, if one comes.
        if new.contains(.backgroundColor), !old.contains(.backgroundColor) { result += "\u{1B}]11;?\u{07}" }
        for (mode, numbers) in sequences where old.contains(mode) != new.contains(mode) {
            for number in numbers { result += "\u{1B}[?\(number)\(new.contains(mode) ? "h" : "l")" }
        }
        return result
    }
}
