import SonicProtocol

/// Cookies in memory, forgotten when the program ends (RFC 6265): which of them a request gets is decided as the browser
/// decides it, by host, path, cause and time.
public actor MemoryCookies: CookieStore {
    private var noted: NotedCookies
    private let now: @Sendable () -> Instant

    /// A store without cookies.
    /// - Parameters:
    ///   - suffixes: Which hosts are of one site; by default single labels, such as `example`, are no sites.
    ///   - now: The clock that says which cookies are over.
    public init(suffixes: PublicSuffixes = .singleLabels, now: @escaping @Sendable () -> Instant) {
        noted = NotedCookies(suffixes: suffixes)
        self.now = now
    }

    /// The cookies that are kept; some of them may be over.
    public var cookies: [Cookie] { noted.jar.cookies }

    /// The value of the Cookie line for a request, nil for none, and a sentence for each cookie received since the last one,
    /// sent or held back. Linear in the cookies of the request's site.
    public func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String]) {
        // A package may bear a host's name; cookies are for hosts (RFC 6265 §5.4).
        ask.url.isHTTP ? noted.line(for: ask, now: now()) : (nil, [])
    }

    /// Takes in the values of the Set-Cookie lines of an answer to a request, in wire order.
    public func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {
        if ask.url.isHTTP { noted.receive(setCookies, to: ask, now: now()) }
    }
}
