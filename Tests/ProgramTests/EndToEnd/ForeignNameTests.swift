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
}
