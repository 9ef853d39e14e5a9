import BrowserValues
import Chance
import FoundationEssentials
import TestSupport
import Testing

/// `sonic check` against real servers.
@Suite struct CheckTests {
    private struct Printed: Decodable {
        var pages: [Page]

        struct Page: Decodable {
            var url: String
            var failed: Bool
            var rules: [Rule]
        }

        struct Rule: Decodable {
            var rule: String
            var result: String
            var forgiven: String?
            var evidence: [Evidence]?
        }

        struct Evidence: Decodable { var message: String }

        /// The broken rules of the first page.
        var broken: Set<String> { Set(pages[0].rules.filter { $0.result == "broken" }.map(\.rule)) }
    }

    private func read(_ finished: Finished) throws -> Printed {
        try JSONDecoder().decode(Printed.self, from: Data(finished.outputBytes))
    }

    /// A page that changes with each request, one that does not, and one with uncompressed responses.
    @Test(arguments: ["/static", "/clock", "/news"])
    func `a correct page passes without findings`(_ path: String) async throws {
        let site = try await Site.demo()
        let checked = try await site.sonic("check", site.address + path)
        #expect(checked.status == .exited(0))
        #expect(!checked.output.contains("not ok"))
        #expect(
            checked.output.hasPrefix("TAP version 14\n1..32\n# \(site.address)\(path)\nok 1 - complete: "))
    }

    @Test func `a server is checked before its DNS entry exists, and so is one that rules redirect to`()
        async throws
    {
        let site = try await Site.demo()
        let port = try #require(site.address.split(separator: ":").last)
        let url = "http://pages.example:\(port)/static"
        let mapped = try await site.sonic("check", "--resolve", "pages.example:127.0.0.1", url)
        #expect(mapped.status == .exited(0), "\(mapped.output)\(mapped.errors)")
        #expect(mapped.output.contains("# \(url)\n"))
        let rule = "\(url) => \(site.address)/faults/wrong-hash"
        let ruled = try await site.sonic("check", "--rule", rule, "--json", url)
        #expect(ruled.status == .exited(1), "\(ruled.errors)")
        #expect(try read(ruled).broken.contains("update-sha1"))
    }

    @Test func `forty randomly generated correct pages pass without findings`() async throws {
        let numbers = 0..<40
        let site = try await Site.serving(
            Dictionary(
                uniqueKeysWithValues: numbers.map { ("\($0).html", CorrectPage(seed: UInt64($0)).text) }))
        let list = numbers.map { "\(site.address)/\($0).html\n" }.joined()
        try site.home.write(list, to: "list")
        let checked = try await site.sonic("check", "--urls", site.home.path("list"), "--json")
        #expect(checked.status == .exited(0), "\(checked.errors)")
        let pages = try read(checked).pages
        #expect(pages.count == numbers.count)
        for page in pages {
            let broken = page.rules.filter { $0.result == "broken" }
            #expect(broken.isEmpty, "\(page.url): \(broken)")
        }
        try await site.stop()
    }

    /// Faults below HTTP or with timeouts, which a server in the same process cannot produce.
    /// The pages change with each request.
    @Test(arguments: [
        ("endless", ["complete"]), ("silent", ["complete"]), ("hang-up", ["complete"]),
        ("reset", ["complete"]), ("truncated", ["complete"]), ("bad-gzip", ["complete"]),
        ("gzip-bomb", ["complete"]), ("overrun", ["etag-sha1", "template-sha1", "update-json"]),
        ("loop", ["status"]), ("lost-redirect", ["status"]),
    ])
    func `a fault of the transfer is found promptly`(_ fault: String, _ rules: [String]) async throws {
        let site = try await Site.demo()
        let checked = try await site.sonic(
            "check", site.address + "/faults/" + fault, "--json", "--timeout", "2")
        #expect(checked.status == .exited(1))
        #expect(try read(checked).broken == Set(rules))
    }

    @Test func `a server without Sonic is reported in one line`() async throws {
        let site = try await Site.demo()
        let checked = try await site.sonic("check", site.address + "/faults/")
        #expect(checked.status == .exited(1))
        let broken = checked.output.split(separator: "\n").filter { $0.hasPrefix("not ok") }
        #expect(broken.count == 1 && broken[0].hasPrefix("not ok 6 - sonic"))
        #expect(checked.output.contains("# SKIP the server does not speak Sonic here\n"))
    }

    @Test func `rules are allowed by name, by number and by a baseline`() async throws {
        let site = try await Site.demo()
        let url = site.address + "/faults/no-etag"
        let checked = try await site.sonic("check", url, "--json")
        #expect(checked.status == .exited(1))
        #expect(try read(checked).broken == ["etag"])
        for rule in ["etag", "7"] {
            let allowed = try await site.sonic("check", url, "--allow", rule)
            #expect(allowed.status == .exited(0))
            #expect(allowed.output.contains(" # todo allowed by --allow\n"))
        }
        try site.folder.write(checked.output, to: "baseline.json")
        let again = try await site.sonic(
            "check", url, "--json", "--baseline", site.folder.path("baseline.json"))
        #expect(again.status == .exited(0))
        let rule = try read(again).pages[0].rules.first { $0.rule == "etag" }
        #expect(rule?.result == "broken" && rule?.forgiven == "baseline")
    }

    @Test func `several pages share one summary and one file`() async throws {
        let site = try await Site.demo()
        try site.folder.write(
            "# pages\n\(site.address)/faults/weak-etag\n\n\(site.address)/faults/no-etag\n", to: "urls")
        let checked = try await site.sonic(
            "check", site.address + "/static", "--urls", site.folder.path("urls"), "--junit",
            site.folder.path("junit.xml"))
        #expect(checked.status == .exited(1))
        #expect(checked.output.contains("\n1..96\n"))
        #expect(checked.output.hasSuffix("\n# 3 pages, 1 fail the check\n"))
        #expect(checked.output.contains("\nnot ok 40 - etag-bare: "))
        let junit = try String(contentsOfFile: site.folder.path("junit.xml"), encoding: .utf8)
        #expect(junit.components(separatedBy: "<testcase ").count == 97)
        #expect(junit.components(separatedBy: "<failure ").count == 2)
    }

    @Test func `the results for VasSonic's clients are printed with the rules`() async throws {
        let site = try await Site.demo()
        let checked = try await site.sonic("check", site.address + "/clock", "--clients", "ios,android")
        #expect(checked.status == .exited(0))
        #expect(checked.output.contains("\n# clients:  iOS "))
        #expect(checked.output.contains("\n# clients:  Android has the same page"))
    }

    @Test func `a server's output cannot inject escape sequences`() async throws {
        let server = RawServer([
            .readRequest,
            .send(Array("HTTP/1.1 200 OK\r\ncache-offline: a\u{1B}[2Jb\r\nContent-Length: 1\r\n\r\nx".utf8)),
        ])
        let site = try await Site.demo()
        let checked = try await site.sonic("check", "http://127.0.0.1:\(server.port)/")
        #expect(checked.status == .exited(1))
        #expect(!checked.outputBytes.contains(0x1B))
    }

    @Test(arguments: [
        ["check"], ["check", "ftp://localhost/"], ["check", "http://localhost/", "--allow", "nothing"],
        ["check", "http://localhost/", "--baseline", "/dev/null"],
        ["check", "http://localhost/", "--urls", "/nowhere/at/all"],
        ["check", "http://localhost/", "--junit", "/nowhere/at/all"],
    ])
    func `a usage error is reported before any request`(_ words: [String]) async throws {
        let home = try TemporaryFolder()
        let finished = try await run(
            binary(named: "sonic"), words, environment: Site.environment(home))
        #expect(finished.status == .exited(2))
        #expect(finished.output.isEmpty)
    }
}
