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
        guard let ends = openPipe() else { return nil }
        (descriptor, writing) = ends
        // A handler must never block on a full pipe.
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        self.signals = evenIgnored ? signals : signals.filter { !SignalAction.isIgnored($0) }
        Self.writing.store(writing, ordering: .releasing)
        for signal in self.signals { SignalAction.set(signal, to: Self.received, flags: SA_RESTART) }
    }

    /// Returns the received signals in order, after waiting for the first; empty once the pipe is closed.
    public func next() -> [CInt] {
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = retried { read(descriptor, &numbers, numbers.count) }
        return numbers.prefix(max(count, 0)).map(CInt.init)
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

/// The actions of signals in this process.
public enum SignalAction {
    /// Whether a signal is ignored, as under nohup.
    public static func isIgnored(_ signal: CInt) -> Bool {
        var current = sigaction()
        sigaction(signal, nil, &current)
        return isSame(current.__sigaction_handler.sa_handler, SIG_IGN)
    }

    /// Sets the action of a signal.
    ///
    /// - Parameters:
    ///   - signal: The signal's number.
    ///   - handler: The handler; nil for the default action, `SIG_IGN` to ignore the signal.
    ///   - flags: The flags of sigaction(2).
    /// - Returns: The previous action.
    @discardableResult
    public static func set(_ signal: CInt, to handler: __sighandler_t?, flags: CInt = 0) -> sigaction {
        var (action, before) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = flags
        sigaction(signal, &action, &before)
        return before
    }

    /// Ignores the signals for writes that are impossible: to a pipe without a reader, and over the limit of file sizes
    /// (`ulimit -f`). The write fails, and the program goes on.
    public static func ignoreFailedWrites() {
        for signal in [SIGPIPE, SIGXFSZ] { set(signal, to: SIG_IGN) }
    }

    /// Raises a signal that is delivered before this returns, even on the threads of Swift's runtime, which block
    /// signals.
    public static func raise(_ signal: CInt) {
        var (only, before) = (sigset_t(), sigset_t())
        sigemptyset(&only)
        sigaddset(&only, signal)
        pthread_sigmask(SIG_UNBLOCK, &only, &before)
        Glibc.raise(signal)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Whether two handlers are identical.
    public static func isSame(_ handler: __sighandler_t?, _ other: __sighandler_t?) -> Bool {
        // Functions cannot be compared, and SIG_IGN is only an address.
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(other, to: Int.self)
    }
}
