import Glibc
import SystemLibraries

/// The signals that a terminal program handles and sends.
enum Signals {
    /// The signals that the thread which reads the terminal handles.
    static let watched = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]

    /// The actions of the signals that `^C` and `^\` send.
    struct Interrupts {
        fileprivate var actions: [(signal: CInt, action: sigaction)] = []
    }

    /// Ignores the signals of `^C` and `^\`, so that only the other programs of the job receive them.
    static func ignoreInterrupts() -> Interrupts {
        var before = Interrupts()
        for signal in [SIGINT, SIGQUIT] {
            before.actions.append((signal, SignalAction.set(signal, to: SIG_IGN)))
        }
        return before
    }

    /// Restores the previous actions.
    static func restore(_ interrupts: Interrupts) {
        for (signal, var action) in interrupts.actions { sigaction(signal, &action, nil) }
    }

    /// Stops the whole job, as `^Z` does under a shell, and returns when it continues; at once if no shell could
    /// continue it. The other processes are stopped first: a parent that waits for them (make, sh) must see all of them
    /// stopped, and this process must not run in between.
    static func stopJob() {
        var own = SignalAction.set(SIGTSTP, to: SIG_IGN)
        kill(0, SIGTSTP)
        SignalAction.set(SIGTSTP, to: nil)
        SignalAction.raise(SIGTSTP)
        sigaction(SIGTSTP, &own, nil)
    }

    /// Ends the process by `signal`, so that its parent receives the reason.
    static func die(of signal: CInt) -> Never {
        SignalAction.set(signal, to: nil)
        SignalAction.raise(signal)
        // Reached only for a signal that does not end a process.
        _exit(128 + signal)
    }
}
