import Glibc
import SystemLibraries

/// The signals by which a program is asked to end, taken in as events; those that the parent process ignores stay
/// ignored.
package struct StopSignals {
    /// Their numbers as they come.
    package let numbers: AsyncStream<Int32>

    /// From now on the signals do nothing else. To be made once. Where the system has no pipe or no thread left they
    /// end the program, as ever.
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
