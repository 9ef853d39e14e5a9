/// The rule that decides which URLs share one page, and so one session and cache folder
/// (docs/reference/protocol.md#identity).
public enum PageIdentity: Sendable, Hashable {
    /// The whole URL without its fragment, so that `?id=1` is never displayed for `?id=2`. The default.
    case wholeAddress
    /// VasSonic's rule: of the query, only the parameters that begin with `sonic_` or are listed in
    /// `sonic_remain_params`.
    case namedParameters
    /// The whole URL without the query parameters that match one of these patterns (`Wildcards`), which do not
    /// distinguish pages.
    case ignoring([String])
    /// Of the query, only the parameters that match one of these patterns, in the order of the URL.
    case only([String])
    /// This identity, with pages under the exception separate from those of the same URL without it.
    indirect case apart(PageIdentity, OriginException)

    /// Returns this identity with the exception applied; itself if there is none.
    public func apart(by exception: OriginException?) -> PageIdentity {
        exception.map { .apart(self, $0) } ?? self
    }

    /// Chooses the rule for a URL: VasSonic's if its query has `sonic_remain_params`.
    public init(for url: WebURL) {
        guard let query = url.query else {
            self = .wholeAddress
            return
        }
        let names = QueryParameter.list(query).map(\.decodedName)
        self = names.contains(Self.remainParameters) ? .namedParameters : .wholeAddress
    }

    /// Returns the page's id under an account. Credentials and fragment of the URL are ignored. Linear in the URL.
    public func id(of url: WebURL, account: String, hashes: Hashes) -> PageID {
        PageID(account: account, digest: hashes.md5(Array(text(of: url, account: account).utf8)))
    }

    /// Returns the text of which the digest of an id is made.
    private func text(of url: WebURL, account: String) -> String {
        if case .apart(let identity, let exception) = self {
            // The space separates the two: a URL contains none.
            return identity.text(of: url, account: account) + " " + exception.text
        }
        var text = ""
        text.reserveCapacity(account.utf8.count + url.host.utf8.count + url.path.utf8.count + 32)
        if !account.isEmpty {
            text += account
            text += "_"
        }
        text += url.scheme
        text += "://"
        text += url.host
        if let port = url.port { text += ":\(port)" }
        text += url.path
        switch self {
        case .wholeAddress:
            if let query = url.query { text += "?" + query }
        case .namedParameters:
            let kept = Self.kept(url).map { $0.rawName + "=" + $0.rawValue }.sorted()
            text += "?" + kept.joined(separator: "&")
        case .ignoring(let patterns):
            text += Self.query(url) { !$0.contains { Wildcards.fit(any: patterns, $0) } }
        case .only(let patterns): text += Self.query(url) { $0.contains { Wildcards.fit(any: patterns, $0) } }
        case .apart: break
        }
        return text
    }

    /// Returns the query with its `?`, containing only the parameters between `&` for which `counts` is true; empty if
    /// there is none. An empty parameter has no name.
    private static func query(_ url: WebURL, counts: (_ name: [String]) -> Bool) -> String {
        guard let query = url.query else { return "" }
        let pieces = query.split(separator: "&", omittingEmptySubsequences: false).filter { piece in
            counts(QueryParameter.list(String(piece)).map(\.decodedName))
        }
        return pieces.isEmpty ? "" : "?" + pieces.joined(separator: "&")
    }

    static let remainParameters = "sonic_remain_params"

    /// Returns the parameters that count under VasSonic's rule, in query order, without `sonic_remain_params` itself.
    static func kept(_ url: WebURL) -> [QueryParameter] {
        let parameters = QueryParameter.list(url.query)
        let named = parameters.first { $0.decodedName == remainParameters }?.decodedValue ?? ""
        let remaining = Set(named.split(separator: ";").map(String.init))
        return parameters.filter { parameter in
            if parameter.decodedName == remainParameters { return false }
            return parameter.decodedName.hasPrefix("sonic_") || remaining.contains(parameter.decodedName)
        }
    }
}

/// The ids under which VasSonic's clients would store a page, for comparison with their logs; modelled on the public
/// sources (docs/reference/protocol.md#identity).
public struct ClientPageIDs: Sendable, Equatable {
    /// The iOS client's: MD5 over account, scheme, host without port, path and parameters.
    public let ios: String
    /// The Android client's: the account, followed by an MD5 over authority, path and parameters.
    public let android: String
    /// Whether iOS may compute another id, because it joins several parameters in an undefined order.
    public let iosIsUncertain: Bool

    /// Computes the ids of a URL under an account; an empty account means none.
    public init(url: WebURL, account: String, hashes: Hashes) {
        let kept = PageIdentity.kept(url)
        let prefix = account.isEmpty ? "" : account + "_"
        let path = QueryParameter.decode(url.path)

        let trimmed = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let pairs = kept.map { "\($0.rawName)=\($0.rawValue)&" }.sorted()
        let apple =
            prefix + url.scheme + "://" + url.host + trimmed + (pairs.isEmpty ? "" : "/" + pairs.joined())
        ios = hashes.md5(Array(apple.utf8))
        iosIsUncertain = pairs.count > 1

        var seen: Set<String> = []
        let unique = kept.filter { seen.insert($0.decodedName).inserted }
        let parameters = unique.sorted { $0.decodedName < $1.decodedName }
            .map { $0.decodedName + $0.decodedValue }.joined()
        let authority = url.host + (url.port.map { ":\($0)" } ?? "")
        android = prefix + hashes.md5(Array((authority + path + parameters).utf8))
    }
}

/// The key under which a page is stored: one cache folder, with at most one session at a time.
public struct PageID: Hashable, Sendable {
    /// The account that the page belongs to; empty for none.
    public let account: String
    /// 32 lower-case hexadecimal digits.
    public let digest: String

    /// Creates an id from its parts.
    public init(account: String, digest: String) {
        self.account = account
        self.digest = digest
    }
}
