/// The method by which a page is requested.
public enum RequestMethod: Hashable, Sendable {
    /// GET, without a body.
    case get
    /// POST, or any other method, usually with a body. Neither the request nor its response is ever stored.
    case post(PostBody)

    /// The method in the request line.
    public var name: String {
        switch self {
        case .get: "GET"
        case .post(let body): body.method
        }
    }
}

/// The body of a POST, with its headers.
public struct PostBody: Hashable, Sendable {
    /// The bytes that are sent.
    public var body: RequestBody
    /// The value of Content-Type, including parameters.
    public var contentType: String
    /// The origin of the page that contains the form, sent in the Origin header (Fetch standard §3.2), which servers
    /// compare with their own; nil to send none.
    public var origin: String?
    /// The method of the request: POST, unless a person edited the request to use another.
    public var method: String

    /// Creates a body from bytes.
    public init(_ bytes: [UInt8], contentType: String, origin: String? = nil, method: String = "POST") {
        self.init(RequestBody(bytes), contentType: contentType, origin: origin, method: method)
    }

    /// Creates a body whose parts may include files.
    public init(_ body: RequestBody, contentType: String, origin: String? = nil, method: String = "POST") {
        self.body = body
        self.contentType = contentType
        self.origin = origin
        self.method = method
    }

    /// A short description: `POST of 12 bytes`, or `HEAD` for another method without a body.
    public var words: String {
        body.isEmpty && method != "POST" ? method : "\(method) of \(body.count) bytes"
    }

    /// `words` with the indefinite article: `a POST of 12 bytes`, `an OPTIONS`.
    public var article: String {
        let isVowel = method.first.map { "AEIOaeio".contains($0) } ?? false
        return (isVowel ? "an " : "a ") + words
    }

    /// Returns the body as it may be sent after a redirect. A redirect to another origin, from a URL that is not of the
    /// request's origin either, replaces that origin with `null` (Fetch standard §4.4).
    public func redirected(from old: WebURL, to new: WebURL) -> PostBody {
        guard origin != nil, old.origin != new.origin, old.origin != origin else { return self }
        var copy = self
        copy.origin = "null"
        return copy
    }
}
