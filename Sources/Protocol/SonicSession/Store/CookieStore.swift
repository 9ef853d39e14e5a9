import SonicProtocol

/// Where cookies are kept for an account (RFC 6265bis).
public protocol CookieStore: Sendable {
    /// The value of the Cookie line for a request, nil for none, and a sentence for each cookie sent or held back.
    nonisolated(nonsending) func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String])

    /// Takes in the values of the Set-Cookie lines of an answer to a request, in wire order.
    nonisolated(nonsending) func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async
}

/// A request as cookies see it.
public struct CookieAsk: Hashable, Sendable {
    /// Where it goes.
    public var url: WebURL
    /// What caused it.
    public var cause: RequestCause
    /// Whether it only asks: a GET.
    public var isSafe: Bool

    /// A request of these parts, by default a GET that a person began.
    public init(_ url: WebURL, causedBy cause: RequestCause = .person, isSafe: Bool = true) {
        self.url = url
        self.cause = cause
        self.isSafe = isSafe
    }
}

/// A store that holds no cookies and takes none.
public struct NoCookies: CookieStore {
    /// A store without cookies.
    public init() {}

    /// No line, ever.
    nonisolated(nonsending) public func line(
        for ask: CookieAsk
    ) async -> (line: HeaderValue?, notes: [String]) { (nil, []) }

    /// Drops them.
    nonisolated(nonsending) public func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {}
}
