import Glibc
import SonicSession

/// The one thread that libcurl runs on.
enum CurlThread {
    /// Starts a thread that serves the pipe returned until that pipe closes.
    static func start(_ configuration: TransportConfiguration) throws(ConnectionFailure) -> CommandPipe {
        let (commands, reader) = try CommandPipe.make()
        let opening = Unmanaged.passRetained(Opening(reader: reader, configuration: configuration))
        // The thread inherits a mask of everything: signals are for the thread that restores the terminal,
        // and a write to a closed socket must not end the program.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let error = pthread_create(&thread, nil, Self.main, opening.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard error == 0 else {
            opening.release()
            close(reader.descriptor)
            throw .other(code: Int(error), detail: "No thread: \(String(cString: strerror(error)))")
        }
        pthread_detach(thread)
        return commands
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        let opening = Unmanaged<Opening>.fromOpaque(context).takeRetainedValue()
        let transfers = Transfers(opening.configuration)
        transfers.serve(opening.reader)
        close(opening.reader.descriptor)
        return nil
    }

    /// What the thread is born with.
    private final class Opening: Sendable {
        let reader: CommandReader
        let configuration: TransportConfiguration

        init(reader: CommandReader, configuration: TransportConfiguration) {
            self.reader = reader
            self.configuration = configuration
        }
    }
}
