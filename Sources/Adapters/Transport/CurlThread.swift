import Glibc
import SonicSession
import SystemLibraries

/// The only thread that libcurl runs on.
enum CurlThread {
    /// Starts a thread that serves the returned pipe until the pipe is closed.
    static func start(_ configuration: TransportConfiguration) throws(ConnectionFailure) -> CommandPipe {
        let (commands, reader) = try CommandPipe.make()
        let error = DetachedThread.start(blockingSignals: true) {
            Transfers(configuration).serve(reader)
            close(reader.descriptor)
        }
        guard error == 0 else {
            close(reader.descriptor)
            throw .exhausted(detail: "no thread: \(String(cString: strerror(error)))")
        }
        return commands
    }
}
