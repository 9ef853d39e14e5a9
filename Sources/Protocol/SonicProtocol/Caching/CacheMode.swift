/// How a request and the cache share the work: the cache modes of the Fetch standard
/// (https://fetch.spec.whatwg.org/#concept-request-cache-mode).
public enum CacheMode: String, Sendable, CaseIterable {
    /// What is fresh is used, what is stale is validated, what came is stored.
    case `default`
    /// Neither read nor written.
    case noStore = "no-store"
    /// Not read; what came is stored.
    case reload
    /// What is stored is validated before it is used, fresh or not; what RFC 8246 calls immutable is not.
    case noCache = "no-cache"
    /// What is stored is used at any age; only what is missing is asked for.
    case forceCache = "force-cache"
    /// What is stored is used at any age; what is missing is a failure.
    case onlyIfCached = "only-if-cached"
}

extension CacheMode {
    /// The fields that make a caller's own conditional request, which this cache must not answer.
    private static let conditions = [
        "if-modified-since", "if-none-match", "if-unmodified-since", "if-match", "if-range",
    ]

    /// The mode in which a request with these headers is carried out: `default` becomes `noStore` when the
    /// caller set a condition (Fetch §4.6), since the answer is the caller's to understand.
    public func effective(for headers: Headers) -> CacheMode {
        switch self {
        case .default: Self.conditions.contains(where: headers.contains) ? .noStore : .default
        case .noStore, .reload, .noCache, .forceCache, .onlyIfCached: self
        }
    }

    /// The headers as they are sent in this mode, which is an effective one: caches on the way are told to
    /// validate (`noCache`) or to stand aside (`noStore`, `reload`), unless the caller said something himself.
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
}
