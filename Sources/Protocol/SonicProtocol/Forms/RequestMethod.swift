/// How a page is asked for.
public enum RequestMethod: Hashable, Sendable {
    /// By its address.
    case get
    /// With a body that the server is to take in. Neither the request nor its answer is ever stored.
    case post(PostBody)

    /// The method in the request line.
    public var name: String {
        switch self {
        case .get: "GET"
        case .post(let body): body.method
        }
    }
}

/// What a POST carries.
public struct PostBody: Hashable, Sendable {
    /// What is sent.
    public var body: RequestBody
    /// The value of Content-Type, parameters included.
    public var contentType: String
    /// The origin of the page that holds the form, told in the header Origin (Fetch standard §3.2), which
    /// servers compare with their own; nil sends none.
    public var origin: String?
    /// The method that it goes out with: POST, but where a person wrote another one into a request.
    public var method: String

    /// A body of these parts.
    public init(_ bytes: [UInt8], contentType: String, origin: String? = nil, method: String = "POST") {
        self.init(RequestBody(bytes), contentType: contentType, origin: origin, method: method)
    }

    /// A body of these parts, of which some may be files.
    public init(_ body: RequestBody, contentType: String, origin: String? = nil, method: String = "POST") {
        self.body = body
        self.contentType = contentType
        self.origin = origin
        self.method = method
    }

    /// What goes out in a few words: `POST of 12 bytes`, and `HEAD` for another method that carries nothing.
    public var words: String {
        body.isEmpty && method != "POST" ? method : "\(method) of \(body.count) bytes"
    }

    /// The same with its article: `a POST of 12 bytes`, `an OPTIONS`.
    public var article: String {
        let isVowel = method.first.map { "AEIOaeio".contains($0) } ?? false
        return (isVowel ? "an " : "a ") + words
    }

    /// The same body as it may be sent on to another address: who sent it first is told to nobody else
    /// (Fetch standard §4.4: a redirect between origins taints the request's).
    public func redirected(from old: WebURL, to new: WebURL) -> PostBody {
        guard origin != nil, old.origin != new.origin, old.origin != origin else { return self }
        var copy = self
        copy.origin = "null"
        return copy
    }
}
