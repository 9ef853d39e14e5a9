import Glibc
import Synchronization

/// The way back to a usable terminal when the program cannot go on: what to write and which modes to set,
/// prepared while all is well.
///
/// Used from handlers of crash signals, so everything it touches is memory that stays where it is: no
/// allocation, no reference counts, no lock.
enum Emergency {
    private struct Plan {
        var output: CInt
        var input: CInt
        var modes: termios
        var sequence: UnsafeMutablePointer<UInt8>
        var count: Int
    }

    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

    private static let stackSize = 64 * 1024
    private static let stackAddress = UInt(
        bitPattern: UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16))

    // Replaced plans are never freed: a handler may be reading one. There is one per opened terminal.
    // Its address, 0 for none.
    private static let plan = Atomic<UInt>(0)

    /// Prepares the way back: `sequence` is written to `output`, `modes` are set on `input`.
    static func prepare(writing sequence: [UInt8], to output: CInt, setting modes: termios, on input: CInt) {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(sequence.count, 1))
        bytes.initialize(from: sequence, count: sequence.count)
        let place = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        place.initialize(
            to: Plan(output: output, input: input, modes: modes, sequence: bytes, count: sequence.count))
        plan.store(UInt(bitPattern: place), ordering: .releasing)
        coverThisThread()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = crashed
        // Once: a fault inside the handler, and the signal raised at its end, find the default meaning.
        action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK | SA_NODEFER
        for signal in crashes { sigaction(signal, &action, nil) }
    }

    /// Gives the handlers a stack of their own on this thread, so that they run when its stack is full. The
    /// main actor wanders between threads; only it recurses on anything of size, so one stack serves it.
    static func coverThisThread() {
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer(bitPattern: stackAddress)
        stack.ss_size = stackSize
        sigaltstack(&stack, nil)
    }

    /// Forgets the way back: the terminal is as it was.
    static func cancel() {
        guard plan.exchange(0, ordering: .acquiringAndReleasing) != 0 else { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = nil
        for signal in crashes { sigaction(signal, &action, nil) }
    }

    /// Goes the way back now; the second call does nothing. Async-signal-safe.
    static func restore() {
        let address = plan.exchange(0, ordering: .acquiringAndReleasing)
        guard let place = UnsafeMutablePointer<Plan>(bitPattern: address) else { return }
        write(place.pointee.output, place.pointee.sequence, place.pointee.count)
        tcsetattr(place.pointee.input, TCSANOW, &place.pointee.modes)
    }

    private static let crashed: @convention(c) (CInt) -> Void = { signal in
        restore()
        raise(signal)
    }
}
