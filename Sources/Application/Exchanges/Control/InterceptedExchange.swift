import SonicProtocol
import SonicSession

/// A request or a response that waits for a decision.
public struct InterceptedExchange: Sendable, Equatable, Identifiable {
    /// Its number, from 1 within a run of the program.
    public let id: Int
    /// The use of the exchange.
    let use: RequestCause.Use
    /// The request, as it was sent or is to be sent.
    public let request: Request
    /// The response; nil while the request is intercepted.
    public let answer: AnswerEdit.Original?

    /// A half of an exchange.
    public enum Stage: String, CaseIterable, Sendable {
        /// The request, before it goes out.
        case request
        /// The response, once it is received in full.
        case response
    }

    /// Creates an exchange.
    public init(id: Int, use: RequestCause.Use, request: Request, answer: AnswerEdit.Original?) {
        self.id = id
        self.use = use
        self.request = request
        self.answer = answer
    }

    /// The half that is intercepted.
    public var stage: Stage { answer == nil ? .request : .response }

    /// What is intercepted, in a few words: `request GET`, `response 304 Not Modified, no body`.
    public var words: String {
        guard let answer else {
            let count = request.body.count
            return "request \(request.method)" + (count == 0 ? "" : ", \(count) bytes of body")
        }
        let status = "\(answer.head.status) \(answer.head.reason)"
        let size = answer.body.isEmpty ? "no body" : "\(answer.body.count) bytes of body"
        return "response \(answer.head.reason.isEmpty ? "\(answer.head.status)" : status), \(size)"
    }
}

/// The decision on an intercepted exchange.
public enum Release: Sendable, Equatable {
    /// Forward it unchanged.
    case unchanged
    /// Send this request instead.
    case request(Request)
    /// Use this response instead, or respond to the request without a server.
    case answer(WrittenAnswer)
    /// Release it this way, and store nothing of the response.
    indirect case unstored(Release)
    /// Drop it: the transfer fails.
    case dropped
    /// The exchange was cancelled.
    case abandoned
}

/// A response written by hand.
public struct WrittenAnswer: Sendable, Equatable {
    /// Its status line and headers.
    public var head: ResponseHead
    /// Its body, without content coding.
    public var body: [UInt8]
    /// The declared length if it deliberately differs from the body's.
    public var announced: Int?
    /// How it was written.
    public var means: AnswerEdit.Means

    /// Creates a response.
    public init(head: ResponseHead, body: [UInt8], announced: Int? = nil, means: AnswerEdit.Means) {
        self.head = head
        self.body = body
        self.announced = announced
        self.means = means
    }

    /// Returns the response with the hashes recomputed that were correct in the original, and their names.
    /// - Parameter page: The page that the original updates, if it is an update.
    public func recomputed(
        inPlaceOf original: AnswerEdit.Original, page: [UInt8]?, _ hashes: Hashes
    ) -> (answer: WrittenAnswer, names: [String]) {
        let outcome = Recomputation(
            hashes: hashes, headers: original.head.headers, body: original.body, page: page
        ).applied(to: head.headers, body)
        var answer = self
        answer.head = InterceptedMessage.head(head, with: outcome.headers)
        answer.body = outcome.body
        return (answer, outcome.names)
    }

    /// Returns the events for the caller, in order.
    package func events(inPlaceOf original: AnswerEdit.Original?, report: TransferReport) -> [ResponseEvent] {
        let edit = HandEdit.answer(AnswerEdit(original: original, means: means))
        // A connection stops at the declared length, and reports missing bytes.
        let sent = announced.map { Array(body.prefix($0)) } ?? body
        let isShort = announced.map { $0 > sent.count } ?? false
        let ending: ResponseEvent =
            isShort ? .failed(.truncated(received: sent.count, expected: announced)) : .finished(report)
        return [.edited(edit)] + AnswerEdit.Original(head: head, body: sent).events + [ending]
    }
}
