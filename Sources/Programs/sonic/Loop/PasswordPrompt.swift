import CellGrid
import Glibc
import SystemLibraries
import Terminal

/// Prompts for a password on the terminal, without echo, whatever standard input and output are.
enum PasswordPrompt {
    /// Returns the typed line; nil if there is no terminal, or its input has ended. `^C` and `^\` end the
    /// program as usual, but only after echo is restored.
    static func ask(_ question: String) -> String? {
        guard let terminal = fopen("/dev/tty", "r+e") else { return nil }
        defer { fclose(terminal) }
        let descriptor = fileno(terminal)
        var saved = termios()
        guard tcgetattr(descriptor, &saved) == 0 else { return nil }
        var silent = saved
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        Terminal.restoreOnSignal(saved, of: descriptor)
        tcsetattr(descriptor, TCSAFLUSH, &silent)
        // It may quote an argument.
        fputs(VisibleText.line(question), terminal)
        fflush(terminal)
        let ending = read(from: descriptor)
        fputs("\n", terminal)
        fflush(terminal)
        tcsetattr(descriptor, TCSAFLUSH, &saved)
        Terminal.stopRestoring()
        switch ending {
        case .line(let line): return String(decoding: line, as: UTF8.self)
        case .over: return nil
        case .signal(let signal): Terminal.endProcess(by: signal)
        }
    }

    /// How the input ended.
    private enum Ending {
        /// With Enter.
        case line([UInt8])
        /// With `^D` in an empty line, or because the terminal is gone.
        case over
        /// With a key that sends this signal.
        case signal(Int32)
    }

    private static func read(from descriptor: Int32) -> Ending {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = retried { Glibc.read(descriptor, &byte, 1) }
            guard count == 1 else { return .over }
            switch byte {
            case 0x0A, 0x0D: return .line(line)
            case 0x03: return .signal(SIGINT)
            case 0x1C: return .signal(SIGQUIT)
            case 0x04 where line.isEmpty: return .over
            case 0x04, 0x1A: break
            case 0x15: line = []
            case 0x08, 0x7F:
                // A multi-byte character is deleted as a whole.
                while let last = line.popLast(), last & 0xC0 == 0x80 {}
            default: line.append(byte)
            }
        }
    }
}
