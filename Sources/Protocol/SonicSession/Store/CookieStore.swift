import SonicProtocol

/// The cookies of an account (RFC 6265bis).
public protocol CookieStore: Sendable {
    /// Returns the value of the Cookie header for a request, nil if there is none, and a sentence for each cookie
    /// sent or withheld.
    nonisolated(nonsending) func line(for request: CookieRequest) async -> (
        line: HeaderValue?, notes: [String]
    )

    /// Handles the values of the Set-Cookie headers of the response to a request, in wire order.
    nonisolated(nonsending) func receive(_ setCookies: [HeaderValue], to request: CookieRequest) async
}

/// The parts of a request that decide about its cookies.
public struct CookieRequest: Hashable, Sendable {
    /// The request's address.
    public var url: WebURL
    /// What caused the request.
    public var cause: RequestCause
    /// Whether the method is safe: a GET.
    public var isSafe: Bool

    /// Creates a description of a request, by default of a GET that a person caused.
    public init(_ url: WebURL, causedBy cause: RequestCause = .person, isSafe: Bool = true) {
        self.url = url
        self.cause = cause
        self.isSafe = isSafe
    }
}

/// A store that contains no cookies and accepts none.
public struct NoCookies: CookieStore {
    /// Creates a store without cookies.
    public init() {}

    /// Returns no header and no notes.
    nonisolated(nonsending) public func line(
        for request: CookieRequest
    ) async -> (line: HeaderValue?, notes: [String]) { (nil, []) }

    /// Ignores the cookies.
    nonisolated(nonsending) public func receive(_ setCookies: [HeaderValue], to request: CookieRequest) async
    {}
}
