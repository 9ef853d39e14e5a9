import CPty
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// A page from a cache of many pages.
enum CacheRuns {
    private static let pages = 1000

    static func run(_ place: Workplace, _ report: inout Report) async throws {
        report.begin("A page from the cache, among \(pages) and alone", other: "alone")
        let folders = [place.path + "/many", place.path + "/one"]
        for (folder, count) in zip(folders, [pages, 1]) { try await fill(folder, count) }
        var paints = [Samples(), Samples()]
        var gets = [Samples(), Samples()]
        for _ in 0..<25 {
            for (index, folder) in folders.enumerated() {
                let words = ["--offline", "--cache", folder, address(0)]
                let watch = Stopwatch()
                let screen = try Screen(place.command(place.sonic.path, words))
                paints[index].add(try screen.wait(for: PageWriter.firstHeading, since: watch))
                // Beside the browser, which goes on reading its cache after the first frame.
                gets[index].add(
                    try withExtendedLifetime(screen) {
                        try place.command(place.sonic.path, ["get"] + words).run().milliseconds
                    })
            }
        }
        for (name, times) in [("first paint", paints), ("get --offline beside the browser", gets)] {
            report.add(
                name, times[0].median, beside: ("alone", times[1].median), target: .share(1.1))
        }
        try starts(place, folders, &report)
    }

    /// The start page with the recent pages; it is shown if no tabs are restored.
    private static func starts(_ place: Workplace, _ folders: [String], _ report: inout Report) throws {
        try place.configure("{ restore: false }")
        var starts = [Samples(), Samples()]
        for _ in 0..<15 {
            for (index, folder) in folders.enumerated() {
                let watch = Stopwatch()
                let screen = try Screen(place.command(place.sonic.path, ["--cache", folder]))
                starts[index].add(try screen.wait(for: "Recent pages", since: watch))
            }
        }
        report.add(
            "the start page with the latest twelve", starts[0].median,
            beside: ("alone", starts[1].median), target: .none)
    }

    private static func address(_ number: Int) -> String { "http://127.0.0.1:1/\(number).html" }

    private static func fill(_ folder: String, _ count: Int) async throws {
        let html = PageWriter.friendly(PageSize.small.count)
        let sha1 = Hashes.nettle.sha1(html)
        let now = Instant(milliseconds: Int64(time(nil)) * 1000)
        let cache = PageCache(root: folder, hashes: .nettle, now: { now })
        for number in 0..<count {
            guard let url = WebURL(address(number)) else { throw Failure("the address is none") }
            let version = PageVersion(
                url: url, html: html, sha1: sha1, etag: sha1, templateTag: "a",
                headers: Headers([HeaderField("Content-Type", "text/html; charset=utf-8")]), stored: now)
            let id = PageIdentity(for: url).id(of: url, account: "", hashes: .nettle)
            _ = try await cache.commit(version, for: id)
        }
    }
}
