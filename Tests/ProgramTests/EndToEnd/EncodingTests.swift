import TestSupport
import Testing

/// Pages that are not UTF-8, as the programs read them.
@Suite struct EncodingTests {
    /// “中文网页” in GBK.
    private static let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0xCD, 0xF8, 0xD2, 0xB3]

    @Test func `a GBK file is dumped as UTF-8, by name or from standard input`() async throws {
        let folder = try TemporaryFolder()
        let declared = Array("<meta charset=gb2312><title>".utf8) + Self.chinese
        let page =
            declared + Array("</title><p>1 ".utf8) + Self.chinese + Array("</p><p>2 ".utf8) + Self.chinese
        let path = try folder.write(page, to: "page.html")
        let environment = Site.environment(folder)
        let named = try await run(binary(named: "sonic"), ["dump", path], environment: environment)
        #expect(named.output == "1 中文网页\n\n2 中文网页\n")
        let piped = try await run(
            "/bin/sh", ["-c", "\"$0\" dump - < \(path)", binary(named: "sonic")], environment: environment)
        #expect(piped.output == named.output)
        let source = try await run(
            binary(named: "sonic"), ["dump", "--source", path], environment: environment)
        #expect(source.outputBytes == page)
    }

    @Test func `a given encoding overrides the page's own, and an unknown one is reported`()
        async throws
    {
        let folder = try TemporaryFolder()
        let site = try await Site.serving([:])
        let page = Array("<meta charset=utf-8><p>".utf8) + Self.chinese
        let path = try site.folder.write(page, to: "page.html")
        let environment = Site.environment(folder)
        let named = try await run(
            binary(named: "sonic"), ["dump", "--charset", "GB2312", path], environment: environment)
        #expect(named.output == "中文网页\n")
        let url = site.address + "/page.html"
        #expect(try await site.sonic("dump", "--charset", "gbk", url).output == "中文网页\n")
        let told = try await site.sonic("get", "--charset", "gbk", url)
        #expect(told.output.contains("read as gb18030 (from --charset)"))
        try site.home.write(
            "{ sites: { \"127.0.0.1\": { encoding: \"gbk\" } } }", to: "config/sonic/config.json5")
        #expect(try await site.sonic("dump", url).output == "中文网页\n")
        #expect(try await site.sonic("dump", "--charset", "auto", url).output != "中文网页\n")
        let json = try await site.sonic("get", "--json", url)
        #expect(json.output.contains(#""from": "from the setting “encoding”""#))
        for command in [["dump", "--charset", "klingon", path], ["--charset", "klingon", url]] {
            let slip = try await run(binary(named: "sonic"), command, environment: environment)
            #expect(slip.status == .exited(2))
            #expect(slip.errors.contains("klingon") && slip.errors.contains("windows-1251"))
        }
        try await site.stop()
    }

    @Test
    func `the encoding of a page without a declaration is detected, and the cache stores the original bytes`()
        async throws
    {
        let site = try await Site.serving([:])
        let page = Array("<p>".utf8) + Self.chinese + Array("</p>".utf8)
        // The server has no charset for .xhtml files, so it sends none.
        try site.folder.write(page, to: "page.xhtml")
        let fetched = try await site.sonic("dump", site.address + "/page.xhtml")
        #expect(fetched.output == "中文网页\n")
        let stored = try await site.sonic("dump", "--offline", "--source", site.address + "/page.xhtml")
        #expect(stored.outputBytes == page)
        try await site.stop()
    }
}
