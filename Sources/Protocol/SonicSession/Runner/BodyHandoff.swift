import SonicProtocol

/// A session's response that is a file rather than a page; the receiver continues its transfer.
///
/// Nothing of the body has been read yet. The transfer stops when it is no longer referenced, and pauses while it is
/// not read: a connection applies backpressure after a few megabytes.
public struct BodyHandoff: Sendable {
    /// The request of the response.
    public let request: Request
    /// The response's status and headers.
    public let head: ResponseHead
    /// What caused the session, for cookies: further requests for the file have the same cause.
    public let cause: RequestCause
    /// The remaining events of the transfer: body data and the end. It can be read once.
    public let rest: ResponseEvents
}

/// What a session does with a response that is a file (`FileAnswer`).
public enum FileHandling: Sendable, Equatable {
    /// The file is handled like a page.
    case taken
    /// The session ends and hands the transfer over (`SessionEvent.handedOver`).
    case handedOver
}
