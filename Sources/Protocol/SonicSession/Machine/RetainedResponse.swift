import SonicProtocol

/// What a session keeps of its answers beside what it makes of them.
public enum ResponseRetention: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The first that is no redirect, body included: what any other client would have been given in its place.
    case first
}

/// An answer as it came, with what it was compared with and what came of it.
public struct RetainedResponse: Sendable {
    /// The stored page it was compared with; nil for none.
    public var stored: StoredPage?
    /// What the request asked.
    public var asked: Asked
    /// The status.
    public var status: Int
    /// The headers, with those that were added.
    public var headers: Headers
    /// The body, content coding removed; of an error a mebibyte at most.
    public var body: [UInt8]
    /// The page that the session came to, whatever the screen shows; nil for none.
    public var page: [UInt8]?

    init(_ attempt: Attempt, _ answer: Answer) {
        stored = attempt.stored
        asked = attempt.asked
        status = answer.head.status
        headers = answer.headers
        body = answer.body
        page = attempt.stored?.version.html
    }
}

extension SessionMachine {
    /// Keeps a complete answer where the order asks for it and it is the first of a page.
    mutating func keep(_ attempt: Attempt, _ answer: Answer) {
        guard order.retention == .first, ledger.retained == nil, attempt.method == .get else { return }
        switch answer.kind {
        case .redirect: return
        case .notModified, .update, .page, .unavailable, .error, .senseless:
            ledger.retained = RetainedResponse(attempt, answer)
        }
    }
}
