import CNcurses
import CellGrid
import Glibc
import SonicProtocol
import SystemLibraries

/// Writes a frame to the terminal in one piece.
///
/// ncurses writes after each motion of the cursor, 200 times for a full screen: 1.8 ms instead of 0.05 ms for one write
/// (measured), and a terminal may show a partial frame. So while it draws, its output descriptor is redirected to a
/// file in memory.
struct FrameOutput {
    private let terminal: CInt
    private let ncurses: CInt
    // Negative if the system has no such files: then ncurses writes directly to the terminal.
    private let memory: CInt
    private let control: ControlSequences

    /// Creates the output to `terminal`, which understands `control`. `ncurses` is the descriptor that ncurses writes
    /// to, another one of the same terminal.
    init(terminal: CInt, ncurses: CInt, control: ControlSequences) {
        self.terminal = terminal
        self.control = control
        self.ncurses = ncurses
        memory = Self.mayFilesGrow ? cncurses_memory_file() : -1
    }

    /// Whether a frame fits into a file: the limit on the size of files applies to those in memory, too.
    private static var mayFilesGrow: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) != 0
            || limit.rlim_cur >= 16 << 20
    }

    /// Calls `draw`, which calls ncurses, and writes the resulting output, then `suffix`.
    func write(_ suffix: String, after draw: () -> Void) {
        guard memory >= 0 else {
            draw()
            write(suffix)
            return
        }
        cncurses_redirect(ncurses, memory)
        draw()
        cncurses_redirect(ncurses, terminal)
        var bytes = [UInt8](repeating: 0, count: max(lseek(memory, 0, SEEK_CUR), 0))
        let count = pread(memory, &bytes, bytes.count, 0)
        ftruncate(memory, 0)
        lseek(memory, 0, SEEK_SET)
        bytes.removeLast(bytes.count - max(count, 0))
        write(control.whole(bytes) + suffix.utf8)
    }

    /// Writes `text` to the terminal. ncurses has no buffered output that should precede it.
    func write(_ text: String) { write(Array(text.utf8)) }

    /// Closes the file in memory.
    func close() {
        if memory >= 0 { Glibc.close(memory) }
    }

    /// Writes prepared bytes to a terminal. Async-signal-safe.
    static func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, to terminal: CInt) {
        // A program that is ending has nobody to report a failure to.
        _ = Glibc.write(terminal, bytes, count)
    }

    private func write(_ bytes: [UInt8]) {
        // The thread that reads the terminal reports that it is closed.
        _ = writeAll(bytes, to: terminal)
    }
}

/// The xterm control sequences that the terminal database does not list.
struct ControlSequences {
    /// Whether the terminal follows xterm's conventions; otherwise no sequence is sent.
    let isUnderstood: Bool
    /// Whether a multiplexer is in between, which answers in the terminal's place or not at all.
    let isMultiplexed: Bool

    /// The longest window title that is sent, in columns.
    private static let longestTitle: Column = 200
    /// The longest text for the clipboard, in bytes: some terminals accept at most 100,000 bytes of Base64.
    private static let longestCopy = 74_000
    private static let families = [
        "xterm", "tmux", "screen", "rxvt", "alacritty", "kitty", "foot", "st", "konsole", "gnome", "vte",
        "wezterm", "ghostty", "iterm", "contour", "mintty", "putty",
    ]

    /// What begins a notification: OSC 9 of iTerm2, or OSC 777 of rxvt-unicode.
    private static let notifications = [
        "kitty": "9;", "iterm": "9;", "iTerm.app": "9;", "wezterm": "9;", "WezTerm": "9;", "ghostty": "9;",
        "foot": "777;notify;sonic;", "rxvt": "777;notify;sonic;",
    ]
    private let notification: String?

