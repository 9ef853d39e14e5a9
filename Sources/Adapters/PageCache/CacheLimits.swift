/// The limits of the cache, which pruning enforces; see `PageCache.prune()`.
public struct CacheLimits: Sendable, Equatable {
    /// The maximum number of bytes on the disk, for all accounts together; 256 MiB by default.
    public var bytes = 256 << 20
    /// The maximum number of pages, for all accounts together; 2,000 by default.
    public var pages = 2_000
    /// The maximum number of versions of one page; 20 by default. The two newest versions are always kept.
    public var versions = 20
    /// The age after which an older version, or a page that is not used, is removed; 90 days by default.
    public var age = Duration.seconds(90 * 86_400)
    /// The maximum number of pages in memory; 8 by default.
    public var pagesInMemory = 8
    /// The maximum number of bytes of pages in memory; 32 MiB by default.
    public var bytesInMemory = 32 << 20

    /// The default limits.
    public init() {}
}
