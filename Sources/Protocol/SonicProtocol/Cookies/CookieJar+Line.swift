extension CookieJar {
    /// The value of the Cookie line of a request to `url` (RFC 6265bis §5.8.3), nil for none, and what was decided of
    /// each cookie that belongs to the host or to a domain around it. Cookies of the longest path come first, then the
    /// oldest. Linear but for sorting what is sent.
    /// - Parameters:
    ///   - url: Where the request goes.
    ///   - cause: What caused it.
    ///   - isSafe: Whether it only asks: a GET.
    ///   - now: Which cookies are over.
    public func cookieLine(
        for url: WebURL, causedBy cause: RequestCause = .person, isSafe: Bool = true, now: Instant
    ) -> (line: HeaderValue?, decisions: [Decision]) {
        // Which site is asked only where there is a cookie to be decided of.
        var sameSite: Bool?
        var decisions: [Decision] = []
        for cookie in cookies(around: url) where CookieMatch.host(of: url, isIn: cookie.domain) {
            let isSameSite = sameSite ?? self.isSameSite(cause, url)
            sameSite = isSameSite
            let reason =
                Self.reason(cookie, url, now) ?? Self.reason(cookie, isSameSite, isSafe && cause.use == .page)
            decisions.append(Decision(cookie: cookie, reason: reason ?? .sent))
        }
        let sent = decisions.filter { $0.reason == .sent }.map(\.cookie).enumerated()
            .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
            .map(\.element)
        let line = HeaderValue(sent.map(\.pair).joined(separator: "; ".utf8))
        return (sent.isEmpty ? nil : line, decisions)
    }

    private static func reason(_ cookie: Cookie, _ url: WebURL, _ now: Instant) -> Decision.Reason? {
        if cookie.isExpired(now) { return .expired }
        if !CookieMatch.host(of: url, hasCookie: cookie) { return .otherHost }
        if !CookieMatch.path(of: url, isBelow: cookie.path) { return .otherPath }
        if cookie.demands.contains(.secure), !CookieMatch.isTrusted(url) { return .notSecure }
        return nil
    }

    /// Why a request that another site caused goes without a cookie.
    private static func reason(_ cookie: Cookie, _ isSameSite: Bool, _ opensPage: Bool) -> Decision.Reason? {
        guard !isSameSite else { return nil }
        switch cookie.sameSite {
        case Cookie.SameSite.none?: return nil
        case .strict?: return .strict
        case .lax?, nil: return opensPage ? nil : .lax
        }
    }

    /// What was decided of one cookie for one request.
    public struct Decision: Sendable, Equatable {
        /// The cookie.
        public let cookie: Cookie
        /// Whether it is sent, and if not, why.
        public let reason: Reason

        /// Why a cookie is sent or held back.
        public enum Reason: Sendable, Equatable {
            /// It is sent.
            case sent
            /// Its time is over.
            case expired
            /// It is for the host that set it alone, and this is one below.
            case otherHost
            /// It is for another part of the site.
            case otherPath
            /// It asks for https and this request goes without.
            case notSecure
            /// It is for requests of its own site alone, and another site caused this one.
            case strict
            /// It is for requests of its own site and for pages that are opened; another site caused this one, and it
            /// posts something or asks for a part of a page.
            case lax
        }
    }
}

extension CookieJar.Decision: CustomStringConvertible {
    /// The decision as a sentence; the value, which may be a secret, is not in it.
    public var description: String {
        switch reason {
        case .sent: "Cookie \(cookie.title) is sent: it is for \(cookie.domain)\(cookie.path)."
        case .expired: "Cookie \(cookie.title) is held back: it has expired."
        case .otherHost: "Cookie \(cookie.title) is held back: it is for \(cookie.domain) alone."
        case .otherPath: "Cookie \(cookie.title) is held back: it is for paths below \(cookie.path)."
        case .notSecure: "Cookie \(cookie.title) is held back: it is for https only."
        case .strict:
            "Cookie \(cookie.title) is held back: it is SameSite=Strict, and another site caused the request."
        case .lax:
            "Cookie \(cookie.title) is held back: it is SameSite=Lax\(cookie.sameSite == nil ? ", as none is given" : ""), "
                + "and another site caused the request, which does not just open a page."
        }
    }
}

extension CookieJar.Reception: CustomStringConvertible {
    /// What became of the line, as a sentence without the value.
    public var description: String {
        switch self {
        case .kept(let cookie):
            "Cookie \(cookie.title) is kept for \(cookie.domain)\(cookie.path)"
                + (cookie.expires == nil ? " until the program ends." : ".")
        case .removed(let name): "Cookie \(Self.title(name)) is removed, as the server asks."
        case .refused(nil, let refusal): "A cookie is refused: \(refusal.description)."
        case .refused(let name?, let refusal):
            "Cookie \(Self.title(name)) is refused: \(refusal.description)."
        }
    }

    private static func title(_ name: HeaderValue) -> String {
        name.isEmpty ? "without a name" : name.text
    }
}

extension CookieJar.Refusal: CustomStringConvertible {
    /// The reason, as the end of a sentence.
    public var description: String {
        switch self {
        case .notACookie: "the line has neither name nor value, or holds control characters"
        case .tooLarge: "it is larger than \(CookieJar.sizeLimit) bytes"
        case .foreignDomain(let domain): "the host does not belong to \(domain)"
        case .publicDomain(let domain): "\(domain) is everybody's domain"
        case .insecureOrigin: "it asks for https and came without"
        case .overwritesSecure: "it would replace one that is for https only"
        case .brokenPromise(let prefix):
            "its name begins with \(prefix) and it does not keep what that promises"
        case .openToAll: "its SameSite is None, which only Secure cookies may have"
        case .otherSite: "it came with a part of another site's page, and is not SameSite=None"
        }
    }
}
