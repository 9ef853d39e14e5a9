import Glibc

/// What a server's loop waits with in place of `poll`: another library that has sockets of its own to watch and
/// work to do when they stir. Called on the server's thread.
public protocol Waiter: AnyObject {
    /// Waits until one of the entries or something of its own stirs, at most so many milliseconds (-1 for any
    /// time), sets the entries' `revents`, and does what is its own to do.
    func wait(for entries: inout [pollfd], milliseconds: Int32)
}
