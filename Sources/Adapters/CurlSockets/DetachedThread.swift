import Glibc

/// A thread that ends by itself.
public enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread. It is born with all signals blocked: they are for the thread that restores the terminal, and a
    /// write to a closed socket must not end the program.
    ///
    /// - Returns: 0, or the system's number of the error.
    public static func start(_ run: @escaping @Sendable () -> Void) -> Int32 {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let error = pthread_create(&thread, nil, main, body.toOpaque())
        guard error == 0 else {
            body.release()
            return error
        }
        pthread_detach(thread)
        return 0
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}