    /// The sequences for a terminal of type `name`.
    /// - Parameters:
    ///   - program: The terminal's own name (`TERM_PROGRAM`), as the type is often that of xterm.
    ///   - isMultiplexed: Whether the environment says that a multiplexer is in between, whatever the type is.
    init(type name: String, program: String? = nil, isMultiplexed: Bool = false) {
        // Both xterm-kitty and xterm-ghostty follow xterm; rxvt-unicode has its own.
        let parts = name.split(separator: "-").map(String.init)
        isUnderstood = parts.first.map(Self.families.contains) ?? false
        // A multiplexer passes on the bell only, whichever terminal it runs in.
        let isMultiplexer = ["tmux", "screen"].contains(parts.first)
        self.isMultiplexed = isMultiplexer || isMultiplexed
        let program = isMultiplexer ? nil : program
        notification =
            (parts.prefix(2) + [program].compactMap(\.self)).lazy
            .compactMap { Self.notifications[$0] }.first
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

    /// Returns the sequence that shows a text as a notification on the desktop; nil if the terminal is not known to
    /// have one. The text loses its control characters, those that reorder it, and `;`, which would begin other parts.
    func notification(_ text: String) -> String? {
        guard isUnderstood, let notification else { return nil }
        let plain = text.unicodeScalars.filter {
            VisibleText.mark(for: $0.value) == nil && $0.properties.generalCategory != .format && $0 != ";"
        }
        return "\u{1B}]\(notification)\(TextWidth.shortened(String(plain), to: Self.longestTitle))\u{07}"
    }

    /// Returns the sequences that change the reports of the terminal from `old` to `new`.
    func modes(from old: Frame.Modes, to new: Frame.Modes) -> String {
        guard isUnderstood else { return "" }
        // Buttons and drags in the SGR form, bracketed paste, focus.
        let sequences: [(Frame.Modes, [String])] = [
            (.mouse, ["1002", "1006"]), (.paste, ["2004"]), (.focus, ["1004"]),
        ]
        var result = ""
        // Requests the background colour (OSC 11) and the name (XTVERSION); `KeyParseResult.string` parses the
        // responses, if there are any.
        if new.contains(.backgroundColor), !old.contains(.backgroundColor) { result += "\u{1B}]11;?\u{07}" }
        if new.contains(.terminalName), !old.contains(.terminalName) { result += "\u{1B}[>q" }
        if new.contains(.graphics), !old.contains(.graphics) { result += Self.graphicsQuestion }
        for (mode, numbers) in sequences where old.contains(mode) != new.contains(mode) {
            for number in numbers { result += "\u{1B}[?\(number)\(new.contains(mode) ? "h" : "l")" }
        }
        return result
    }

    // Pictures (kitty's graphics protocol). All bytes are ours: numbers, and pixels in Base64.

    /// Asks for the protocol with a picture of one pixel that is not kept.
    private static let graphicsQuestion = "\u{1B}_Gi=1,a=q,t=d,f=24,s=1,v=1;AAAA\u{1B}\\"
    /// The maximum length of a part of a picture, in Base64.
    private static let longestPart = 4096

    /// Returns the sequences that delete the pictures of `old` which are not in `new`, and send those which were not in
    /// `old`, to be shown in place of cells. No response is wanted.
    func pictures(from old: [UInt16: Pixels], to new: [UInt16: Pixels]) -> String {
        let gone = old.values.filter { new[$0.number] != $0 }.map(\.terminalNumber).sorted()
        let come = new.values.filter { old[$0.number] != $0 }.sorted { $0.number < $1.number }
        return gone.map { "\u{1B}_Ga=d,d=I,q=2,i=\($0)\u{1B}\\" }.joined() + come.map(Self.sent).joined()
    }

    private static func sent(_ picture: Pixels) -> String {
        var rest = Base64.text(picture.bytes).utf8[...]
        var result = ""
        var keys =
            "a=T,U=1,q=2,f=32,i=\(picture.terminalNumber),s=\(picture.width),v=\(picture.height),"
            + "c=\(picture.columns),r=\(picture.rows),"
        while !rest.isEmpty {
            let part = rest.prefix(longestPart)
            rest = rest.dropFirst(longestPart)
            result += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(Substring(part))\u{1B}\\"
            keys = ""
        }
        return result
    }
}
