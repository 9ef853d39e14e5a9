import CPty
import Glibc

/// A program on a terminal of its own, and the times at which its screen changed. It ends with this value.
final class Screen {
    /// The screen at one time.
    struct Moment {
        /// Milliseconds since the start of the wait.
        let time: Double
        /// The rows of the page: all but the first and the last two, which programs use for their status.
        let body: [CChar]
    }

    let process: pid_t
    private let master: CInt
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private var size: (rows: CInt, columns: CInt)
    private var piece = [UInt8](repeating: 0, count: 65_536)

    /// Starts the program.
    init(_ command: Command, rows: CInt = 24, columns: CInt = 80) throws {
        size = (rows, columns)
        var slave: CInt = -1
        master = cpty_open(rows, columns, &slave)
        guard master >= 0 else { throw Failure(call: "openpty") }
        terminal = vterm_new(rows, columns)
        vterm_set_utf8(terminal, 1)
        screen = vterm_obtain_screen(terminal)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_reset(screen, 1)
        process = try command.start(input: slave, output: slave, errors: slave, isTerminal: true)
    }

    deinit {
        close(master)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        vterm_free(terminal)
    }

    /// Types.
    func send(_ keys: String) {
        let bytes = Array(keys.utf8)
        write(master, bytes, bytes.count)
    }

    /// Resizes the terminal and notifies the program.
    func resize(rows: CInt, columns: CInt) {
        size = (rows, columns)
        vterm_set_size(terminal, rows, columns)
        cpty_resize(master, rows, columns)
    }

    /// Waits until a text is on the screen and returns the time.
    /// - Throws: `Failure` after `limit` milliseconds without any output, or at the program's end.
    func wait(for text: String, since watch: Stopwatch, limit: CInt = 30_000) throws -> Double {
        while true {
            guard receive(limit) else {
                throw Failure("“\(text)” did not appear; on the screen was\n\(words)")
            }
            let time = watch.milliseconds
            if strstr(self.text(), text) != nil { return time }
        }
    }

    /// Collects output until there is none for `quiet` milliseconds; waits up to `limit` for the first, and no longer
    /// than `most` in total, if given.
    func moments(since watch: Stopwatch, quiet: CInt, limit: CInt, atMost most: Double = .infinity)
        -> [Moment]
    {
        var moments: [Moment] = []
        while watch.milliseconds < most, receive(moments.isEmpty ? limit : quiet) {
            moments.append(Moment(time: watch.milliseconds, body: text(1..<(size.rows - 2))))
        }
        return moments
    }

    /// Waits until a condition holds, and returns the time; nil after `limit` milliseconds.
    func waitForChange(since watch: Stopwatch, limit: Double, _ isSo: (Screen) -> Bool) -> Double? {
        while watch.milliseconds < limit {
            guard receive(CInt(limit)) else { return nil }
            let time = watch.milliseconds
            if isSo(self) { return time }
        }
        return nil
    }

    /// The first row that has a text; nil for none.
    func row(with text: String) -> String? {
        (0..<size.rows).lazy.map { Self.words(self.text($0..<($0 + 1))) }.first { $0.contains(text) }
    }

    /// All its text.
    var words: String { Self.words(text()) }

    private static func words(_ text: [CChar]) -> String {
        String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Collects output until the program neither writes nor uses processor time for 150 ms.
    @discardableResult
    func momentsUntilIdle(since watch: Stopwatch = Stopwatch()) throws -> [Moment] {
        var moments: [Moment] = []
        var before = -1
        while true {
            let now = try ticks()
            let news = self.moments(since: watch, quiet: 150, limit: 150)
            if news.isEmpty, now == before { return moments }
            moments += news
            before = now
        }
    }

    /// The first time from which on the page's rows no longer changed; nil without any output.
    static func settled(_ moments: [Moment]) -> Double? {
        guard let last = moments.last else { return nil }
        return moments.reversed().prefix { $0.body == last.body }.last?.time
    }

    /// The processor time of the program and its threads, in ticks of 10 ms.
    func ticks() throws -> Int {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("the program has ended") }
        defer { close(file) }
        let count = max(0, read(file, &bytes, bytes.count))
        // The second field is a name in parentheses; the fields wanted are the 14th and 15th.
        let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: ")").last?
            .split(separator: " ")
        guard let fields, fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else {
            throw Failure("/proc/\(process)/stat cannot be read")
        }
        return user + system
    }

    /// Reads once; false if there was no output within `limit` milliseconds or the program has ended.
    private func receive(_ limit: CInt) -> Bool {
        var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, limit) > 0 else { return false }
        let count = read(master, &piece, piece.count)
        guard count > 0 else { return false }
        _ = piece[..<count].withUnsafeBytes {
            vterm_input_write(terminal, $0.bindMemory(to: CChar.self).baseAddress, $0.count)
        }
        var answer = [CChar](repeating: 0, count: vterm_output_get_buffer_current(terminal))
        let answered = vterm_output_read(terminal, &answer, answer.count)
        if answered > 0 { write(master, answer, answered) }
        return true
    }

    /// The text of some rows, all by default, zero-terminated.
    private func text(_ rows: Range<CInt>? = nil) -> [CChar] {
        let rows = rows ?? 0..<size.rows
        var text = [CChar](repeating: 0, count: Int(size.rows * size.columns) * 8)
        let area = VTermRect(
            start_row: rows.lowerBound, end_row: rows.upperBound, start_col: 0, end_col: size.columns)
        let count = vterm_screen_get_text(screen, &text, text.count - 1, area)
        text.removeLast(text.count - count)
        text.append(0)
        return text
    }
}
