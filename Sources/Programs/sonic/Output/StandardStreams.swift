import BrowserServices
import Glibc
import SystemLibraries

/// The lines of standard input, read by a thread of its own, so that nothing else waits for it.
enum InputLines {
    /// The lines without their ends, from the first one on; what stands behind the last line end is a line too.
    /// To be called once. A failure to read is an end like any other.
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

/// Standard output for lines from many sides: each is written whole, in the order in which they came.
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

    /// Has a line written. Lines wait for a reader that is slow.
    func write(_ line: String) { lines.yield(line) }

    /// Returns when all lines are written. Nothing is to be written any more.
    func finish() async {
        lines.finish()
        await writing.value
    }
}
