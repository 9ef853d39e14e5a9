/// The cookies of one account, by RFC 6265bis.
///
/// A value type: where it is stored and how several programs share it is decided elsewhere. No cookie is evicted in
/// favor of another site that has more cookies.
public struct CookieJar: Sendable {
    /// The maximum size of name and value together, in bytes.
    public static let sizeLimit = 4096
    /// The maximum number of cookies of one site, which is all hosts below one registrable domain. The oldest are
    /// evicted, those that are not Secure first.
    public static let siteLimit = 180
    /// The maximum number of cookies in total; the site with the most cookies evicts first.
    public static let limit = 3000

    private var bySite: CookiesBySite
    /// The public suffixes, which decide which hosts are same-site.
    package let suffixes: PublicSuffixes

    /// Creates a jar of these cookies. Of several with the same name, domain and path, the last in the list is kept.
    /// Cookies with the same creation time stay in the order of the list.
    public init(_ cookies: [Cookie] = [], suffixes: PublicSuffixes = .singleLabels) {
        var latest: [Cookie.Key: Int] = [:]
        for (index, cookie) in cookies.enumerated() { latest[cookie.key] = index }
        self.suffixes = suffixes
        bySite = CookiesBySite(latest.values.sorted().map { cookies[$0] }, suffixes: suffixes)
    }

    /// Every cookie, in order of creation. Sorted at each access.
    public var cookies: [Cookie] { bySite.cookies }

    /// Returns the cookies that may concern the host of a URL, in order of creation. Linear in the sites.
    func cookies(around url: WebURL) -> [Cookie] { bySite.cookies(around: url) }

    /// Handles one Set-Cookie header of a response from `url`, whose request was caused by `cause`. Linear in the
    /// cookies of the site.
    @discardableResult public mutating func receive(
        _ line: HeaderValue, from url: WebURL, causedBy cause: RequestCause = .person, now: Instant
    ) -> Reception {
        let cookie: Cookie
        var name: HeaderValue?
        do throws(Refusal) {
            let set = try SetCookie(line, now: now)
            name = set.name
            cookie = try admit(set, from: url, cause, now: now)
        } catch {
            return .refused(name: name, error)
        }
        if !Cookie.isTrusted(url),
            bySite.cookies(near: cookie.domain).contains(where: {
                !$0.isExpired(now) && $0.isSecureTwin(of: cookie)
            })
        {
            return .refused(name: cookie.name, .overwritesSecure)
        }
        let old = bySite.remove(replacedBy: cookie)
        bySite.removeExpired(now)
        guard !cookie.isExpired(now) else { return .removed(name: cookie.name) }
        var kept = cookie
        // A replacement keeps the creation time, and so its position.
        kept.created = old?.created ?? now
        bySite.insert(kept)
        return .kept(kept)
    }

    /// Removes expired cookies.
    public mutating func removeExpired(_ now: Instant) { bySite.removeExpired(now) }

    /// The result of handling a Set-Cookie header.
    public enum Reception: Sendable, Equatable {
        /// The cookie is stored and replaces any with the same name, domain and path.
        case kept(Cookie)
        /// The cookie is already expired: any stored one with the same name, domain and path is removed.
        case removed(name: HeaderValue)
        /// The cookie is not stored. The name is nil if the header could not be parsed.
        case refused(name: HeaderValue?, Refusal)
    }

    /// Why a cookie is not stored.
    public enum Refusal: Error, Sendable, Equatable {
        /// The header has neither name nor value, or contains control characters.
        case notACookie
        /// Name and value together are larger than `CookieJar.sizeLimit`.
        case tooLarge
        /// The Domain attribute does not contain the host of the response.
        case foreignDomain(String)
        /// The Domain attribute is a public suffix.
        case publicDomain(String)
        /// It is Secure, but the connection is not.
        case insecureOrigin
        /// It would replace a Secure cookie over a connection that is not secure.
        case overwritesSecure
        /// Its name, or the value if there is no name, begins with `__Secure-` or `__Host-`, and the requirements of
        /// the prefix are not met.
        case brokenPromise(prefix: String)
        /// It is SameSite=None but not Secure.
        case openToAll
        /// It was received with a cross-site part of a page and is not SameSite=None.
        case otherSite
    }

