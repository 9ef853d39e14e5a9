/// The cookies of one account, decided by RFC 6265bis.
///
/// A value: where it is kept and how several programs share it is for others. No site's cookies make room for those of
/// another that has more.
public struct CookieJar: Sendable {
    /// The largest name and value together, in bytes.
    public static let sizeLimit = 4096
    /// The most cookies of one site, which is all hosts below one registered domain; the oldest make place, those that
    /// are not Secure first.
    public static let siteLimit = 180
    /// The most cookies of all; the site with the most makes place.
    public static let limit = 3000

    private var bySite: CookiesBySite
    /// Which hosts are of one site.
    package let suffixes: PublicSuffixes

    /// A jar of these cookies; of two with one name, domain and path the later in the list counts. Cookies of
    /// one moment stay in the order of the list.
    public init(_ cookies: [Cookie] = [], suffixes: PublicSuffixes = .singleLabels) {
        var latest: [Cookie.Key: Int] = [:]
        for (index, cookie) in cookies.enumerated() { latest[cookie.key] = index }
        self.suffixes = suffixes
        bySite = CookiesBySite(latest.values.sorted().map { cookies[$0] }, suffixes: suffixes)
    }

    /// Every cookie, in the order in which they were first set. Made anew each time: sorted.
    public var cookies: [Cookie] { bySite.cookies }

    /// The cookies that the host of an address may have to do with, in the same order. Linear in the sites.
    func cookies(around url: WebURL) -> [Cookie] { bySite.cookies(around: url) }

    /// Takes in one Set-Cookie line of an answer from `url`, which came of `cause`. Linear in the cookies of its
    /// site.
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
        if !CookieMatch.isTrusted(url),
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
        // One that replaces another keeps its age, and with it its place in the order.
        kept.created = old?.created ?? now
        bySite.insert(kept)
        return .kept(kept)
    }

    /// Removes what is over.
    public mutating func removeExpired(_ now: Instant) { bySite.removeExpired(now) }
}

extension CookieJar: Equatable {
    /// Whether the cookies are the same.
    public static func == (one: CookieJar, other: CookieJar) -> Bool { one.cookies == other.cookies }
}

extension CookieJar {
    /// What became of a Set-Cookie line.
    public enum Reception: Sendable, Equatable {
        /// It is kept, in place of one of the same name, domain and path.
        case kept(Cookie)
        /// It was over when it came: the one it names is removed.
        case removed(name: HeaderValue)
        /// It is not kept. The name is nil where the line has none.
        case refused(name: HeaderValue?, Refusal)
    }

    /// Why a cookie is not kept.
    public enum Refusal: Error, Sendable, Equatable {
        /// The line has neither name nor value, or holds control characters.
        case notACookie
        /// Name and value are larger than `CookieJar.sizeLimit` together.
        case tooLarge
        /// The domain asked for does not contain the host that asks.
        case foreignDomain(String)
        /// The domain asked for is a public suffix, which contains everybody's hosts.
        case publicDomain(String)
        /// It asks to be Secure over a connection that is not.
        case insecureOrigin
        /// It would replace a Secure one over a connection that is not.
        case overwritesSecure
        /// Its name begins with `__Secure-` or `__Host-` and it is not what the prefix promises; without a name, its
        /// value.
        case brokenPromise(prefix: String)
        /// Its SameSite is None, which is for Secure cookies alone.
        case openToAll
        /// It came with a part of another site's page and is not for those.
        case otherSite
    }

    /// The cookie that a line asks for, or why it may not be kept (RFC 6265bis §5.7).
    private func admit(
        _ set: SetCookie, from url: WebURL, _ cause: RequestCause, now: Instant
    ) throws(Refusal) -> Cookie {
        guard set.name.bytes.count + set.value.bytes.count <= Self.sizeLimit else { throw .tooLarge }
        let isSecure = set.demands.contains(.secure)
        if isSecure, !CookieMatch.isTrusted(url) { throw .insecureOrigin }
        if set.sameSite == Cookie.SameSite.none, !isSecure { throw .openToAll }
        if set.sameSite != Cookie.SameSite.none, cause.use == .part, !isSameSite(cause, url) {
            throw .otherSite
        }
        let scope = try scope(of: set, from: url)
        // A server that reads `=__Host-a=1` as a cookie of that name is not to be deceived.
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
            path: set.path ?? CookieMatch.defaultPath(of: url),
            expires: set.expires, created: now, demands: set.demands, sameSite: set.sameSite)
    }

    private func scope(of set: SetCookie, from url: WebURL) throws(Refusal) -> Cookie.Scope {
        // A host that names itself without a dot, as an address or as a public suffix has nothing of its own below it.
        guard let domain = set.domain else { return .host(url.host) }
        guard domain.utf8.allSatisfy({ $0 < 0x80 }), CookieMatch.host(of: url, isIn: domain) else {
            throw .foreignDomain(domain)
        }
        if url.hasAddressHost { return .host(url.host) }
        guard suffixes.arePublic(domain) else { return .domain(domain) }
        guard domain == url.host else { throw .publicDomain(domain) }
        return .host(url.host)
    }

    /// Whether all that caused a request is of the site that it goes to.
    func isSameSite(_ cause: RequestCause, _ url: WebURL) -> Bool {
        cause.chain.allSatisfy { suffixes.areOneSite($0, url) }
    }
}

extension HeaderValue {
    /// Whether it begins with these letters, given in lower case.
    fileprivate func begins(with prefix: String) -> Bool {
        Bytes.equalIgnoringCase(bytes.prefix(prefix.utf8.count), prefix.utf8)
    }
}

extension Cookie {
    /// Whether this is a Secure cookie that the other, from a plain connection, would replace or stand in front of
    /// (RFC 6265bis §5.7, step 16): of the same name, for hosts in common, at this path or below.
    fileprivate func isSecureTwin(of other: Cookie) -> Bool {
        guard demands.contains(.secure), name == other.name else { return false }
        return
            (CookieMatch.domain(domain, isIn: other.domain) || CookieMatch.domain(other.domain, isIn: domain))
            && CookieMatch.path(other.path, isBelow: path)
    }
}
