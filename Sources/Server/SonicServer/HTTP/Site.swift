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
    mutating func streamingExchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)?
}

extension Site {
    /// Returns nil.
    public mutating func streamingExchange(on head: ServerRequest, over line: ClientLine) -> (
        any StreamingExchange
    )? {
        nil
    }
}

/// An exchange that continues while the server's loop runs: the request's body is passed as it arrives, the answer is
/// given when it is known, and its body is read as the client accepts it.
///
/// Everything happens on the server's thread. An exchange that has no data or no room returns, and wakes the
/// `ClientLine` once that has changed.
public protocol StreamingExchange: AnyObject {
    /// Receives a part of the request's body. Returns the number of bytes accepted; the rest is passed again after
    /// `wake`.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int

    /// Returns the answer. Called once the request is complete, and again after each `wake` while it is `later`.
    func answer() -> ExchangeAnswer

    /// Reads the next bytes of a streamed answer's body. The buffer is never empty.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart

    /// Ends the exchange; no further calls follow. Returns notes for the log.
    func end(_ ending: ExchangeEnding) -> [String]
}

/// The result of a call for the answer of a streaming exchange.
public enum ExchangeAnswer {
    /// Not known yet.
    case later
    /// An answer; a `streamed` body is read part by part from then on.
    case answer(ServerAnswer)
}

/// The result of reading an answer's body.
public enum BodyPart: Equatable {
    /// This number of bytes, at least one.
    case bytes(Int)
    /// None yet.
    case later
    /// The body is complete.
    case end
    /// The body ends incomplete, and the client must notice that.
    case cutOff
}

/// How an exchange ended.
public enum ExchangeEnding: Equatable, Sendable {
    /// The answer was sent completely.
    case complete
    /// The connection was lost, or the answer was cut off.
    case lost
}

/// A replacement for `poll` in a server's loop: another library with its own sockets to watch and work to do when they
/// are ready. Called on the server's thread.
public protocol Waiter: AnyObject {
    /// Waits until one of the entries or its own sockets are ready, for at most `milliseconds` (-1 for no limit), sets
    /// the entries' `revents`, and performs its own work.
    func wait(for entries: inout [pollfd], milliseconds: Int32)
}
