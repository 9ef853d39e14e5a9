import Glibc
import SystemLibraries

/// The termination signals of the program as events; those that the parent process ignores stay ignored.
package struct StopSignals {
    /// The numbers of the received signals.
    package let numbers: AsyncStream<Int32>

    /// Redirects the signals to the stream. To be created once. If the system has no pipe or thread left, the signals
    /// end the program by default.
    package init() {
        let (numbers, continuation) = AsyncStream<Int32>.makeStream()
        self.numbers = numbers
        guard let signals = SignalPipe(of: [SIGINT, SIGTERM, SIGHUP]) else { return }
        let error = DetachedThread.start {
            while true { for signal in signals.next() { continuation.yield(signal) } }
        }
        if error != 0 { signals.close() }
    }
}
