import CNcurses
import Glibc

/// Brings a frame to the terminal in one piece (docs/decisions/0318-frames-are-shown-whole.md).
///
/// ncurses writes after each motion of the cursor, two hundred times for a full screen: 1.8 ms against 0.05
/// for one write (measured), and a terminal may show the frame half drawn. So while it draws, the descriptor
/// that it writes to leads to a file in memory.
struct FrameOutput {
    private let terminal: CInt
    private let ncurses: CInt
    // Negative where the system has no such files: then ncurses writes to the terminal itself.
    private let memory: CInt
    private let control: ControlSequences

    /// Output to `terminal`, which understands `control`, of what is written to `ncurses`, another descriptor of the
    /// same terminal.
    init(terminal: CInt, ncurses: CInt, control: ControlSequences) {
        self.terminal = terminal
        self.control = control
        self.ncurses = ncurses
        memory = Self.mayFilesGrow ? cncurses_memory_file() : -1
    }

    /// Whether a frame fits into a file: a limit on the size of files counts for those in memory, too.
    private static var mayFilesGrow: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) != 0
            || limit.rlim_cur >= 16 << 20
    }

    /// Lets `draw` call ncurses and writes what comes of it, then `suffix`.
    func write(_ suffix: String, after draw: () -> Void) {
        guard memory >= 0 else {
            draw()
            write(Array(suffix.utf8)[...])
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
        write((control.whole(bytes) + suffix.utf8)[...])
    }

    /// Writes `text` to the terminal. ncurses holds nothing back that should come before it.
    func write(_ text: String) { write(Array(text.utf8)[...]) }

    /// Closes the file in memory.
    func close() {
        if memory >= 0 { Glibc.close(memory) }
    }

    private func write(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) }
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    // Another program that shares the terminal does not want to wait for it; we do.
                    var ready = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                // A terminal that is gone is reported by the thread that reads it.
                default: return
                }
            }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
