import TestSupport
import Testing

/// Pages that are not UTF-8, as the programs read them.
@Suite struct EncodingTests {
    /// “中文网页” in GBK.
    private static let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0xCD, 0xF8, 0xD2, 0xB3]

    @Test func `a file in GBK is dumped as UTF-8, from its name or from standard input`() async throws {
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

    @Test func `a page without a declaration is guessed, and what the cache keeps is what was sent`()
        async throws
    {
        let site = try await Site.serving([:])
        let page = Array("<p>".utf8) + Self.chinese + Array("</p>".utf8)
        // The server knows no encoding of .xhtml files, so that it names none.
        try site.folder.write(page, to: "page.xhtml")
        let fetched = try await site.sonic("dump", site.address + "/page.xhtml")
        #expect(fetched.output == "中文网页\n")
        let stored = try await site.sonic("dump", "--offline", "--source", site.address + "/page.xhtml")
        #expect(stored.outputBytes == page)
        try await site.stop()
    }
}
