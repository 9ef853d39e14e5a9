import Glibc

/// The content of a server: a folder, the demo pages, another server's pages.
///
/// A site is used on the server's thread only, so it may change its state without synchronization, and an answer should
/// not take longer than reading a file.
public protocol Site {
    /// Returns the answer to a request.
    mutating func answer(_ request: ServerRequest) -> ServerAnswer

    /// Returns the streaming exchange for a request head, if body or answer take time; nil to buffer the body and call
    /// `answer`, as most sites do.
    mutating func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)?
}

extension Site {
    /// Returns nil.
    public mutating func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        nil
    }
}

/// A replacement for `poll` in a server's loop: another library with its own sockets to watch and work to do when they
/// are ready. Called on the server's thread.
public protocol Waiter: AnyObject {
    /// What is known of the server that it asks; nil if it asks none.
    var upstream: UpstreamFigures? { get }

    /// Waits until one of the entries or its own sockets are ready, for at most `milliseconds` (-1 for no limit), sets
    /// the entries' `revents`, and performs its own work.
    func wait(for entries: inout [pollfd], milliseconds: Int32)
}
