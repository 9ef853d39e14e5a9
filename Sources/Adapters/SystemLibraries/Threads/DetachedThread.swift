import Glibc

/// A detached thread.
public enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - blockingSignals: Whether it starts with all signals blocked, in a program with a terminal except those of
    ///     crashes: they are for the thread that restores the terminal, and a write to a closed socket must not end the
    ///     program. Otherwise it inherits the signal mask of its creator.
    ///   - run: The body of the thread.
    /// - Returns: 0, or the error number.
    public static func start(blockingSignals: Bool = false, _ run: @escaping @Sendable () -> Void) -> Int32 {
        var all = sigset_t()
        var before = sigset_t()
        if blockingSignals { sigfillset(&all) } else { sigemptyset(&all) }
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let error = create(&thread, run)
        if error == 0 { pthread_detach(thread) }
        return error
    }

    /// Starts `count` threads and ends them again: the C library keeps their stacks for later threads.
    ///
    /// - Returns: 0, or the error number. In that case the threads already started wait until the program ends.
    public static func reserve(_ count: Int) -> Int32 {
        // Kept allocated until all threads have reached it.
        let meeting = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
        pthread_barrier_init(meeting, nil, UInt32(count + 1))
        let place = UInt(bitPattern: meeting)
        var threads = [pthread_t](repeating: pthread_t(), count: count)
        for index in threads.indices {
            let error = create(&threads[index]) {
                if let meeting = UnsafeMutablePointer<pthread_barrier_t>(bitPattern: place) {
                    pthread_barrier_wait(meeting)
                }
            }
            guard error == 0 else { return error }
        }
        pthread_barrier_wait(meeting)
        for thread in threads { pthread_join(thread, nil) }
        meeting.deallocate()
        return 0
    }

    private static func create(_ thread: inout pthread_t, _ run: @escaping @Sendable () -> Void) -> Int32 {
        let body = Unmanaged.passRetained(Body(run))
        let error = pthread_create(&thread, nil, main, body.toOpaque())
        if error != 0 { body.release() }
        return error
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}
