/// An exchange that continues while the server's loop runs: the request's body is passed as it arrives, the answer is
/// given when it is known, and its body is read as the client accepts it.
///
/// Everything happens on the server's thread. An exchange that has no data or no room returns, and wakes the
/// `ClientLine` once that has changed.
public protocol StreamingExchange: AnyObject {
    /// Receives a part of the request's body. Returns the number of bytes accepted; the rest is passed again after
    /// `wake`.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int

    /// Handles the end of the client's side after a response with status 101, from which on `receive` and `read` pass
    /// the bytes of another protocol.
    func receiveEnd()

    /// Returns the answer. Called once the request is complete, and again after each `wake` while it is `later`.
    func answer() -> ExchangeAnswer

    /// Reads the next bytes of a streamed answer's body. The buffer is never empty.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart

    /// Whether it waits for the decision on an intercepted message.
    var isIntercepted: Bool { get }

    /// Ends the exchange; no further calls follow. Returns notes for the log.
    func end(_ ending: ExchangeEnding) -> [String]
}

extension StreamingExchange {
    /// Does nothing.
    public func receiveEnd() {}

    /// False.
    public var isIntercepted: Bool { false }
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
