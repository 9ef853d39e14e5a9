import Glibc
import Synchronization

/// Signals as something that a thread can wait for: a handler writes their numbers to a pipe. One at a time in a process.
public struct SignalPipe: Sendable {
    /// What becomes readable when a signal came. Whoever reads it closes it.
    public let descriptor: CInt
    private let writing: CInt
    private let signals: [CInt]

    // A handler can capture nothing, so the pipe's writing end has to be found from here.
    private static let writing = Atomic<CInt>(-1)

    /// From now on the signals do nothing else; nil when the system has no pipe (`errno` says why).
    ///
    /// - Parameters:
    ///   - signals: Their numbers.
    ///   - evenIgnored: Whether those too that the parent process ignores, which otherwise stay ignored.
    public init?(of signals: [CInt], evenIgnored: Bool = false) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never wait for room.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        (descriptor, writing) = (ends[0], ends[1])
        self.signals = evenIgnored ? signals : signals.filter { !SignalAction.isIgnored($0) }
        Self.writing.store(writing, ordering: .releasing)
        for signal in self.signals { SignalAction.set(signal, to: Self.received, flags: SA_RESTART) }
    }

    /// The signals that came, in their order, waiting for the first; none once the pipe is closed.
    public func next() -> [CInt] {
        var numbers = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(descriptor, &numbers, numbers.count)
            if count < 0, errno == EINTR { continue }
            return numbers.prefix(max(count, 0)).map(CInt.init)
        }
    }

    /// Gives the signals their default meaning again, and closes the end that is written to.
    public func close() {
        for signal in signals { SignalAction.set(signal, to: nil) }
        Self.writing.store(-1, ordering: .releasing)
        Glibc.close(writing)
    }

    // Async-signal-safe: one write, errno kept.
    private static let received: @convention(c) (CInt) -> Void = { signal in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: signal)
        // A full pipe already wakes the reader, and the signals that fill it are the same few.
        write(writing.load(ordering: .acquiring), &byte, 1)
        errno = saved
    }
}
