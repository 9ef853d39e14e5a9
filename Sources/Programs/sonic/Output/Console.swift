import BrowserServices
import CellGrid
import Glibc
import SystemLibraries

/// Standard output and standard error. Apart from the terminal's screen, and what `StartCheck` reports of a crash,
/// nothing else in this program writes to them.
enum Console {
    /// Writes bytes to standard output. If that fails, the program ends: silently if the reader has closed the
    /// pipe (`sonic dump … | head`), since the rest is not needed, otherwise with an error message.
    static func print(_ bytes: [UInt8]) {
        guard let code = writeAll(bytes, to: STDOUT_FILENO) else { return }
        if code == EPIPE { ExitStatus.done.end() }
        complain("standard output cannot be written: \(String(cString: strerror(code)))")
        ExitStatus.failed.end()
    }

    /// Writes a line to standard output.
    static func print(_ line: String) { print(Array((line + "\n").utf8)) }

    /// Writes bytes of a page, a response or a file to standard output: exactly, so that programs get the
    /// received bytes, but to a terminal with a visible mark for each character that could control it
    /// (docs/decisions/0300-exact-bytes-go-to-programs-marked-ones-to-terminals.md).
    static func printExactly(_ bytes: [UInt8]) {
        var output = ExactOutput()
        output.print(bytes)
        output.finish()
    }

    /// Writes a line to standard error, after the program's name. It may quote servers and arguments:
    /// characters that could control the terminal become visible.
    static func complain(_ message: String) {
        // If errors cannot be written either, they cannot be reported.
        _ = writeAll(Array(("sonic: " + VisibleText.line(message) + "\n").utf8), to: STDERR_FILENO)
    }

    /// Replaces the current line of standard error, which is a terminal.
    static func showProgress(_ words: String) {
        // If it cannot be written, it is not read either.
        _ = writeAll(Array("\r\(words)\u{1B}[K".utf8), to: STDERR_FILENO)
    }

    /// Whether standard input and output are a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }
}

/// Bytes for standard output in pieces, written like `Console.printExactly`.
struct ExactOutput {
    private var screen: VisibleStream? = isatty(STDOUT_FILENO) == 1 ? VisibleStream() : nil

    /// Writes the next bytes.
    mutating func print(_ bytes: [UInt8]) { Console.print(screen?.append(bytes) ?? bytes) }

    /// Writes incomplete characters held back so far.
    mutating func finish() { if let rest = screen?.finish() { Console.print(rest) } }
}
