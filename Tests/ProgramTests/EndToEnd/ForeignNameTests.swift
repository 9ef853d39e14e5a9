import FoundationEssentials
import TestSupport
import Testing

/// Terms of other programs are documented, and their options work.
@Suite struct ForeignNameTests {
    private static let policies = [
        "useProtocolCachePolicy", "reloadIgnoringLocalCacheData", "reloadIgnoringLocalAndRemoteCacheData",
        "returnCacheDataElseLoad", "returnCacheDataDontLoad", "reloadRevalidatingCacheData",
    ]

    @Test func `terms of other programs are in the manual and in the table of counterparts`() async throws {
        let home = try TemporaryFolder()
        let manual = try await run(
            binary(named: "sonic"), ["manual"], environment: Site.environment(home))
        // roff writes a hyphen with a backslash.
        let page = manual.output.filter { $0 != "\\" }
        // The folder of the package is three levels above this file.
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let file = try Data(contentsOf: URL(filePath: "/" + package + "/docs/reference/vassonic.md"))
        let table = String(decoding: file, as: UTF8.self)
        for term in [
            "AlamofireURLCache", "currentUserUniq", "IP direct connection", "WebView pool", "no-Chunked",
        ] + Self.policies {
            #expect(page.contains(term), "\(term) in the manual")
            #expect(table.contains(term), "\(term) in docs/reference/vassonic.md")
        }
    }

    @Test func `a cache policy by its name selects between the stored page and the server`() async throws {
        let site = try await Site.serving(["a.html": "<p>one"])
        let url = site.address + "/a.html"
        let missing = try await site.sonic("get", "--cache-policy", "returnCacheDataDontLoad", url)
        #expect(missing.status == .exited(1))
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        try site.folder.write("<p>two", to: "a.html")
        for policy in ["returnCacheDataElseLoad", "NSURLRequestReturnCacheDataDontLoad", "only-if-cached"] {
            #expect(
                try await site.sonic("dump", "--cache-policy", policy, url).output == "one\n", "\(policy)")
        }
        let asked = try await site.sonic("dump", "--cache-policy", "NSURLRequestReloadIgnoringCacheData", url)
        #expect(asked.output == "two\n")
        for words in [["--cache-policy", "sometimes"], ["--cache-policy", "reload", "--offline"]] {
            let slip = try await run(
                binary(named: "sonic"), ["get", url] + words, environment: site.environment)
            #expect(slip.status == .exited(2) && slip.errors.contains("--cache-policy"), "\(words)")
        }
        try await site.stop()
    }

    @Test func `each store reports its usage and its limit`() async throws {
        let site = try await Site.serving(["a.html": "<p>one", "b.html": "<p>two"])
        try site.home.write(
            #"{ "cache-size": "64M", "cache-pages": 1, "resource-size": "1G" }"#,
            to: "config/sonic/config.json5")
        _ = try await site.get("/a.html")
        _ = try await site.get("/b.html")
        let usage = try await site.sonic("cache", "usage")
        let lines = usage.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("pages") && lines[0].contains(" of 64.0 MB, 2 of 1 pages"))
        #expect(lines[1].hasPrefix("resources") && lines[1].contains(" of 1.0 GB, "))
        let overview = try await site.sonic("cache")
        #expect(overview.output.contains("/a.html") && overview.output.hasSuffix(usage.output))
        let json = try await site.sonic("cache", "usage", "--json")
        #expect(json.output.contains(#""bytesAllowed": 67108864"#))
        try await site.stop()
    }

    @Test func `how long Sonic stays off is configurable`() async throws {
        let site = try await Site.demo()
        try site.home.write(#"{ "sonic-off": 0 }"#, to: "config/sonic/config.json5")
        _ = try await site.get("/offline-http")
        #expect(try await site.get("/offline-http").outcome == "firstLoad")
        try site.home.write(#"{ "sonic-off": 3600 }"#, to: "config/sonic/config.json5")
        _ = try await site.get("/offline-http")
        #expect(try await site.get("/offline-http").outcome == "plain")
        try await site.stop()
    }
}
