import Glibc
import Synchronization

/// A pipe that receives signals, so that a thread can wait for them: a handler writes their numbers to it. A process
/// can have one at a time.
public struct SignalPipe: Sendable {
    /// The descriptor that becomes readable when a signal is received. Its reader closes it.
    public let descriptor: CInt
    private let writing: CInt
    private let signals: [CInt]

    // A handler cannot capture anything, so the pipe's writing end is stored here.
    private static let writing = Atomic<CInt>(-1)

    /// Redirects the signals to a new pipe; nil if the system has no pipe (`errno` contains the reason).
    ///
    /// - Parameters:
    ///   - signals: The signals' numbers.
    ///   - evenIgnored: Whether to include signals that the parent process ignores, which otherwise stay ignored.
    public init?(of signals: [CInt], evenIgnored: Bool = false) {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A handler must never block on a full pipe.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        (descriptor, writing) = (ends[0], ends[1])
        self.signals = evenIgnored ? signals : signals.filter { !SignalAction.isIgnored($0) }
        Self.writing.store(writing, ordering: .releasing)
        for signal in self.signals { SignalAction.set(signal, to: Self.received, flags: SA_RESTART) }
    }

    /// Returns the received signals in order, after waiting for the first; empty once the pipe is closed.
    public func next() -> [CInt] {
        var numbers = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(descriptor, &numbers, numbers.count)
            if count < 0, errno == EINTR { continue }
            return numbers.prefix(max(count, 0)).map(CInt.init)
        }
    }

    /// Restores the default actions of the signals, and closes the writing end.
    public func close() {
        for signal in signals { SignalAction.set(signal, to: nil) }
        Self.writing.store(-1, ordering: .releasing)
        Glibc.close(writing)
    }

    // Async-signal-safe: one write, and errno is preserved.
    private static let received: @convention(c) (CInt) -> Void = { signal in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: signal)
        // A full pipe wakes the reader anyway, and the lost signals are the same as those in it.
        write(writing.load(ordering: .acquiring), &byte, 1)
        errno = saved
    }
}
