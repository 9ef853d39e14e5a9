import FoundationEssentials
import TestSupport
import Testing

/// `sonic get --har`, and `sonic replay` of its files.
@Suite struct RecordingTests {
    private func page(_ text: String, _ template: String = "x") -> String {
        "<title>News</title>\n<p>\(template)\n<!--sonicdiff-a-->\(text)<!--sonicdiff-a-end-->\n"
    }

    @Test func `a session is recorded in full, in a file private to its owner`() async throws {
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

    @Test func `the recording is printed to standard output alone, and a bad path is an error`() async throws
    {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        let told = try await site.sonic("get", url, "--har", "-")
        #expect(told.output.hasPrefix("{\n  \"log\": {") && told.status == .exited(0))
        #expect(try await site.sonic("get", url, "--har", "-", "--json").status == .exited(2))
        #expect(try await site.sonic("get", url, "--secrets").status == .exited(2))
        let nowhere = try await site.sonic("get", url, "--har", site.home.path("none/a.har"))
        #expect(nowhere.status == .exited(1) && nowhere.errors.contains("cannot be written"))
    }

    @Test func `secrets are recorded only on request`() async throws {
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

    @Test func `a recorded session replays with the same outcome`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        func recorded(_ name: String, _ more: String...) async throws -> String {
            let words = ["get", url, "--har", site.home.path(name)] + more
            _ = try await run(binary(named: "sonic"), words, environment: site.environment)
            return site.home.path(name)
        }
        var files: [(file: String, outcome: String)] = []
        files.append((try await recorded("first"), "firstLoad (1000)"))
        files.append((try await recorded("same"), "allCached (304)"))
        try site.folder.write(page("two"), to: "a.html")
        files.append((try await recorded("update"), "dataUpdate (200)"))
        try site.folder.write(page("two", "other"), to: "a.html")
        files.append((try await recorded("template"), "templateChange (2000)"))
        files.append((try await recorded("force", "--force"), "allCached (304)"))
        files.append((try await recorded("gone"), ""))
        await #expect(throws: Never.self) { try await site.stop() }
        files.append((try await recorded("offline"), "offline"))
        for (file, outcome) in files {
            let told = try await site.sonic("replay", file)
            #expect(!told.output.contains("recorded:"), "\(file): \(told.output)")
            if outcome != "allCached (304)" || file.hasSuffix("same") {
                #expect(told.output.hasPrefix(outcome), "\(file): \(told.output)\(told.errors)")
            }
        }
        let update = try await site.sonic("replay", site.home.path("update"))
        #expect(update.output.contains("  changed: a\n"))
        let json = try await site.sonic("replay", site.home.path("update"), "--json")
        #expect(json.output.contains(#""outcome":"dataUpdate","code":200,"#))
        #expect(json.output.contains(#""recorded":"dataUpdate""#))
    }

    @Test func `a recording is a test: its last session is held against an expectation`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let url = site.address + "/a.html"
        _ = try await site.get("/a.html")
        try site.folder.write(page("two"), to: "a.html")
        let file = site.home.path("update")
        _ = try await site.sonic("get", url, "--har", file)
        try await site.stop()
        let met = try await site.sonic(
            "replay", file, "--expect", "data-update", "--changed", "a", "--expect-status", "200")
        #expect(met.status == .exited(0) && met.errors == "", "\(met.errors)")
        let missed = try await site.sonic("replay", file, "--expect", "firstLoad", "--changed", "b")
        #expect(missed.status == .exited(1) && missed.output.hasPrefix("dataUpdate (200)"))
        #expect(
            missed.errors.hasPrefix(
                "sonic: expected outcome:firstLoad, found dataUpdate with status 200; expected to change: b; "
                    + "changed unexpectedly: a ("
            ),
            "\(missed.errors)")
        let status = try await site.sonic("replay", file, "--expect-status", "304")
        #expect(
            status.status == .exited(1) && status.errors.contains("expected status:304, found dataUpdate"))
        let slip = try await site.sonic("replay", file, "--expect", "update")
        #expect(slip.status == .exited(2) && slip.errors.contains("“update” is not a valid outcome"))
        let filter = "outcome:data-update,all-cached and not (has:error or status:404)"
        let selected = try await site.sonic("replay", file, "--expect", filter)
        #expect(selected.status == .exited(0), "\(selected.errors)")
    }

    @Test func `of several sessions the last one is judged, and a recording without one fails`() async throws
    {
        func entry(_ path: String, _ second: Int, _ status: Int, _ type: String) -> String {
            """
            {"startedDateTime": "2026-01-02T03:04:0\(second)Z", "time": 3,
             "request": {"method": "GET", "url": "http://news.example\(path)", "headers": []},
             "response": {"status": \(status), "statusText": "", "httpVersion": "HTTP/1.1",
              "headers": [{"name": "content-type", "value": "\(type)"}],
              "content": {"size": 9, "mimeType": "\(type)", "text": "<p>Hello."}},
             "cache": {}, "timings": {"send": 1, "wait": 1, "receive": 1}}
            """
        }
        let folder = try TemporaryFolder()
        func replayed(_ entries: [String], _ words: String...) async throws -> Finished {
            try folder.write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#, to: "a.har")
            return try await run(
                binary(named: "sonic"), ["replay", folder.path("a.har")] + words,
                environment: Site.environment(folder))
        }
        let (gone, page) = (entry("/a", 1, 404, "text/html"), entry("/b", 2, 200, "text/html"))
        let good = try await replayed([gone, page], "--expect-status", "200")
        #expect(good.status == .exited(0), "\(good.errors)")
        let bad = try await replayed([page, gone], "--expect-status", "404")
        #expect(bad.status == .exited(1) && bad.errors.contains("expected status:404, found"))
        let none = try await replayed([entry("/c.css", 1, 200, "text/css")], "--expect-status", "200")
        #expect(none.status == .exited(1) && none.errors.contains("no page is recorded"))
    }

    @Test(arguments: [
        ("", "1:1:"), ("{}", "1:1: A HAR file is an object"), ("[1]", "1:1: A HAR file"),
        (#"{"log":{}}"#, "1:8: “log” requires “entries”"),
        (#"{"log":{"entries":[7]}}"#, "1:20: Expected “request”"),
        ("{\"log\":{\"entries\":[\n{\"request\":{\"method\":\"GET\",\"url\":\"::\"}}]}}", "2:"),
    ])
    func `a file that cannot be replayed is reported with line and column`(text: String, told: String)
        async throws
    {
        try await refused(text, told)
    }

    @Test(arguments: ["[", #"{"log":"#])
    func `a deeply nested file is refused`(opening: String) async throws {
        try await refused(String(repeating: opening, count: 100_000), "This bracket is not closed")
    }

    private func refused(_ text: String, _ told: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "a.har")
        let finished = try await run(
            binary(named: "sonic"), ["replay", folder.path("a.har")], environment: Site.environment(folder))
        #expect(finished.status == .exited(1))
        #expect(finished.errors.contains(told), "\(finished.errors)")
    }

    @Test func `another program's file is replayed, and entries that are not pages are skipped`() async throws
    {
        func entry(_ path: String, _ type: String, _ status: Int, _ text: String) -> String {
            """
            {"startedDateTime": "2026-01-02T03:04:05.678901+01:00", "time": 3,
             "request": {"method": "GET", "url": "http://news.example\(path)", "headers": []},
             "response": {"status": \(status), "statusText": "", "httpVersion": "HTTP/2.0",
              "headers": [{"name": ":status", "value": "200"}, {"name": "content-type", "value": "\(type)"},
                {"name": "location", "value": "/b"}],
              "content": {"size": 1, "mimeType": "\(type)", "text": "\(text)", "encoding": "base64"}},
             "cache": {}, "timings": {"send": 1, "wait": 1, "receive": 1}}
            """
        }
        let page = Data("<title>N</title>page".utf8).base64EncodedString()
        let entries = [
            entry("/a", "text/html", 302, ""), entry("/b", "text/html", 200, page),
            entry("/c.css", "text/css", 200, page), entry("/b", "text/html", 200, page),
        ]
        let folder = try TemporaryFolder()
        try folder.write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#, to: "a.har")
        let told = try await run(
            binary(named: "sonic"), ["replay", folder.path("a.har"), "--json"],
            environment: Site.environment(folder))
        #expect(told.status == .exited(0), "\(told.errors)")
        let lines = told.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains(#""url":"http://news.example/a","outcome":"firstLoad""#) == true)
        #expect(lines.last?.contains(#""url":"http://news.example/b""#) == true)
        try folder.write(
            #"{"log": {"entries": [\#(entry("/b", "text/html", 200, "!!"))]}}"#, to: "bad.har")
        let bad = try await run(
            binary(named: "sonic"), ["replay", folder.path("bad.har")], environment: Site.environment(folder))
        #expect(bad.status == .exited(1) && bad.errors.contains("not valid Base64"))
    }
}

/// A HAR file, with the members that the tests read.
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
