import Glibc
import Synchronization

/// The signals a terminal program answers, turned into bytes on a pipe.
enum Signals {
    /// Those that are turned into bytes; each byte is the signal's number.
    private static let watched = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]

    // A handler can capture nothing, so the pipe's writing end has to be found from here.
    private static let pipe = Atomic<CInt>(-1)

    /// Starts to write to `descriptor`. A signal that the parent process ignores stays ignored.
    static func watch(writingTo descriptor: CInt) {
        pipe.store(descriptor, ordering: .releasing)
        for signal in watched {
            var current = sigaction()
            sigaction(signal, nil, &current)
            if handlerAddress(current) == handlerAddress(ignoring) { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = received
            action.sa_flags = SA_RESTART
            sigaction(signal, &action, nil)
        }
    }

    /// Gives the watched signals their default meaning again; those that were ignored stay so.
    static func unwatch() {
        for signal in watched {
            var current = sigaction()
            sigaction(signal, nil, &current)
            if handlerAddress(current) != handlerAddress(ignoring) { setDefault(signal) }
        }
        pipe.store(-1, ordering: .releasing)
    }

    /// What the keys that interrupt a program do to this one.
    struct Interrupts {
        fileprivate var actions: [(signal: CInt, action: sigaction)] = []
    }

    /// Leaves what `^C` and `^\` send to the other programs of the job.
    static func ignoreInterrupts() -> Interrupts {
        var before = Interrupts()
        for signal in [SIGINT, SIGQUIT] {
            var (action, own) = (ignoring, sigaction())
            sigaction(signal, &action, &own)
            before.actions.append((signal, own))
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
        var action = ignoring
        var own = sigaction()
        sigaction(SIGTSTP, &action, &own)
        kill(0, SIGTSTP)
        setDefault(SIGTSTP)
        raiseHere(SIGTSTP)
        sigaction(SIGTSTP, &own, nil)
    }

    /// Ends the process by `signal`, so that its parent sees why.
    static func die(of signal: CInt) -> Never {
        setDefault(signal)
        raiseHere(signal)
        // Only a signal that does not end a process comes back.
        _exit(128 + signal)
    }

    // Takes effect before it returns, also on the threads of Swift's runtime, which block signals.
    private static func raiseHere(_ signal: CInt) {
        var only = sigset_t()
        var before = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, signal)
        pthread_sigmask(SIG_UNBLOCK, &only, &before)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static func setDefault(_ signal: CInt) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = nil
        sigaction(signal, &action, nil)
    }

    private static var ignoring: sigaction {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_IGN
        return action
    }

    private static func handlerAddress(_ action: sigaction) -> Int {
        // Functions cannot be compared, and SIG_IGN is no more than an address.
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    // Async-signal-safe: one write, errno kept.
    private static let received: @convention(c) (CInt) -> Void = { signal in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: signal)
        // A full pipe already wakes the reader, and the signals that fill it are the same few.
        write(pipe.load(ordering: .acquiring), &byte, 1)
        errno = saved
    }
}
