import SonicProtocol

/// The result of a fetch.
public struct FetchResult: Sendable, Equatable {
    /// The response, or why there is none.
    public var ending: FetchEnding
    /// The addresses requested, in order; more than one after redirects.
    public var urls: [WebURL]
    /// The reasons for the result: a sentence for each decision, naming the header it is based on.
    public var notes: [String]
    /// Irregularities of a response, or of what was stored; each is among the notes as well.
    public var findings: [Finding] = []

    /// Creates a result.
    public init(ending: FetchEnding, urls: [WebURL], notes: [String]) {
        self.ending = ending
        self.urls = urls
        self.notes = notes
    }

    /// The response; nil if there is none.
    public var answer: FetchAnswer? {
        switch ending {
        case .answered(let answer): answer
        case .failed: nil
        }
    }
}

/// How a fetch ended.
public enum FetchEnding: Sendable, Equatable {
    /// There is a response, with any status.
    case answered(FetchAnswer)
    /// There is none: what Fetch calls a network error.
    case failed(FetchFailure)
}

/// A response with its body.
public struct FetchAnswer: Sendable, Equatable {
    /// The status line and fields, and their source.
    public var head: FetchHead
    /// The body, content coding removed; empty for HEAD and for 304.
    public var body: [UInt8]

    /// Creates a response.
    public init(head: FetchHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// The status and headers of a response.
public struct FetchHead: Sendable, Equatable {
    /// The address of the response, after redirects.
    public var url: WebURL
    /// The source of the response.
    public var source: FetchSource
    /// The status code.
    public var status: Int
    /// The reason phrase; may be empty.
    public var reason: String
    /// The fields in wire order, repeated ones separate; from the cache with their Age.
    public var headers: Headers

    /// Creates a head.
    public init(url: WebURL, source: FetchSource, status: Int, reason: String, headers: Headers) {
        self.url = url
        self.source = source
        self.status = status
        self.reason = reason
        self.headers = headers
    }
}

/// The source of a response.
public enum FetchSource: String, Sendable, CaseIterable {
    /// The server, with headers and body.
    case network
    /// The cache; no request was sent, or the server could not respond.
    case cache
    /// The cache, after the server confirmed what is stored or sent what was missing.
    case revalidated
}

/// Why there is no response.
public enum FetchFailure: Error, Equatable, Sendable {
    /// The exchange failed.
    case connection(ConnectionFailure)
    /// Only the cache was allowed, and it contains no suitable response.
    case notCached
    /// More than twenty redirects.
    case tooManyRedirects
    /// A redirect was received, but none was to be followed.
    case redirected(to: String)
    /// The redirect cannot be followed, for this reason.
    case badRedirect(BadRedirect)
    /// The response is longer than the limit in bytes for responses fetched as a whole.
    case tooLarge(limit: Int)
    /// Stopped by the caller.
    case stopped
}

/// What a fetch reports to its reader, in order: at most one head, then chunks of its body, then the end.
public enum FetchEvent: Sendable, Equatable {
    /// The response's status and headers are known.
    case headReceived(FetchHead)
    /// A chunk of the response's body, never empty.
    case bodyReceived([UInt8])
    /// The fetch has ended. A response that failed within its body ends as a failure; the body in this result is
    /// empty, because it was reported in chunks.
    case ended(FetchResult)
}
