import CCurl
import Glibc
import Synchronization

/// A socket of libcurl, shared by libcurl's thread and the watch.
///
/// The descriptor of a closed socket is soon reused for another file. So each state change is one atomic exchange, and
/// a socket that libcurl closes while the watch is shutting it down is closed by the watch.
public final class OpenSocket: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case open
        /// The watch is shutting it down.
        case ending
        /// The watch has shut it down; libcurl closes it or has closed it.
        case ended
        /// libcurl closed it while the watch was shutting it down.
        case abandoned
        case closed
    }

    /// The file descriptor.
    let descriptor: Int32
    private let state = Atomic(State.open)

    /// Creates the state of a newly opened socket.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Whether it is neither closed nor shut down.
    var isOpen: Bool { state.load(ordering: .acquiring) == .open }

    /// Whether the watch shut it down, because libcurl read from it without returning.
    var wasEnded: Bool {
        switch state.load(ordering: .acquiring) {
        case .open, .closed: false
        case .ending, .ended, .abandoned: true
        }
    }

    /// The number of bytes read from it; negative if the system does not report it.
    var bytesTaken: Int { Int(late_bytes_taken(descriptor)) }

    /// Shuts down both directions: pending bytes can still be read, then the end follows. Called by the watch.
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
