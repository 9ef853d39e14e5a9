import SonicProtocol

/// Which responses a session keeps in addition to its result.
public enum ResponseRetention: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// The first one that is not a redirect, including its body: what any other client would have received.
    case first
}

/// A response as received, with what it was compared with and what resulted from it.
public struct RetainedResponse: Sendable {
    /// The stored page that it was compared with; nil for none.
    public var stored: StoredPage?
    /// The conditional parts of the request.
    public var asked: RequestConditions
    /// The status code.
    public var status: Int
    /// The headers, including the added ones.
    public var headers: Headers
    /// The body, content coding removed; of an error at most 1 MiB.
    public var body: [UInt8]
    /// The resulting page of the session, whatever the screen shows; nil for none.
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
    /// Keeps a complete response if the order requires it and it is the first of a page.
    mutating func keep(_ attempt: Attempt, _ answer: Answer) {
        guard order.retention == .first, ledger.retained == nil, attempt.method == .get else { return }
        switch answer.kind {
        case .redirect: return
        case .notModified, .update, .page, .unavailable, .error, .invalid:
            ledger.retained = RetainedResponse(attempt, answer)
        }
    }
}
