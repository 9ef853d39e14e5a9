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

/// Cookies in memory, with sentences about what became of those received: the part that all cookie stores share,
/// wherever they keep cookies.
package struct NotedCookies: Sendable {
    /// The cookies.
    package var jar: CookieJar
    /// The notes that the next call of `line` returns first.
    package var notes: [String] = []

    /// Creates a collection without cookies.
    package init(suffixes: PublicSuffixes) { jar = CookieJar(suffixes: suffixes) }

    /// Returns the value of the Cookie header for a request, nil if there is none, and all notes: the pending ones,
    /// and a sentence for each decision about a cookie of the host.
    /// - Complexity: O(*n*) in the number of cookies of the request's site.
    package mutating func line(for request: CookieRequest, now: Instant) -> (
        line: HeaderValue?, notes: [String]
    ) {
        let (line, decisions) = jar.cookieLine(
            for: request.url, causedBy: request.cause, isSafe: request.isSafe, now: now)
        defer { notes = [] }
        let unknown = decisions.isEmpty ? nil : jar.suffixes.note()
        return (line, notes + decisions.map(\.description) + (unknown.map { [$0] } ?? []))
    }

    /// Handles the values of Set-Cookie headers, in wire order, and notes what became of each.
    package mutating func receive(_ setCookies: [HeaderValue], to request: CookieRequest, now: Instant) {
        for line in setCookies {
            notes.append(jar.receive(line, from: request.url, causedBy: request.cause, now: now).description)
        }
    }
}
