import Chance
import TestSupport
import Testing

/// `sonic check` against real servers; more of it is in `reports.story`.
@Suite struct CheckTests {
    @Test func `forty randomly generated correct pages pass without findings`() async throws {
        let numbers = 0..<40
        let site = try await Site.serving(
            Dictionary(
                uniqueKeysWithValues: numbers.map { ("\($0).html", CorrectPage(seed: UInt64($0)).text) }))
        let list = numbers.map { "\(site.address)/\($0).html\n" }.joined()
        try site.home.write(list, to: "list")
        let checked = try await site.sonic("check", "--urls", site.home.path("list"))
        #expect(checked.status == .exited(0), "\(checked.errors)")
        let lines = checked.output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("# http://") } == numbers.count)
        #expect(lines.filter { $0.hasPrefix("not ok") } == [])
        try await site.stop()
    }
}
