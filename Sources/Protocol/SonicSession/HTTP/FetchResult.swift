import SonicProtocol

/// How a fetch ended.
public struct FetchResult: Sendable, Equatable {
    /// The answer, or why there is none.
    public var ending: FetchEnding
    /// The addresses that were asked, the first one first; more than one after redirects.
    public var urls: [WebURL]
    /// Why it came so: a sentence for each decision, naming the header that it rests on.
    public var notes: [String]
    /// What was odd about an answer, or about what was stored; each is among the notes, too.
    public var findings: [Finding] = []

    /// A result of these parts.
    public init(ending: FetchEnding, urls: [WebURL], notes: [String]) {
        self.ending = ending
        self.urls = urls
        self.notes = notes
    }

    /// The answer; nil when there is none.
    public var answer: FetchAnswer? {
        switch ending {
        case .answered(let answer): answer
        case .failed: nil
        }
    }
}

/// What a fetch comes to.
public enum FetchEnding: Sendable, Equatable {
    /// There is an answer, of whatever status.
    case answered(FetchAnswer)
    /// There is none: what Fetch calls a network error.
    case failed(FetchFailure)
}

/// An answer, head and body.
public struct FetchAnswer: Sendable, Equatable {
    /// The status line and fields, and where they come from.
    public var head: FetchHead
    /// The body, content coding removed; of a HEAD and a 304, empty.
    public var body: [UInt8]

    /// An answer of these parts.
    public init(head: FetchHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// The head of an answer.
public struct FetchHead: Sendable, Equatable {
    /// The address that is answered, after redirects.
    public var url: WebURL
    /// Who answered.
    public var source: FetchSource
    /// The status code.
    public var status: Int
    /// The reason phrase; may be empty.
    public var reason: String
    /// The fields in wire order, repeated ones apart; from the cache with their Age.
    public var headers: Headers

    /// A head of these parts.
    public init(url: WebURL, source: FetchSource, status: Int, reason: String, headers: Headers) {
        self.url = url
        self.source = source
        self.status = status
        self.reason = reason
        self.headers = headers
    }
}

/// Who answered.
public enum FetchSource: String, Sendable, CaseIterable {
    /// The server, with head and body.
    case network
    /// The cache; nobody was asked, or nobody could answer.
    case cache
    /// The cache, after the server had confirmed what is stored or had added what was missing.
    case revalidated
}

/// Why there is no answer.
public enum FetchFailure: Error, Equatable, Sendable {
    /// The exchange failed.
    case connection(ConnectionFailure)
    /// Only the cache was to be asked, and it has nothing that answers.
    case notCached
    /// More than twenty redirects.
    case tooManyRedirects
    /// A redirect came, and none was to be followed.
    case redirected(to: String)
    /// The redirect leads nowhere, for this reason.
    case badRedirect(BadRedirect)
    /// The answer is longer than an answer that is fetched whole may be, in bytes.
    case tooLarge(limit: Int)
    /// Stopped by the caller.
    case stopped
}

/// What a fetch tells whoever watches it, in order: at most one head, then pieces of its body, then the end.
public enum FetchEvent: Sendable, Equatable {
    /// The answer's head is known.
    case headReceived(FetchHead)
    /// A piece of the answer's body, never empty.
    case bodyReceived([UInt8])
    /// It is over. An answer that failed within its body ends as a failure; in this result the body is empty,
    /// as it came in pieces.
    case ended(FetchResult)
}
