import CNcurses
import CellGrid
import Glibc
import SonicProtocol
import SystemLibraries

extension Terminal {
    typealias Files = (output: UnsafeMutablePointer<FILE>, input: UnsafeMutablePointer<FILE>)

    static func check(_ size: Size) throws(TerminalFailure) {
        if size.rows < minimumSize.rows || size.columns < minimumSize.columns {
            throw .tooSmall(size, minimum: minimumSize)
        }
    }

    /// Selects a UTF-8 locale, as ncurses writes UTF-8 only in one; text is UTF-8 even if the user's locale is not.
    static func useWideCharacters() {
        setlocale(LC_CTYPE, "")
        if String(cString: nl_langinfo(CInt(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    }

    /// Initializes ncurses on the two descriptors; with an entry of direct colours if `COLORTERM` reports them.
    static func open(
        _ type: String, _ input: CInt, _ output: CInt, _ environment: (String) -> String?
    ) throws(TerminalFailure) -> (screen: OpaquePointer, files: Files) {
        guard let outputFile = fdopen(fcntl(output, F_DUPFD_CLOEXEC, 0), "w"),
            let inputFile = fdopen(fcntl(input, F_DUPFD_CLOEXEC, 0), "r")
        else {
            throw .refused(String(cString: strerror(errno)))
        }
        let isDirect =
            ["truecolor", "24bit"].contains(environment("COLORTERM")) && environment("NO_COLOR") ?? "" == ""
        let entry = isDirect ? DirectColors.entry(of: type, output) : nil
        let screen =
            entry.map {
                cncurses_newterm(strdup("TERMINFO=b64:" + Base64.text($0)), type, outputFile, inputFile)
            }
            ?? newterm(type, outputFile, inputFile)
        if let screen {
            if terminfo("cup") != nil { return (screen, (outputFile, inputFile)) }
            endwin()
            delscreen(screen)
            fclose(outputFile)
            fclose(inputFile)
            throw .typeTooPlain(type)
        }
        // ncurses reports the same error if it cannot open a file.
        let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
        let code = errno
        fclose(outputFile)
        fclose(inputFile)
        guard descriptor >= 0 else { throw .refused(String(cString: strerror(code))) }
        Glibc.close(descriptor)
        throw .typeUnknown(type)
    }

    /// Sets the modes: keys unbuffered and unchanged, no check for input while drawing, the terminal's default colours.
    static func setModes() {
        raw()
        noecho()
        nonl()
        typeahead(-1)
        leaveok(cncurses_window(), false)
        if has_colors() {
            start_color()
            use_default_colors()
        }
    }

    static func depth(_ environment: (String) -> String?) -> ColorDepth {
        guard has_colors(), environment("NO_COLOR") ?? "" == "" else { return .mono }
        return ColorDepth(colors: Int(cncurses_colors()))
    }

    static func pipe() throws(TerminalFailure) -> (reading: CInt, writing: CInt) {
        guard let ends = openPipe() else { throw .refused(String(cString: strerror(errno))) }
        // A signal handler must never block on a full pipe.
        _ = fcntl(ends.writing, F_SETFL, O_NONBLOCK)
        return ends
    }
}

/// The reason why the terminal cannot be opened.
public enum TerminalFailure: Error, Equatable, CustomStringConvertible {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// `TERM` is not set.
    case typeMissing
    /// The terminal database has no entry for the value of `TERM`.
    case typeUnknown(String)
    /// The terminal cannot move the cursor.
    case typeTooPlain(String)
    /// The window is smaller than `minimum`.
    case tooSmall(Size, minimum: Size)
    /// The system refused a file, a pipe or a thread, for this reason.
    case refused(String)

    /// The error and its remedy, in one line.
    public var description: String {
        switch self {
        case .notATerminal:
            "the browser needs a terminal for input and output; to print a page, use: sonic dump URL"
        case .typeMissing:
            "TERM is not set, so the kind of terminal is unknown; set it, for example: TERM=xterm-256color"
        case .typeUnknown(let name):
            "unknown terminal “\(VisibleText.line(name))”; install its description (package ncurses-term) "
                + "or set TERM, for example: TERM=xterm-256color"
        case .typeTooPlain(let name):
            "terminal “\(VisibleText.line(name))” cannot place the cursor; use another one, or: sonic dump URL"
        case .tooSmall(let size, let minimum):
            "the window has \(size.columns) columns and \(size.rows) rows; the browser needs at least "
                + "\(minimum.columns) by \(minimum.rows): enlarge it, or use: sonic dump URL"
        case .refused(let reason): "the terminal cannot be read: \(reason)"
        }
    }
}

/// The terminal database's entry of the terminal that ncurses has just set up.
extension Terminal {
    /// Returns the string capability `name`, without padding; nil if the terminal lacks it.
    static func terminfo(_ name: String) -> [UInt8]? {
        var characters = name.utf8CString.map { $0 }
        guard let value = tigetstr(&characters), Int(bitPattern: value) != -1 else { return nil }
        var result: [UInt8] = []
        var rest = String(cString: value).utf8[...]
        while let byte = rest.first {
            // $<5> is a delay that no current terminal requires.
            if byte == UInt8(ascii: "$"), rest.dropFirst().first == UInt8(ascii: "<"),
                let end = rest.firstIndex(of: UInt8(ascii: ">"))
            {
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The escape sequences of the keys.
    static var keys: [ListedKey] {
        let names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
            ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete),
            ("kcbt", .backTab), ("kent", .enter), ("kbs", .backspace),
        ]
        let functions = (1...12).map { ("kf\($0)", Key.function($0)) }
        return (names + functions).compactMap { name, key in
            // Single bytes have the same meaning on every terminal.
            guard let sequence = terminfo(name), sequence.count > 1 else { return nil }
            return (sequence, key)
        }
    }

    /// Returns the sequence that restores the terminal from any state: it cancels an incomplete sequence first.
    static func restoreSequence(_ control: ControlSequences) -> [UInt8] {
        let modes = control.wholeEnd + control.modes(from: [.mouse, .paste, .focus], to: [])
        return [0x18] + modes.utf8 + ["sgr0", "op", "cnorm", "rmcup"].flatMap { terminfo($0) ?? [] }
    }
}
