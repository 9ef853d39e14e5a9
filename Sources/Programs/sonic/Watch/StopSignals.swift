import Glibc

/// The signals by which a program is asked to end, taken in as events; those that the parent process ignores stay
/// ignored.
struct StopSignals {
    /// Their numbers as they come.
    let numbers: AsyncStream<Int32>

    /// What the handler writes to and the thread reads from. Made before the handler is in force.
    private static let pipe: (reading: CInt, writing: CInt)? = {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }()

    /// What the thread is born with.
    private final class Opening: Sendable {
        let numbers: AsyncStream<Int32>.Continuation

        init(numbers: AsyncStream<Int32>.Continuation) { self.numbers = numbers }
    }

    /// From now on the signals do nothing else. To be made once. Where the system has no pipe or no thread left they
    /// end the program, as ever.
    init() {
        let (numbers, continuation) = AsyncStream<Int32>.makeStream()
        self.numbers = numbers
        guard Self.pipe != nil else { return }
        let opening = Unmanaged.passRetained(Opening(numbers: continuation))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, Self.wait, opening.toOpaque()) == 0 else {
            opening.release()
            return
        }
        pthread_detach(thread)
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let before = Glibc.signal(signal, Self.received)
            // Functions cannot be compared, and SIG_IGN is no more than an address.
            if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                Glibc.signal(signal, SIG_IGN)
            }
        }
    }

    // Async-signal-safe: one write, errno kept.
    private static let received: @convention(c) (CInt) -> Void = { signal in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: signal)
        if let pipe { _ = write(pipe.writing, &byte, 1) }
        errno = saved
    }

    private static let wait: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        let numbers = Unmanaged<Opening>.fromOpaque(context).takeRetainedValue().numbers
        var byte: UInt8 = 0
        while let pipe {
            let count = read(pipe.reading, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { break }
            numbers.yield(Int32(byte))
        }
        return nil
    }
}
