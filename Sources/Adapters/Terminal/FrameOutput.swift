import CNcurses
import Glibc

/// Writes a frame to the terminal in one piece (docs/decisions/0318-frames-are-shown-whole.md).
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

    /// Writes `text` to the terminal. ncurses has no buffered output that should precede it.
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
                    // Another program that shares the terminal made it non-blocking; this write blocks anyway.
                    var ready = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                // The thread that reads the terminal reports that it is closed.
                default: return
                }
            }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
