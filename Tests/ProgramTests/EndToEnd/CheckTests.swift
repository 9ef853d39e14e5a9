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
}