    /// Returns the cookie of a Set-Cookie header.
    /// - Throws: Why it may not be stored (RFC 6265bis §5.7).
    private func admit(
        _ set: SetCookie, from url: WebURL, _ cause: RequestCause, now: Instant
    ) throws(Refusal) -> Cookie {
        guard set.name.bytes.count + set.value.bytes.count <= Self.sizeLimit else { throw .tooLarge }
        let isSecure = set.demands.contains(.secure)
        if isSecure, !Cookie.isTrusted(url) { throw .insecureOrigin }
        if set.sameSite == Cookie.SameSite.none, !isSecure { throw .openToAll }
        if set.sameSite != Cookie.SameSite.none, cause.use == .part, !isSameSite(cause, url) {
            throw .otherSite
        }
        let scope = try scope(of: set, from: url)
        // Prevents a server that parses `=__Host-a=1` as a cookie of that name from being deceived.
        let promised = set.name.isEmpty ? set.value : set.name
        if promised.begins(with: "__secure-"), set.name.isEmpty || !isSecure {
            throw .brokenPromise(prefix: "__Secure-")
        }
        if promised.begins(with: "__host-"),
            set.name.isEmpty || !isSecure || set.domain != nil || set.path != "/"
        {
            throw .brokenPromise(prefix: "__Host-")
        }
        return Cookie(
            name: set.name, value: set.value, scope: scope,
            path: set.path ?? Cookie.defaultPath(of: url),
            expires: set.expires, created: now, demands: set.demands, sameSite: set.sameSite)
    }

    private func scope(of set: SetCookie, from url: WebURL) throws(Refusal) -> Cookie.Scope {
        // A host that names itself without a dot, as an IP address or as a public suffix has no subdomains of the same
        // owner.
        guard let domain = set.domain else { return .host(url.host) }
        guard domain.utf8.allSatisfy({ $0 < 0x80 }), Cookie.host(of: url, isIn: domain) else {
            throw .foreignDomain(domain)
        }
        if url.hasAddressHost { return .host(url.host) }
        guard suffixes.arePublic(domain) else { return .domain(domain) }
        guard domain == url.host else { throw .publicDomain(domain) }
        return .host(url.host)
    }

    /// Whether every URL of the cause is same-site with the URL of the request.
    func isSameSite(_ cause: RequestCause, _ url: WebURL) -> Bool {
        cause.chain.allSatisfy { suffixes.areOneSite($0, url) }
    }
}

extension CookieJar: Equatable {
    /// Whether both contain the same cookies.
    public static func == (one: CookieJar, other: CookieJar) -> Bool { one.cookies == other.cookies }
}

extension HeaderValue {
    /// Whether the value begins with this lower-case prefix, ignoring case.
    fileprivate func begins(with prefix: String) -> Bool {
        Bytes.equalIgnoringCase(bytes.prefix(prefix.utf8.count), prefix.utf8)
    }
}

extension Cookie {
    /// Whether this is a Secure cookie that the other, from an insecure connection, would replace or shadow
    /// (RFC 6265bis §5.7, step 16): same name, overlapping domains, and a path that contains the other's.
    fileprivate func isSecureTwin(of other: Cookie) -> Bool {
        guard demands.contains(.secure), name == other.name else { return false }
        return
            (Cookie.domain(domain, isIn: other.domain) || Cookie.domain(other.domain, isIn: domain))
            && Cookie.path(other.path, isBelow: path)
    }
}

/// Merging with a store of persistent cookies that other programs also change.
extension CookieJar {
    /// The persistent cookies: those with an expiry time, which outlast the program.
    package var lasting: [Cookie] { cookies.filter { $0.expires != nil } }

    /// Replaces the persistent cookies with those that the store contains now. Cookies set or removed here since the
    /// store was last read are not yet in it and stay as they are here. Linear.
    /// - Parameters:
    ///   - kept: The cookies in the store now.
    ///   - known: The cookies in the store when it was last read.
    ///   - now: The current time, for expiry.
    package mutating func adopt(_ kept: [Cookie], inPlaceOf known: [Cookie], now: Instant) {
        // Expired cookies do not count as removed here: others may have renewed them.
        removeExpired(now)
        let before = Self.byKey(known.filter { !$0.isExpired(now) })
        let here = Self.byKey(lasting)
        func isChanged(_ key: Cookie.Key) -> Bool { before[key] != here[key] }
        self = CookieJar(
            kept.filter { !isChanged($0.key) } + cookies.filter { $0.expires == nil || isChanged($0.key) },
            suffixes: suffixes)
        removeExpired(now)
    }

    private static func byKey(_ cookies: [Cookie]) -> [Cookie.Key: Cookie] {
        Dictionary(cookies.map { ($0.key, $0) }) { _, later in later }
    }
}
