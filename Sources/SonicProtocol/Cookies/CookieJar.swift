/// The cookies of one account, decided by RFC 6265, with the rules that RFC 6265bis adds for Secure and for the
/// prefixes `__Host-` and `__Secure-`.
///
/// A value: where it is kept and how several programs share it is for others. No list of public suffixes is
/// known here; a domain of one label, such as `com`, is refused.
public struct CookieJar: Sendable, Equatable {
    /// The largest name and value together, in bytes.
    public static let sizeLimit = 4096
    /// The most cookies of one domain; the oldest make place.
    public static let domainLimit = 180
    /// The most cookies of all; the oldest make place.
    public static let limit = 3000

    /// Every cookie, in the order in which they were first set.
    public private(set) var cookies: [Cookie]

    /// A jar of these cookies; of two with one name, domain and path the later in the list counts. Cookies of
    /// one moment stay in the order of the list.
    public init(_ cookies: [Cookie] = []) {
        var latest: [Cookie.Key: Int] = [:]
        for (index, cookie) in cookies.enumerated() { latest[cookie.key] = index }
        self.cookies = latest.values
            .sorted { (cookies[$0].created, $0) < (cookies[$1].created, $1) }
            .map { cookies[$0] }
        makeRoom()
    }

    /// Takes in one Set-Cookie line of an answer from `url`. Linear in the cookies kept.
    @discardableResult public mutating func receive(_ line: String, from url: WebURL, now: Instant)
        -> Reception
    {
        guard let set = SetCookie(line, now: now) else { return .refused(name: nil, .notACookie) }
        let cookie: Cookie
        switch Self.admit(set, from: url, now: now) {
        case .failure(let refusal): return .refused(name: set.name, refusal)
        case .success(let admitted): cookie = admitted
        }
        let old = cookies.first { $0.isReplaced(by: cookie) }
        if let old, old.demands.contains(.secure), !CookieMatch.isTrusted(url) {
            return .refused(name: cookie.name, .overwritesSecure)
        }
        cookies.removeAll { $0.isExpired(now) || $0.isReplaced(by: cookie) }
        guard !cookie.isExpired(now) else { return .removed(name: cookie.name) }
        var kept = cookie
        kept.created = old?.created ?? now
        // One that replaces another keeps its age, and with it its place in the order.
        cookies.insert(kept, at: cookies.lastIndex { $0.created <= kept.created }.map { $0 + 1 } ?? 0)
        makeRoom()
        return .kept(kept)
    }

    /// Removes what is over.
    public mutating func removeExpired(_ now: Instant) {
        cookies.removeAll { $0.isExpired(now) }
    }

    /// Removes the oldest of each domain, then the oldest of all, where there are too many.
    private mutating func makeRoom() {
        var surplus = Dictionary(grouping: cookies, by: \.domain)
            .mapValues { $0.count - Self.domainLimit }.filter { $0.value > 0 }
        if !surplus.isEmpty {
            cookies.removeAll { cookie in
                guard let count = surplus[cookie.domain], count > 0 else { return false }
                surplus[cookie.domain] = count - 1
                return true
            }
        }
        if cookies.count > Self.limit { cookies.removeFirst(cookies.count - Self.limit) }
    }
}

extension CookieJar {
    /// What became of a Set-Cookie line.
    public enum Reception: Sendable, Equatable {
        /// It is kept, in place of one of the same name, domain and path.
        case kept(Cookie)
        /// It was over when it came: the one it names is removed.
        case removed(name: String)
        /// It is not kept. The name is nil where the line has none.
        case refused(name: String?, Refusal)
    }

    /// Why a cookie is not kept.
    public enum Refusal: Error, Sendable, Equatable {
        /// The line has no name and value, or holds control characters.
        case notACookie
        /// Name and value are larger than `CookieJar.sizeLimit` together.
        case tooLarge
        /// The domain asked for does not contain the host that asks.
        case foreignDomain(String)
        /// The domain asked for is a single label, which would contain everybody's hosts.
        case publicDomain(String)
        /// It asks to be Secure over a connection that is not.
        case insecureOrigin
        /// It would replace a Secure one over a connection that is not.
        case overwritesSecure
        /// Its name begins with `__Secure-` or `__Host-` and it is not what the prefix promises.
        case brokenPromise(prefix: String)
    }

    /// The cookie that a line asks for, or why it may not be kept.
    private static func admit(_ set: SetCookie, from url: WebURL, now: Instant) -> Result<Cookie, Refusal> {
        guard set.name.utf8.count + set.value.utf8.count <= sizeLimit else { return .failure(.tooLarge) }
        if set.demands.contains(.secure), !CookieMatch.isTrusted(url) { return .failure(.insecureOrigin) }
        let name = set.name.lowercased()
        if name.hasPrefix("__secure-"), !set.demands.contains(.secure) {
            return .failure(.brokenPromise(prefix: "__Secure-"))
        }
        if name.hasPrefix("__host-"), !set.demands.contains(.secure) || set.domain != nil || set.path != "/" {
            return .failure(.brokenPromise(prefix: "__Host-"))
        }
        var scope = Cookie.Scope.host(url.host)
        // A host that names itself without a dot or as an address has nothing below it.
        if let domain = set.domain, domain != url.host || (domain.contains(".") && !url.hasAddressHost) {
            guard CookieMatch.host(of: url, isIn: domain) else { return .failure(.foreignDomain(domain)) }
            guard domain.split(separator: ".").count > 1 else { return .failure(.publicDomain(domain)) }
            scope = .domain(domain)
        }
        return .success(
            Cookie(
                name: set.name, value: set.value, scope: scope,
                path: set.path ?? CookieMatch.defaultPath(of: url),
                expires: set.expires, created: now, demands: set.demands, sameSite: set.sameSite))
    }
}
