import FoundationEssentials
import TestSupport
import Testing

/// `sonic get --har`, and what `sonic replay` makes of its files.
@Suite struct RecordingTests {
    private func page(_ text: String, _ template: String = "x") -> String {
        "<title>News</title>\n<p>\(template)\n<!--sonicdiff-a-->\(text)<!--sonicdiff-a-end-->\n"
    }

    @Test func `a session is written whole, for its reader alone`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let file = site.home.path("a.har")
        let told = try await site.sonic("get", site.address + "/a.html", "--har", file)
        #expect(told.status == .exited(0) && told.output.contains("firstLoad"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let log = try HAR(file).log
        #expect(log.entries.count == 1)
        #expect(log.entries[0].response.content.text == page("one"))
        #expect(log.entries[0].response.status == 200)
        #expect(log.entries[0].request.headers.contains { $0.name == "Host" })
        let names = try FileManager.default.contentsOfDirectory(atPath: site.home.path)
        #expect(!names.contains { $0.hasPrefix("a.har.") })
    }

    @Test func `the log goes to standard output alone, or its place is told to be wrong`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        let told = try await site.sonic("get", url, "--har", "-")
        #expect(told.output.hasPrefix("{\n  \"log\": {") && told.status == .exited(0))
        #expect(try await site.sonic("get", url, "--har", "-", "--json").status == .exited(2))
        #expect(try await site.sonic("get", url, "--secrets").status == .exited(2))
        let nowhere = try await site.sonic("get", url, "--har", site.home.path("none/a.har"))
        #expect(nowhere.status == .exited(1) && nowhere.errors.contains("cannot be written"))
    }

    @Test func `secrets leave only when they are asked for`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        let words = ["get", url, "-H", "Cookie: a=hidden", "-H", "Authorization: Basic opened", "--har", "-"]
        let masked = try await run(binary(named: "sonic"), words, environment: site.environment)
        #expect(!masked.output.contains("hidden") && !masked.output.contains("opened"))
        #expect(masked.output.contains("a=***") && masked.output.contains("Basic ***"))
        let kept = try await run(
            binary(named: "sonic"), words + ["--secrets"], environment: site.environment)
        #expect(kept.output.contains("a=hidden") && kept.output.contains("Basic opened"))
    }
}

/// A HAR file as far as the tests read it.
struct HAR: Decodable {
    var log: Log

    init(_ path: String) throws {
        self = try JSONDecoder().decode(HAR.self, from: Data(contentsOf: URL(filePath: path)))
    }

    struct Log: Decodable {
        var entries: [Entry]
    }

    struct Entry: Decodable {
        var time: Double
        var request: Sent
        var response: Received
    }

    struct Sent: Decodable {
        var url: String
        var headers: [Field]
    }

    struct Received: Decodable {
        var status: Int
        var headers: [Field]
        var content: Content
    }

    struct Field: Decodable {
        var name: String
        var value: String
    }

    struct Content: Decodable {
        var size: Int
        var text: String?
    }
}
