import Glibc
import Synchronization
import SystemLibraries

/// Restores a usable terminal when the program cannot continue. The bytes to write and the modes to set are prepared in
/// advance.
///
/// Handlers of fatal signals use it, so it touches only memory at fixed addresses: no allocation, no reference
/// counting, no locks.
enum Emergency {
    private struct Plan {
        var output: CInt
        var input: CInt
        var modes: termios
        var sequence: UnsafeMutablePointer<UInt8>
        var count: Int
    }

    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
    /// Every other signal that ends a program by default (signal(7)), except SIGKILL, SIGPIPE, which the programs
    /// ignore, and those that `Signals` turns into events. The C library reserves 32 and 33.
    private static let endings =
        [
            SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS, SIGPOLL,
            SIGSTKFLT,
            SIGPWR,
        ] + Array(34...64)
    /// The signals that end a program which does not turn them into events.
    private static let requests = [SIGINT, SIGTERM, SIGHUP]

    private static let stackSize = 64 * 1024
    private static let stackAddress = UInt(
        bitPattern: UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16))

    // The address of the plan, 0 if there is none. Replaced plans are never freed, because a handler may be reading
    // one. There is one for each opened terminal.
    private static let plan = Atomic<UInt>(0)

    // The previous action of each signal, by its number: an address at which the memory stays, since handlers read it.
    private static let before = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        return UInt(bitPattern: actions)
    }()

    /// Prepares the restoration: `sequence` is written to `output`, `modes` are set on `input`.
    /// - Parameter handlesRequests: Whether SIGINT, SIGTERM and SIGHUP restore the terminal, too, as nothing else
    ///   handles them.
    static func prepare(
        writing sequence: [UInt8], to output: CInt, setting modes: termios, on input: CInt,
        handlesRequests: Bool = false
    ) {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(sequence.count, 1))
        bytes.initialize(from: sequence, count: sequence.count)
        let place = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        place.initialize(
            to: Plan(output: output, input: input, modes: modes, sequence: bytes, count: sequence.count))
        plan.store(UInt(bitPattern: place), ordering: .releasing)
        coverThisThread()
        for signal in crashes + endings + (handlesRequests ? requests : []) { handle(signal) }
    }

    private static func handle(_ signal: CInt) {
        guard let before = UnsafeMutablePointer<sigaction>(bitPattern: before) else { return }
        var current = sigaction()
        guard sigaction(signal, nil, &current) == 0, !isOurs(current) else { return }
        // A signal that the parent process ignores, as under nohup, stays ignored.
        if !crashes.contains(signal), SignalAction.isIgnored(signal) { return }
        before[Int(signal)] = current
        SignalAction.set(signal, to: ended, flags: SA_ONSTACK | CInt(bitPattern: UInt32(SA_NODEFER)))
    }

    private static func isOurs(_ action: sigaction) -> Bool {
        SignalAction.isSame(action.__sigaction_handler.sa_handler, ended)
    }

    /// Gives the handlers an alternate stack on this thread, so that they run when the thread's stack is full. The main
    /// actor moves between threads; only it recurses deeply, so one stack is enough.
    static func coverThisThread() {
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer(bitPattern: stackAddress)
        stack.ss_size = stackSize
        sigaltstack(&stack, nil)
    }

    /// Cancels the restoration and restores the handlers of signals: the terminal is as it was found.
    static func cancel() {
        guard plan.exchange(0, ordering: .acquiringAndReleasing) != 0 else { return }
        guard let before = UnsafeMutablePointer<sigaction>(bitPattern: before) else { return }
        for signal in crashes + endings + requests {
            var current = sigaction()
            if sigaction(signal, nil, &current) == 0, isOurs(current) {
                sigaction(signal, before + Int(signal), nil)
            }
        }
    }

    /// Restores the terminal now; the second call does nothing. Async-signal-safe.
    static func restore() {
        let address = plan.exchange(0, ordering: .acquiringAndReleasing)
        guard let place = UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
        FrameOutput.write(place.pointee.sequence, place.pointee.count, to: place.pointee.output)
        tcsetattr(place.pointee.input, TCSANOW, &place.pointee.modes)
    }

    // A fault inside the handler, and the signal raised at its end, have their previous action.
    private static let ended: @convention(c) (CInt) -> Void = { signal in
        if let before = UnsafeMutablePointer<sigaction>(bitPattern: before) {
            sigaction(signal, before + Int(signal), nil)
        }
        restore()
        raise(signal)
    }
}

/// The signals that a terminal program handles and sends.
enum Signals {
    /// The signals that the thread which reads the terminal handles.
    static let watched = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP]

    /// The actions of the signals that `^C` and `^\` send.
    typealias Interrupts = [(signal: CInt, action: sigaction)]

    /// Ignores the signals of `^C` and `^\`, so that only the other programs of the job receive them.
    static func ignoreInterrupts() -> Interrupts {
        [SIGINT, SIGQUIT].map { ($0, SignalAction.set($0, to: SIG_IGN)) }
    }

    /// Restores the previous actions.
    static func restore(_ interrupts: Interrupts) {
        for (signal, var action) in interrupts { sigaction(signal, &action, nil) }
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
