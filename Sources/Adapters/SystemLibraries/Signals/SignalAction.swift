import Glibc

/// What signals mean to this process.
public enum SignalAction {
    /// Whether a signal is ignored, as under nohup.
    public static func isIgnored(_ signal: CInt) -> Bool {
        var current = sigaction()
        sigaction(signal, nil, &current)
        return isSame(current.__sigaction_handler.sa_handler, SIG_IGN)
    }

    /// Has a signal handled.
    ///
    /// - Parameters:
    ///   - signal: Its number.
    ///   - handler: What is called; nil gives it its default meaning, and `SIG_IGN` none.
    ///   - flags: How, as sigaction(2) has it.
    /// - Returns: What it meant before.
    @discardableResult
    public static func set(_ signal: CInt, to handler: __sighandler_t?, flags: CInt = 0) -> sigaction {
        var (action, before) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = flags
        sigaction(signal, &action, &before)
        return before
    }

    /// Raises a signal, which takes effect before this returns, also on the threads of Swift's runtime, which block
    /// signals.
    public static func raise(_ signal: CInt) {
        var (only, before) = (sigset_t(), sigset_t())
        sigemptyset(&only)
        sigaddset(&only, signal)
        pthread_sigmask(SIG_UNBLOCK, &only, &before)
        Glibc.raise(signal)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Whether two handlers are one.
    public static func isSame(_ handler: __sighandler_t?, _ other: __sighandler_t?) -> Bool {
        // Functions cannot be compared, and SIG_IGN is no more than an address.
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(other, to: Int.self)
    }
}
