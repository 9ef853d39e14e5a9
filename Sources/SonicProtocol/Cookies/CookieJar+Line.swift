extension CookieJar {
    /// The Cookie line of a request to `url` (RFC 6265 §5.4), nil for none, and what was decided of each cookie
    /// that belongs to the host or to a domain around it. Cookies of the longest path come first, then the
    /// oldest. Linear but for sorting what is sent.
    public func cookieLine(for url: WebURL, now: Instant) -> (line: String?, decisions: [Decision]) {
        let decisions = cookies.compactMap { cookie in
            CookieMatch.host(of: url, isIn: cookie.domain)
                ? Decision(cookie: cookie, reason: Self.reason(cookie, url, now)) : nil
        }
        let sent = decisions.filter { $0.reason == .sent }.map(\.cookie).enumerated()
            .sorted { ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset) }
            .map(\.element)
        let line = sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        return (sent.isEmpty ? nil : line, decisions)
    }

    private static func reason(_ cookie: Cookie, _ url: WebURL, _ now: Instant) -> Decision.Reason {
        if cookie.isExpired(now) { return .expired }
        if !CookieMatch.host(of: url, hasCookie: cookie) { return .otherHost }
        if !CookieMatch.path(of: url, isBelow: cookie.path) { return .otherPath }
        if cookie.demands.contains(.secure), !CookieMatch.isTrusted(url) { return .notSecure }
        return .sent
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
        }
    }
}

extension CookieJar.Decision: CustomStringConvertible {
    /// The decision as a sentence; the value, which may be a secret, is not in it.
    public var description: String {
        switch reason {
        case .sent: "Cookie \(cookie.name) is sent: it is for \(cookie.domain)\(cookie.path)."
        case .expired: "Cookie \(cookie.name) is held back: it has expired."
        case .otherHost: "Cookie \(cookie.name) is held back: it is for \(cookie.domain) alone."
        case .otherPath: "Cookie \(cookie.name) is held back: it is for paths below \(cookie.path)."
        case .notSecure: "Cookie \(cookie.name) is held back: it is for https only."
        }
    }
}

extension CookieJar.Reception: CustomStringConvertible {
    /// What became of the line, as a sentence without the value.
    public var description: String {
        switch self {
        case .kept(let cookie):
            "Cookie \(cookie.name) is kept for \(cookie.domain)\(cookie.path)"
                + (cookie.expires == nil ? " until the program ends." : ".")
        case .removed(let name): "Cookie \(name) is removed, as the server asks."
        case .refused(nil, let refusal): "A cookie is refused: \(refusal.description)."
        case .refused(let name?, let refusal): "Cookie \(name) is refused: \(refusal.description)."
        }
    }
}

extension CookieJar.Refusal: CustomStringConvertible {
    /// The reason, as the end of a sentence.
    public var description: String {
        switch self {
        case .notACookie: "the line has no name and value, or holds control characters"
        case .tooLarge: "it is larger than \(CookieJar.sizeLimit) bytes"
        case .foreignDomain(let domain): "the host does not belong to \(domain)"
        case .publicDomain(let domain): "\(domain) is everybody's domain"
        case .insecureOrigin: "it asks for https and came without"
        case .overwritesSecure: "it would replace one that is for https only"
        case .brokenPromise(let prefix):
            "its name begins with \(prefix) and it does not keep what that promises"
        }
    }
}
