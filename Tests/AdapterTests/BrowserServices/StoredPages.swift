import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport

/// A file cache in a temporary folder, with page versions that a test stores.
struct StoredPages {
    /// The current time: the cache compares it with the modification times of its files.
    static let now = Instant(milliseconds: Int64(time(nil)) * 1000)
    static let url = WebURL("https://news.example/")!

    let folder: TemporaryFolder
    let cache: PageCache

    init() throws {
        folder = try TemporaryFolder()
        cache = PageCache(root: folder.path("cache"), hashes: .nettle, now: { Self.now })
    }

    /// The id under which a page is stored.
    static func id(_ url: WebURL = Self.url) -> PageID {
        PageIdentity(for: url).id(of: url, account: "", hashes: .nettle)
    }

    static func version(_ html: String, of url: WebURL = Self.url, fields: [HeaderField] = []) -> PageVersion
    {
        let bytes = Array(html.utf8)
        return PageVersion(
            url: url, html: bytes, sha1: Hashes.nettle.sha1(bytes), etag: nil, templateTag: nil,
            headers: Headers([HeaderField("Content-Type", "text/html")] + fields), stored: now)
    }

    /// Stores versions of a page, the oldest first.
    func store(_ versions: String..., at url: WebURL = Self.url, fields: [HeaderField] = []) async throws {
        for html in versions {
            _ = try await cache.commit(Self.version(html, of: url, fields: fields), for: Self.id(url))
        }
    }

    /// A page with blocks of these texts.
    static func page(_ blocks: KeyValuePairs<String, String>) -> String {
        "<html><head><title>News</title></head><body>"
            + blocks.map { "<!--sonicdiff-\($0.key)-->\($0.value)<!--sonicdiff-\($0.key)-end-->" }.joined()
            + "</body></html>"
    }
}
