import PageCache
import SonicProtocol
import SonicSession

extension PageStore where Self == MemoryStore {
    /// Returns a store of pages in memory, discarded when the program ends.
    /// - Parameter byteLimit: The maximum size of all pages, in bytes.
    public static func memory(byteLimit: Int = 64 << 20) -> MemoryStore { MemoryStore(byteLimit: byteLimit) }
}

extension PageStore where Self == PageCache {
    /// Returns a store of pages with their history in a folder, which is created with the first page and may be shared
    /// with other processes.
    public static func folder(
        _ path: String, limits: CacheLimits = CacheLimits(), hashes: Hashes = .plainSwift
    ) -> PageCache {
        PageCache(root: path, hashes: hashes, limits: limits, now: SessionEngine.Clocks.system.now)
    }
}

extension CookieStore where Self == MemoryCookies {
    /// Returns a store of cookies in memory, discarded when the program ends.
    /// - Parameter suffixes: The public suffixes, such as the Public Suffix List, which decide which hosts are
    ///   same-site.
    public static func memory(suffixes: PublicSuffixes = .singleLabels) -> MemoryCookies {
        MemoryCookies(suffixes: suffixes, now: SessionEngine.Clocks.system.now)
    }
}
