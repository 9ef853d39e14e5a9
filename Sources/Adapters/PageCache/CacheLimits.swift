/// How much the cache keeps. Pruning holds to it; see `PageCache.prune()`.
public struct CacheLimits: Sendable, Equatable {
    /// The most bytes on the disk, all accounts together; 256 MiB by default.
    public var bytes = 256 << 20
    /// The most pages, all accounts together; 2,000 by default.
    public var pages = 2_000
    /// The most versions of one page; 20 by default, and never less than two.
    public var versions = 20
    /// How long an older version, or a page that nobody opens, is kept; 90 days by default.
    public var age = Duration.seconds(90 * 86_400)
    /// The most pages that are also kept in memory; 8 by default.
    public var pagesInMemory = 8
    /// The most bytes of pages that are also kept in memory; 32 MiB by default.
    public var bytesInMemory = 32 << 20

    /// The default limits.
    public init() {}
}
