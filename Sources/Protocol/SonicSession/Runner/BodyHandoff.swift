import SonicProtocol

/// A session's answer that is a file rather than a page: whoever wants it goes on with its transfer.
///
/// Nothing of the body has been read. What nobody holds any more is stopped, and what nobody reads waits: a
/// connection holds back after a few megabytes.
public struct BodyHandoff: Sendable {
    /// The request that is being answered.
    public let request: Request
    /// The answer's head.
    public let head: ResponseHead
    /// What caused the session, as far as cookies ask: whoever asks again asks for the same reason.
    public let cause: RequestCause
    /// What the transfer reports from here on: pieces of the body and how it ends. It is read once.
    public let rest: ResponseEvents

    /// A transfer whose head has come.
    /// - Parameters:
    ///   - request: What was asked.
    ///   - head: The answer's head.
    ///   - cause: What caused the session, by default a person.
    ///   - rest: What follows it.
    public init(
        request: Request, head: ResponseHead, cause: RequestCause = .person, rest: ResponseEvents
    ) {
        self.request = request
        self.cause = cause
        self.head = head
        self.rest = rest
    }
}

/// What a session does with an answer that is a file (`FileAnswer`).
public enum FileHandling: Sendable, Equatable {
    /// It is taken in as a page is.
    case taken
    /// The session ends and hands the transfer over (`SessionEvent.handedOver`).
    case handedOver
}
