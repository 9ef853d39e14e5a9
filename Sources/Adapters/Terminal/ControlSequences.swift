import CellGrid
import SonicProtocol

/// The xterm control sequences that the terminal database does not list.
struct ControlSequences {
    /// Whether the terminal follows xterm's conventions; otherwise no sequence is sent.
    let isUnderstood: Bool

    /// The longest window title that is sent, in columns.
    private static let longestTitle: Column = 200
    /// The longest text for the clipboard, in bytes: some terminals accept at most 100,000 bytes of Base64.
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

    /// Ends the synchronized update that `whole` began, so that the terminal shows what it has received.
    var wholeEnd: String { isUnderstood ? "\u{1B}[?2026l" : "" }

    /// Returns `frame` as a synchronized update (mode 2026): the terminal shows it only when it is complete, although
    /// it may arrive in pieces. Terminals without this mode ignore the sequences.
    func whole(_ frame: [UInt8]) -> [UInt8] {
        guard isUnderstood, !frame.isEmpty else { return frame }
        return "\u{1B}[?2026h".utf8 + frame + wholeEnd.utf8
    }

    /// Returns the sequence that sets the window's title to `title`, without control characters and shortened.
    func title(_ title: String) -> String {
        guard isUnderstood else { return "" }
        return "\u{1B}]2;\(TextWidth.shortened(VisibleText.line(title), to: Self.longestTitle))\u{07}"
    }

    /// Returns the sequence that puts a text into the terminal's clipboard (OSC 52 of xterm's control sequences). The
    /// text is in Base64, so it cannot contain control sequences. Nil if the terminal has no such sequence or the text
    /// is longer than terminals accept.
    func clipboard(_ text: String) -> String? {
        guard isUnderstood, text.utf8.count <= Self.longestCopy else { return nil }
        return "\u{1B}]52;c;\(Base64.text(text.utf8))\u{07}"
    }

    /// Returns the sequences that change the reports of the terminal from `old` to `new`.
    func modes(from old: Frame.Modes, to new: Frame.Modes) -> String {
        guard isUnderstood else { return "" }
        // Buttons and drags in the SGR form, bracketed paste, focus.
        let sequences: [(Frame.Modes, [String])] = [
            (.mouse, ["1002", "1006"]), (.paste, ["2004"]), (.focus, ["1004"]),
        ]
        var result = ""
        // Requests the background colour (OSC 11); `KeyParseResult.string` parses the response, if there is one.
        if new.contains(.backgroundColor), !old.contains(.backgroundColor) { result += "\u{1B}]11;?\u{07}" }
        for (mode, numbers) in sequences where old.contains(mode) != new.contains(mode) {
            for number in numbers { result += "\u{1B}[?\(number)\(new.contains(mode) ? "h" : "l")" }
        }
        return result
    }
}
