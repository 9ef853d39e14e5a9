import SonicProtocol
import SonicSession

/// How a copy in memory of something that pages name stands to what the HTTP cache would give now. A copy serves at
/// once, but no longer than its page is open: each visit has the cache asked again, which asks the server where what
/// is stored is no longer fresh, or where the reader wants it to.
enum CopyStanding: Equatable, Sendable {
    /// It was got in the latest visit, or could not be got again.
    case current
    /// It is from a visit before.
    case due
    /// It was asked for again in this mode.
    case asked(CacheMode)
}

extension CacheMode {
    /// How what a page names is asked for when the page is opened in this way.
    init(_ mode: SessionMode) {
        switch mode {
        case .open, .cacheOnly: self = .default
        case .reload: self = .noCache
        case .forceReload: self = .reload
        case .back: self = .forceCache
        }
    }
}
