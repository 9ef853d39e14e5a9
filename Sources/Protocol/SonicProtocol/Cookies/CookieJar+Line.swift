extension CookieJar {
    /// Returns the value of the Cookie header of a request to `url` (RFC 6265bis §5.8.3), nil for none, and the
    /// decision for each cookie whose domain contains the host. Cookies with the longest path are first, then the
    /// oldest. Linear, except for sorting the sent cookies.
    /// - Parameters:
    ///   - url: The URL of the request.
    ///   - cause: The cause of the request.
    ///   - isSafe: Whether the method is safe: GET.
    ///   - now: The current time, for expiry.
    public func cookieLine(
        for url: WebURL, causedBy cause: RequestCause = .person, isSafe: Bool = true, now: Instant
    ) -> (line: HeaderValue?, decisions: [Decision]) {
        // The site is computed only if there is a cookie to decide on.
        var sameSite: Bool?
        var decisions: [Decision] = []
        for cookie in cookies(around: url) where Cookie.host(of: url, isIn: cookie.domain) {
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
        if !Cookie.host(of: url, hasCookie: cookie) { return .otherHost }
        if !Cookie.path(of: url, isBelow: cookie.path) { return .otherPath }
        if cookie.demands.contains(.secure), !Cookie.isTrusted(url) { return .notSecure }
        return nil
    }

    /// Returns why a cross-site request does not include a cookie.
    private static func reason(_ cookie: Cookie, _ isSameSite: Bool, _ opensPage: Bool) -> Decision.Reason? {
        guard !isSameSite else { return nil }
        switch cookie.sameSite {
        case Cookie.SameSite.none?: return nil
        case .strict?: return .strict
        case .lax?, nil: return opensPage ? nil : .lax
        }
    }

    /// The decision for one cookie and one request.
    public struct Decision: Sendable, Equatable {
        /// The cookie.
        public let cookie: Cookie
        /// Whether it is sent, and if not, why.
        public let reason: Reason

        /// Why a cookie is sent or not.
        public enum Reason: Sendable, Equatable {
            /// It is sent.
            case sent
            /// It has expired.
            case expired
            /// It is only for the host that set it, and this is a subdomain.
            case otherHost
            /// It is for another path.
            case otherPath
            /// It is Secure and the request is not.
            case notSecure
            /// It is SameSite=Strict and the request is cross-site.
            case strict
            /// It is SameSite=Lax and the request is cross-site and either has an unsafe method or is for a part of a
            /// page.
            case lax
        }
    }
}

extension CookieJar.Decision: CustomStringConvertible {
    /// The decision as a sentence. The value, which may be a secret, is not included.
    public var description: String {
        switch reason {
        case .sent: "Cookie \(cookie.title) is sent: it is for \(cookie.domain)\(cookie.path)."
        case .expired: "Cookie \(cookie.title) is not sent: it has expired."
        case .otherHost: "Cookie \(cookie.title) is not sent: it is for \(cookie.domain) alone."
        case .otherPath: "Cookie \(cookie.title) is not sent: it is for paths below \(cookie.path)."
        case .notSecure: "Cookie \(cookie.title) is not sent: it is for https only."
        case .strict:
            "Cookie \(cookie.title) is not sent: it is SameSite=Strict, and another site caused the request."
        case .lax:
            "Cookie \(cookie.title) is not sent: it is SameSite=Lax\(cookie.sameSite == nil ? ", as none is given" : ""), "
                + "and another site caused the request, which does not just open a page."
        }
    }
}

extension CookieJar.Reception: CustomStringConvertible {
    /// The result as a sentence, without the value.
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

    private static func title(_ name: HeaderValue) -> String { name.isEmpty ? "without a name" : name.text }
}

extension CookieJar.Refusal: CustomStringConvertible {
    /// The reason, as the end of a sentence.
    public var description: String {
        switch self {
        case .notACookie: "the line has no name and no value, or contains control characters"
        case .tooLarge: "it is larger than \(CookieJar.sizeLimit) bytes"
        case .foreignDomain(let domain): "the host does not belong to \(domain)"
        case .publicDomain(let domain): "\(domain) is a public suffix"
        case .insecureOrigin: "it is Secure and was not received over https"
        case .overwritesSecure: "it would replace one that is for https only"
        case .brokenPromise(let prefix):
            "its name begins with \(prefix), but it does not meet the conditions of that prefix"
        case .openToAll: "its SameSite is None, which only Secure cookies may have"
        case .otherSite: "it was set by a part of another site's page, and is not SameSite=None"
        }
    }
}
