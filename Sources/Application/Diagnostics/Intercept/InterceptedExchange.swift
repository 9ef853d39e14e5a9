import SonicProtocol
import SonicSession

/// A request or an answer that waits for a person.
public struct InterceptedExchange: Sendable, Equatable, Identifiable {
    /// Its number, counted from 1 over the run of the program.
    public let id: Int
    /// What asked for it.
    let use: Use
    /// The request, as it went out or is to go out.
    public let request: Request
    /// The answer; nil while the request is what is held.
    public let answer: AnswerEdit.Original?

    /// A half of an exchange.
    public enum Stage: String, CaseIterable, Sendable {
        /// The request, before it goes out.
        case request
        /// The answer, once it is here whole.
        case response
    }

    /// What an exchange is for.
    public enum Use: Sendable, Equatable {
        /// A page.
        case page
        /// What a page names, such as a style sheet.
        case resource
    }

    /// An exchange of these parts.
    public init(id: Int, use: Use, request: Request, answer: AnswerEdit.Original?) {
        self.id = id
        self.use = use
        self.request = request
        self.answer = answer
    }

    /// The half that is held.
    public var stage: Stage { answer == nil ? .request : .response }

    /// What is intercepted, in a few words: `request GET`, `response 304 Not Modified, no body`.
    public var words: String {
        guard let answer else { return "request \(request.method)" }
        let status = "\(answer.head.status) \(answer.head.reason)"
        let size = answer.body.isEmpty ? "no body" : "\(answer.body.count) bytes of body"
        return "response \(answer.head.reason.isEmpty ? "\(answer.head.status)" : status), \(size)"
    }
}

/// What becomes of a held exchange.
public enum Release: Sendable, Equatable {
    /// It goes on as it is.
    case unchanged
    /// This request goes out in its place.
    case request(Request)
    /// This answer takes its place, or answers the request without a server.
    case answer(WrittenAnswer)
    /// It goes on so, and nothing of the response is stored.
    indirect case unstored(Release)
    /// Nobody gets it: the transfer fails.
    case dropped
    /// Nobody waits for it any more.
    case abandoned
}

/// An answer that was written by hand.
public struct WrittenAnswer: Sendable, Equatable {
    /// Its head.
    public var head: ResponseHead
    /// Its body, without content coding.
    public var body: [UInt8]
    /// The length that its head announces where that is not the body's, as the reader wants it.
    public var announced: Int?
    /// How it was written.
    public var means: AnswerEdit.Means

    /// An answer of these parts.
    public init(head: ResponseHead, body: [UInt8], announced: Int? = nil, means: AnswerEdit.Means) {
        self.head = head
        self.body = body
        self.announced = announced
        self.means = means
    }

    /// What whoever asked is told, in order.
    func events(inPlaceOf original: AnswerEdit.Original?, report: TransferReport) -> [ResponseEvent] {
        let edit = HandEdit.answer(AnswerEdit(original: original, means: means))
        // A connection stops where the announced length says, and misses what it says and did not come.
        let sent = announced.map { Array(body.prefix($0)) } ?? body
        let isShort = announced.map { $0 > sent.count } ?? false
        let ending: ResponseEvent =
            isShort ? .failed(.truncated(received: sent.count, expected: announced)) : .finished(report)
        return [.edited(edit), .headReceived(head)] + (sent.isEmpty ? [] : [.bodyReceived(sent)]) + [ending]
    }
}
