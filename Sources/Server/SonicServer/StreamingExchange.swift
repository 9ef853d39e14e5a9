import SonicProtocol

/// One exchange that goes on while the server's loop runs: the request's body is handed over as it arrives, the
/// answer is given when it is known, and its body is asked for as the client takes it.
///
/// Everything happens on the server's thread. Whoever has nothing to give or no room says so, and wakes the
/// `ClientLine` once that has changed.
public protocol StreamingExchange: AnyObject {
    /// Takes a part of the request's body; returns how many bytes of it. The rest comes again after `wake`.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int

    /// The answer, asked for once the request is complete, and again after each `wake` while it is `later`.
    func answer() -> ConversationAnswer

    /// The next bytes of a streamed answer's body. The buffer is never empty.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart

    /// The exchange is over; nothing else is asked. Returns what there is to tell of it in the log.
    func end(_ ending: ConversationEnding) -> [String]
}

/// What a conversation says when it is asked for its answer.
public enum ConversationAnswer {
    /// Not known yet.
    case later
    /// An answer; a body that is `streamed` is read part by part from then on.
    case answer(ServerAnswer)
}

/// What a conversation gives of its answer's body.
public enum BodyPart: Equatable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// Nothing yet.
    case later
    /// The body is complete.
    case end
    /// There will never be more of a body that is not complete: the client has to see that.
    case cutOff
}

/// How an exchange ended.
public enum ConversationEnding: Equatable, Sendable {
    /// The answer was sent as a whole.
    case complete
    /// The client or the answer was lost.
    case lost
}
