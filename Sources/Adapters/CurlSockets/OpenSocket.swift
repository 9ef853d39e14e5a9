import CCurl
import Glibc
import Synchronization

/// A socket that libcurl opened, as libcurl's thread and the watch on it share it.
///
/// The number of a closed socket is soon that of another file. So each step is taken by one atomic exchange, and a socket
/// that libcurl closes while the watch ends it is closed by the watch.
public final class OpenSocket: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case open
        /// The watch is ending it.
        case ending
        /// The watch has ended it; libcurl has yet to close it, or did.
        case ended
        /// libcurl closed it while the watch was ending it.
        case abandoned
        case closed
    }

    /// Its number.
    let descriptor: Int32
    private let state = Atomic(State.open)

    /// A socket that was opened just now.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Whether it is neither closed nor ended.
    var isOpen: Bool { state.load(ordering: .acquiring) == .open }

    /// Whether the watch ended it, because libcurl took bytes from it without coming back.
    var wasEnded: Bool {
        switch state.load(ordering: .acquiring) {
        case .open, .closed: false
        case .ending, .ended, .abandoned: true
        }
    }

    /// How many bytes have been read from it; negative where the system does not tell.
    var bytesTaken: Int { Int(late_bytes_taken(descriptor)) }

    /// Shuts both directions down: what waits can still be read, then comes the end. Called by the watch.
    func end() {
        guard move(from: .open, to: .ending) else { return }
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        if !move(from: .ending, to: .ended) { Glibc.close(descriptor) }
    }

    /// Closes it. Called by libcurl's thread, once.
    func close() {
        if move(from: .open, to: .closed) || !move(from: .ending, to: .abandoned) { Glibc.close(descriptor) }
    }

    private func move(from old: State, to new: State) -> Bool {
        state.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}
