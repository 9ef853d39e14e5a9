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
}

extension CacheMode {
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
}
