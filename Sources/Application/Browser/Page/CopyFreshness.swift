import SonicProtocol
import SonicSession

/// The freshness of an in-memory copy of a subresource compared with the HTTP cache. A copy is used at once, but only
/// while its page is open: each visit requests it from the cache again, which requests it from the server if the stored
/// response is not fresh or the reader reloads.
enum CopyFreshness: Equatable, Sendable {
    /// It was loaded during the latest visit, or could not be loaded again.
    case current
    /// It is from an earlier visit.
    case due
    /// It was requested again in this mode.
    case requested(CacheMode)
}

extension CacheMode {
    /// Creates the cache mode in which subresources are requested when their page is opened in a session mode.
    init(_ mode: SessionMode) {
        switch mode {
        case .open, .cacheOnly: self = .default
        case .onlyIfCached: self = .onlyIfCached
        case .reload: self = .noCache
        case .forceReload: self = .reload
        case .back, .forceCache: self = .forceCache
        }
    }
}
