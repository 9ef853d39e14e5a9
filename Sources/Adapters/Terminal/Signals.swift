import Glibc
import SystemLibraries

/// The signals a terminal program answers, and those that it sends.
enum Signals {
    /// Those that the thread which reads the terminal answers.
    static let watched = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]

    /// What the keys that interrupt a program do to this one.
    struct Interrupts {
        fileprivate var actions: [(signal: CInt, action: sigaction)] = []
    }

    /// Leaves what `^C` and `^\` send to the other programs of the job.
    static func ignoreInterrupts() -> Interrupts {
        var before = Interrupts()
        for signal in [SIGINT, SIGQUIT] {
            before.actions.append((signal, SignalAction.set(signal, to: SIG_IGN)))
        }
        return before
    }

    /// Heeds them again as before.
    static func restore(_ interrupts: Interrupts) {
        for (signal, var action) in interrupts.actions { sigaction(signal, &action, nil) }
    }

    /// Stops the whole job, as `^Z` does under a shell, and returns when it continues; at once where no shell
    /// could continue it. The others are stopped first: whoever waits for them (make, sh) must see them all
    /// stopped, and this process must not run on in between.
    static func stopJob() {
        var own = SignalAction.set(SIGTSTP, to: SIG_IGN)
        kill(0, SIGTSTP)
        SignalAction.set(SIGTSTP, to: nil)
        SignalAction.raise(SIGTSTP)
        sigaction(SIGTSTP, &own, nil)
    }

    /// Ends the process by `signal`, so that its parent sees why.
    static func die(of signal: CInt) -> Never {
        SignalAction.set(signal, to: nil)
        SignalAction.raise(signal)
        // Only a signal that does not end a process comes back.
        _exit(128 + signal)
    }
}
