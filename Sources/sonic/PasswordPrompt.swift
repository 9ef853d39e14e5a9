import CellGrid
import Glibc

/// Asks for a password on the terminal itself, without showing it, whatever standard input and output are.
enum PasswordPrompt {
    /// The line typed; nil when there is no terminal to ask on.
    static func ask(_ question: String) -> String? {
        guard let terminal = fopen("/dev/tty", "r+e") else { return nil }
        defer { fclose(terminal) }
        let descriptor = fileno(terminal)
        var saved = termios()
        guard tcgetattr(descriptor, &saved) == 0 else { return nil }
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(descriptor, TCSAFLUSH, &silent)
        defer { tcsetattr(descriptor, TCSAFLUSH, &saved) }
        // It may quote an argument.
        fputs(VisibleText.line(question), terminal)
        fflush(terminal)
        var line: [UInt8] = []
        while case let byte = fgetc(terminal), byte != EOF, byte != 0x0A {
            line.append(UInt8(truncatingIfNeeded: byte))
        }
        fputs("\n", terminal)
        return String(decoding: line, as: UTF8.self)
    }
}
