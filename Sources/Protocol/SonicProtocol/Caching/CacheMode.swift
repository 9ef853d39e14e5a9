/// The cache modes of the Fetch standard (https://fetch.spec.whatwg.org/#concept-request-cache-mode).
public enum CacheMode: String, Sendable, CaseIterable {
    /// Fresh responses are used, stale ones validated, received ones stored.
    case `default`
    /// The cache is neither read nor written.
    case noStore = "no-store"
    /// The cache is not read; received responses are stored.
    case reload
    /// Stored responses are validated before use, fresh or not, except immutable ones (RFC 8246).
    case noCache = "no-cache"
    /// Stored responses of any age are used; only missing ones are requested.
    case forceCache = "force-cache"
    /// Stored responses of any age are used; a missing one is a failure.
    case onlyIfCached = "only-if-cached"

    /// The headers of a caller's own conditional request, which this cache must not answer.
    private static let conditions = [
        "if-modified-since", "if-none-match", "if-unmodified-since", "if-match", "if-range",
    ]

    /// Returns the mode for a request with these headers: `default` becomes `noStore` if the caller set a condition
    /// (Fetch §4.6), since the caller then handles the response.
    public func effective(for headers: Headers) -> CacheMode {
        switch self {
        case .default: Self.conditions.contains(where: headers.contains) ? .noStore : .default
        case .noStore, .reload, .noCache, .forceCache, .onlyIfCached: self
        }
    }

    /// Returns the headers as sent in this mode, which must be an effective one: caches on the path are requested to
    /// validate (`noCache`) or to be bypassed (`noStore`, `reload`), unless the caller set these headers.
    public func announced(in headers: Headers) -> Headers {
        var sent = headers
        switch self {
        case .noCache:
            if !sent.contains("cache-control") { sent.append("Cache-Control", "max-age=0") }
        case .noStore, .reload:
            if !sent.contains("pragma") { sent.append("Pragma", "no-cache") }
            if !sent.contains("cache-control") { sent.append("Cache-Control", "no-cache") }
        case .default, .forceCache, .onlyIfCached: break
        }
        return sent
    }

    /// Creates a mode from the name of a Fetch mode or of a policy of Apple's platforms; nil for any other name.
    public init?(named name: some StringProtocol) {
        if let mode = CacheMode(rawValue: String(name)) {
            self = mode
        } else if let policy = RequestCachePolicy(named: name) {
            self.init(policy)
        } else {
            return nil
        }
    }

    /// All accepted names, in Fetch's and then in Swift's spelling.
    public static var names: [String] {
        allCases.map(\.rawValue) + RequestCachePolicy.allCases.map(\.rawValue)
    }

    /// Creates the mode equivalent to a policy. Fetch has one mode for both policies that ignore stored responses, and
    /// it always requests caches on the path to be bypassed. No policy corresponds to `noStore`.
    public init(_ policy: RequestCachePolicy) {
        self =
            switch policy {
            case .useProtocolCachePolicy: .default
            case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: .reload
            case .returnCacheDataElseLoad: .forceCache
            case .returnCacheDataDontLoad: .onlyIfCached
            case .reloadRevalidatingCacheData: .noCache
            }
    }
}

/// The cache policies of Apple's platforms (`URLRequest.CachePolicy`), each mapped to a mode of Fetch: see
/// `CacheMode.init(_:)`.
public enum RequestCachePolicy: String, Sendable, CaseIterable {
    /// The rules of HTTP: `default`.
    case useProtocolCachePolicy
    /// Local stored responses are ignored: `reload`.
    case reloadIgnoringLocalCacheData
    /// Stored responses here and on the path are ignored: also `reload`.
    case reloadIgnoringLocalAndRemoteCacheData
    /// Stored responses of any age are used; only missing ones are requested: `force-cache`.
    case returnCacheDataElseLoad
    /// Stored responses of any age are used; a missing one is a failure: `only-if-cached`.
    case returnCacheDataDontLoad
    /// Stored responses are validated before use: `no-cache`.
    case reloadRevalidatingCacheData

    /// Creates a policy from its name in Swift or, with the prefix `NSURLRequest`, in Objective-C; nil for any other
    /// name. `reloadIgnoringCacheData` is the older name of `reloadIgnoringLocalCacheData`.
    public init?(named name: some StringProtocol) {
        let prefix = "NSURLRequest"
        var own = String(name)
        if own.hasPrefix(prefix) {
            let rest = own.dropFirst(prefix.count)
            guard let first = rest.first, first.isUppercase else { return nil }
            own = first.lowercased() + rest.dropFirst()
        }
        if own == "reloadIgnoringCacheData" { own = Self.reloadIgnoringLocalCacheData.rawValue }
        self.init(rawValue: own)
    }
}
