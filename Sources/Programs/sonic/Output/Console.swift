import BrowserServices
import CellGrid
import Glibc

/// Standard output and standard error. Nothing else in this program writes to them, but the terminal's screen.
enum Console {
    /// Writes bytes to standard output. Where they cannot be written the program ends: quietly when whoever read
    /// them has left (`sonic dump … | head`), for work on the rest has no use, else with a complaint.
    static func print(_ bytes: [UInt8]) {
        guard let code = writeAll(bytes, to: STDOUT_FILENO) else { return }
        if code == EPIPE { ExitStatus.done.end() }
        complain("standard output cannot be written: \(String(cString: strerror(code)))")
        ExitStatus.failed.end()
    }

    /// Writes a line to standard output.
    static func print(_ line: String) {
        print(Array((line + "\n").utf8))
    }

    /// Writes bytes of a page, an answer or a file to standard output: exactly, so that programs behind a pipe get what
    /// came, but to a terminal with a visible mark for each character that could command it
    /// (docs/decisions/0300-exact-bytes-for-programs.md).
    static func printExactly(_ bytes: [UInt8]) {
        var output = ExactOutput()
        output.print(bytes)
        output.finish()
    }

    /// Writes a line for people to standard error, after the program's name. It may quote servers and arguments:
    /// what could command the terminal becomes visible.
    static func complain(_ message: String) {
        // Where complaints cannot be written either, there is nowhere left to say so.
        _ = writeAll(Array(("sonic: " + VisibleText.line(message) + "\n").utf8), to: STDERR_FILENO)
    }

    /// Whether standard input and output are a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }
}

/// Bytes for standard output that come in pieces, written as `Console.printExactly` does.
struct ExactOutput {
    private var screen: VisibleStream? = isatty(STDOUT_FILENO) == 1 ? VisibleStream() : nil

    /// Writes the next bytes.
    mutating func print(_ bytes: [UInt8]) { Console.print(screen?.append(bytes) ?? bytes) }

    /// Writes what waited for more.
    mutating func finish() { if let rest = screen?.finish() { Console.print(rest) } }
}

/// How the program ended.
enum ExitStatus: Int32 {
    /// Done; also a page shown from the cache because the server cannot be reached.
    case done = 0
    /// The page or the work failed.
    case failed = 1
    /// Wrong usage.
    case usage = 2

    /// Ends the program here, without the clean-up that libraries ask for at an exit: libcurl's thread may still be
    /// in libcrypto (docs/decisions/0310-an-end-without-clean-up.md).
    func end() -> Never { _exit(rawValue) }
}
