import SonicProtocol

/// Cookies in memory, lost when the program ends (RFC 6265). Which of them a request carries is decided as in a
/// browser: by host, path, cause and time.
public actor MemoryCookies: CookieStore {
    private var noted: NotedCookies
    private let now: @Sendable () -> Instant

    /// Creates a store without cookies.
    /// - Parameters:
    ///   - suffixes: Which hosts belong to one site; by default single labels, such as `example`, are not sites.
    ///   - now: The clock that determines which cookies have expired.
    public init(suffixes: PublicSuffixes = .singleLabels, now: @escaping @Sendable () -> Instant) {
        noted = NotedCookies(suffixes: suffixes)
        self.now = now
    }

    /// The cookies in the store, possibly including expired ones.
    public var cookies: [Cookie] { noted.jar.cookies }

    /// Returns the value of the Cookie header for a request, nil if there is none, and a sentence for each cookie
    /// received since the last call, sent or withheld.
    /// - Complexity: O(*n*) in the number of cookies of the request's site.
    public func line(for request: CookieRequest) async -> (line: HeaderValue?, notes: [String]) {
        // The name of a package may look like a host; cookies are for hosts (RFC 6265 §5.4).
        request.url.isHTTP ? noted.line(for: request, now: now()) : (nil, [])
    }

    /// Handles the values of the Set-Cookie headers of the response to a request, in wire order.
    public func receive(_ setCookies: [HeaderValue], to request: CookieRequest) async {
        if request.url.isHTTP { noted.receive(setCookies, to: request, now: now()) }
    }
}
