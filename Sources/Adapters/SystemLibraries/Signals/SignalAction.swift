import Glibc

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
