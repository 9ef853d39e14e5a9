import SonicProtocol

/// Cookies in memory, forgotten when the program ends (RFC 6265): which of them a request gets is decided as the browser
/// decides it, by host, path, cause and time.
public actor MemoryCookies: CookieStore {
    private var jar: CookieJar
    private let now: @Sendable () -> Instant
    /// What became of cookies that were received since the last line was made.
    private var notes: [String] = []

    /// A store without cookies.
    /// - Parameters:
    ///   - suffixes: Which hosts are of one site; by default single labels, such as `example`, are no sites.
    ///   - now: The clock that says which cookies are over.
    public init(suffixes: PublicSuffixes = .singleLabels, now: @escaping @Sendable () -> Instant) {
        jar = CookieJar(suffixes: suffixes)
        self.now = now
    }

    /// The cookies that are kept, those that are over included until the next line is made.
    public var cookies: [Cookie] { jar.cookies }

    /// The value of the Cookie line for a request, nil for none, and a sentence for each cookie received before, sent or held
    /// back. Linear in the cookies of the request's site.
    public func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String]) {
        // A package may bear a host's name; cookies are for hosts (RFC 6265 §5.4).
        guard ask.url.isHTTP else { return (nil, []) }
        let moment = now()
        jar.removeExpired(moment)
        let (line, decisions) = jar.cookieLine(
            for: ask.url, causedBy: ask.cause, isSafe: ask.isSafe, now: moment)
        defer { notes = [] }
        return (line, notes + decisions.map(\.description))
    }

    /// Takes in the values of the Set-Cookie lines of an answer to a request, in wire order.
    public func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {
        guard ask.url.isHTTP else { return }
        for line in setCookies {
            notes.append(jar.receive(line, from: ask.url, causedBy: ask.cause, now: now()).description)
        }
    }
}
