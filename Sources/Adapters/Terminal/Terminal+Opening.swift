import CNcurses
import CellGrid
import Glibc

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

    /// Initializes ncurses on the two descriptors. It uses the terminal's direct-colour entry if `COLORTERM` reports
    /// direct colours and the entry is installed.
    static func open(
        _ type: String, _ input: CInt, _ output: CInt, _ environment: (String) -> String?
    ) throws(TerminalFailure) -> (screen: OpaquePointer, files: Files) {
        guard let outputFile = fdopen(fcntl(output, F_DUPFD_CLOEXEC, 0), "w"),
            let inputFile = fdopen(fcntl(input, F_DUPFD_CLOEXEC, 0), "r")
        else {
            throw .refused(String(cString: strerror(errno)))
        }
        for name in candidates(type, environment) {
            guard let screen = newterm(name, outputFile, inputFile) else { continue }
            if TerminalType.string("cup") != nil { return (screen, (outputFile, inputFile)) }
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

    private static func candidates(_ type: String, _ environment: (String) -> String?) -> [String] {
        guard ["truecolor", "24bit"].contains(environment("COLORTERM")), environment("NO_COLOR") ?? "" == ""
        else {
            return [type]
        }
        let family = type.hasSuffix("-256color") ? String(type.dropLast(9)) : type
        return type.hasSuffix("-direct") ? [type] : ["\(family)-direct", type]
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
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .refused(String(cString: strerror(errno))) }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        // A signal handler must never block on a full pipe.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }
}
