import FoundationEssentials
import TestSupport
import Testing

/// `sonic get --clients`.
@Suite struct ClientsTests {
    private struct Printed: Decodable {
        var clients: [String: Client]?
    }

    private struct Client: Decodable {
        var verdict: String
        var outcome: String
        var screen: String
        var page: Page?
        var copy: String
        var sonicStatus: Int
    }

    private struct Page: Decodable {
        var same: Bool?
        var block: String?
    }

    private func page(_ title: String, _ text: String) -> String {
        "<title>\(title)</title><!--sonicdiff-a--><p>\(text)<!--sonicdiff-a-end-->"
    }

    private func clients(_ finished: Finished) throws -> [String: Client]? {
        try JSONDecoder().decode(Printed.self, from: Data(finished.outputBytes)).clients
    }

    @Test func `a changed title is the same page on Android and a different one on iOS`() async throws {
        let site = try await Site.serving(["a.html": page("One", "1")])
        let url = site.address + "/a.html"
        let first = try #require(try clients(await site.sonic("get", url, "--json", "--clients")))
        #expect(first.keys.sorted() == ["android", "ios"])
        #expect(first.values.allSatisfy { $0.outcome == "firstLoad" && $0.copy == "stored" })

        try site.folder.write(page("Two", "2"), to: "a.html")
        let second = try #require(try clients(await site.sonic("get", "--clients", url, "--json")))
        #expect(second["android"]?.page?.same == true)
        #expect(second["android"]?.verdict == "Android has the same page")
        #expect(second["android"]?.sonicStatus == 3)
        #expect(second["ios"]?.page?.same == false)
        #expect(second["ios"]?.page?.block == "title")
        #expect(second["ios"]?.copy == "useless")
        #expect(second["ios"]?.screen == "patched")
    }

    @Test func `a single client is reported in text`() async throws {
        let site = try await Site.serving(["a.html": page("One", "1")])
        let told = try await site.sonic("get", "--clients", "ios", site.address + "/a.html")
        #expect(told.output.contains("\n  iOS has the same page\n"))
        #expect(!told.output.contains("Android"))
        let without = try await site.sonic("get", site.address + "/a.html", "--json")
        #expect(try clients(without) == nil)
    }

    @Test func `an unknown client is a usage error`() async throws {
        let site = try await Site.serving([:])
        let told = try await site.sonic("get", "--clients=symbian", site.address + "/")
        #expect(told.status == .exited(2))
        #expect(told.errors.contains("--clients takes [ios,android], not “symbian”"))
    }
}
