import BrowserServices
import Glibc
import SystemLibraries

/// The lines of standard input, read on a separate thread, so that nothing else waits for them.
enum InputLines {
    /// Returns the lines without their ends, from the first one on; text after the last line end is a line too.
    /// Call it once. A read error is treated as the end.
    static func all() -> AsyncStream<InputSplitter.Line> {
        let (lines, continuation) = AsyncStream<InputSplitter.Line>.makeStream()
        if DetachedThread.start({ read(to: continuation) }) != 0 { continuation.finish() }
        return lines
    }

    private static func read(to lines: AsyncStream<InputSplitter.Line>.Continuation) {
        var splitter = InputSplitter()
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for line in splitter.append(piece[..<count]) { lines.yield(line) }
        }
        if let line = splitter.finish() { lines.yield(line) }
        lines.finish()
    }
}

/// Standard output for lines from several tasks: each is written completely, in order.
struct OutputLines: Sendable {
    private let lines: AsyncStream<String>.Continuation
    private let writing: Task<Void, Never>

    init() {
        let (stream, lines) = AsyncStream<String>.makeStream()
        self.lines = lines
        writing = Task.detached {
            for await line in stream { Console.print(line) }
        }
    }

    /// Queues a line. Lines wait for a slow reader.
    func write(_ line: String) { lines.yield(line) }

    /// Returns when all lines are written. No further line may be written.
    func finish() async {
        lines.finish()
        await writing.value
    }
}
