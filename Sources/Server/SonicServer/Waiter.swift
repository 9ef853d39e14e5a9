import Glibc

/// A replacement for `poll` in a server's loop: another library with its own sockets to watch and work to do when they
/// are ready. Called on the server's thread.
public protocol Waiter: AnyObject {
    /// Waits until one of the entries or its own sockets are ready, for at most `milliseconds` (-1 for no limit), sets
    /// the entries' `revents`, and performs its own work.
    func wait(for entries: inout [pollfd], milliseconds: Int32)
}
