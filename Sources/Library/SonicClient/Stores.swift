import PageCache
import SonicProtocol
import SonicSession

extension PageStore where Self == MemoryStore {
    /// Pages in memory, forgotten when the program ends.
    /// - Parameter byteLimit: The most bytes of pages kept.
    public static func memory(byteLimit: Int = 64 << 20) -> MemoryStore {
        MemoryStore(byteLimit: byteLimit)
    }
}

extension PageStore where Self == PageCache {
    /// Pages with their history in a folder, which is made with the first of them and may be shared with other
    /// processes.
    public static func folder(
        _ path: String, limits: CacheLimits = CacheLimits(), hashes: Hashes = .plainSwift
    ) -> PageCache {
        PageCache(root: path, hashes: hashes, limits: limits, now: SessionEngine.Clocks.system.now)
    }
}

extension CookieStore where Self == MemoryCookies {
    /// Cookies in memory, forgotten when the program ends.
    /// - Parameter suffixes: Which hosts are of one site, such as those of the Public Suffix List.
    public static func memory(suffixes: PublicSuffixes = .singleLabels) -> MemoryCookies {
        MemoryCookies(suffixes: suffixes, now: SessionEngine.Clocks.system.now)
    }
}
