import FoundationEssentials
import TestSupport
import Testing

/// `sonic engine --stdio` with real sockets.
@Suite struct EngineTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// A line of the engine's output, with the members that the tests read.
    private struct Line: Decodable {
        var id: Int?
        var status: Int?
        var reason: String?
        var headers: [[String]]?
        var body: String?
        var from: String?
        var error: String?
        var event: String?
        var outcome: String?
        var changedBlocks: [String]?
        var addedHeaders: [[String]]?
        var number: Int?
        var of: Int?
        var after: Double?

        /// The body as text.
        var text: String? {
            body.flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private func start(_ lines: [String], _ options: String...) throws -> Program {
        try Program(
            binary(named: "sonic"), ["engine", "--stdio"] + options, environment: Site.environment(home),
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private func finish(_ program: Program) async throws -> [Line] {
        let finished = try await program.finish()
        #expect(finished.status == .exited(0))
        return try finished.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
    }

    private func answer(_ head: String, _ body: String) -> [RawServer.Step] {
        [
            .readRequest,
            .send(
                "HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"),
        ]
    }

    @Test func `sessions use the settings of their sites, and headers are added to their responses`()
        async throws
    {
        let server = RawServer(answer("200 OK\r\nContent-Type: text/html", "<p>page"))
        try home.write(
            "{ sites: { '127.*/private': { private: true }, '127.*/here': { \"compare-here\": false } } }",
            to: "config/sonic/config.json5")
        func line(_ path: String) -> String { #"{"id":1,"url":"\#(server.url(path))","sonic":true}"# }
        for (path, outcomes) in [
            ("/private", ["firstLoad", "firstLoad"]), ("/here", ["plain", "plain"]),
            ("/other", ["firstLoad", "allCached"]),
        ] {
            for outcome in outcomes {
                let lines = try await finish(try start([line(path)]))
                #expect(lines.map(\.outcome) == [outcome], "\(path)")
            }
        }
        let added = try await finish(
            try start([line("/more")], "--response-header", "cache-offline: false", "--account", "ann"))
        #expect(added.first?.addedHeaders == [["cache-offline", "false"]])
        #expect(added.first?.outcome == "firstLoad")
    }

    @Test func `a session reports when its request is retried`() async throws {
        let steps = answer("200 OK\r\nContent-Type: text/html", "<p>page")
        let server = RawServer { connection in connection == 0 ? [.readRequest, .reset] : steps }
        let lines = try await finish(
            try start([#"{"id":1,"url":"\#(server.url())","sonic":true,"events":true}"#]))
        let again = lines.first { $0.event == "retry" }
        #expect(again?.number == 1 && again?.of == 1 && again?.after == 500)
        #expect(lines.last?.outcome == "firstLoad")
    }

    @Test func `a fresh response is served from disk by the next process, except with --private`()
        async throws
    {
        let steps = answer("200 OK\r\nCache-Control: max-age=1000", "fresh")
        let server = RawServer(steps)
        let ask = #"{"id":1,"url":"\#(server.url())"}"#
        for (options, sources) in [("", ["network", "cache"]), ("--private", ["network", "network"])] {
            let other = try TemporaryFolder()
            for source in sources {
                let program = try Program(
                    binary(named: "sonic"), ["engine", "--stdio"] + (options.isEmpty ? [] : [options]),
                    environment: Site.environment(other), input: Array((ask + "\n").utf8))
                let lines = try await finish(program)
                #expect(lines.map(\.from) == [source] && lines.first?.text == "fresh")
            }
        }
    }

    @Test func `thirty requests run at the same time`() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            [
                .readRequest, .wait(gate),
                .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"),
            ]
        }
        let program = try start(
            (1...30).map { #"{"id":\#($0),"url":"\#(server.url("/\($0)"))"}"# }, "--private")
        var arrived = 0
        for await event in server.events {
            if case .request = event { arrived += 1 }
            if arrived == 30 { break }
        }
        for _ in 1...30 { gate.open() }
        let lines = try await finish(program)
        #expect(Set(lines.compactMap(\.id)) == Set(1...30))
        #expect(lines.allSatisfy { $0.text == "ok" && $0.from == "network" })
    }

    @Test func `status, reason and repeated headers are passed on unchanged, and no cookie is sent`()
        async throws
    {
        let server = RawServer { _ in
            [
                .readRequest,
                .send(
                    "HTTP/1.1 299 Odd enough\r\nSet-Cookie: a=1\r\nX-A:  one \r\nX-A: \u{E9}\r\n"
                        + "Content-Length: 0\r\nConnection: close\r\n\r\n"),
            ]
        }
        let ask = #""url":"\#(server.url())","cache":"no-store","headers":[["X-B","b"]]}"#
        let first = try await finish(try start([#"{"id":1,"# + ask, #"{"id":2,"# + ask]))
        #expect(first.allSatisfy { $0.status == 299 && $0.reason == "Odd enough" })
        let values = first.first?.headers?.filter { $0[0] == "X-A" }.map { $0[1] }
        // The UTF-8 bytes of é, one character a byte.
        #expect(values == ["one", "\u{C3}\u{A9}"])
        var requests: [String] = []
        for await event in server.events {
            if case .request(let bytes, _) = event { requests.append(String(decoding: bytes, as: UTF8.self)) }
            if requests.count == 2 { break }
        }
        for request in requests {
            #expect(!request.lowercased().contains("cookie:") && !request.contains("accept-diff"))
            #expect(request.contains("X-B: b\r\n"))
        }
    }

    @Test func `a stale response is revalidated, and a miss with only-if-cached is an error`() async throws {
        let server = RawServer { connection in
            connection == 0
                ? [
                    .readRequest,
                    .send(
                        "HTTP/1.1 200 OK\r\nCache-Control: no-cache\r\nETag: \"1\"\r\nContent-Length: 3\r\n"
                            + "Connection: close\r\n\r\nold"),
                ]
                : [
                    .readRequest,
                    .send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nConnection: close\r\n\r\n"),
                ]
        }
        let miss = #"{"id":1,"url":"\#(server.url("/other"))","cache":"only-if-cached"}"#
        #expect(try await finish(try start([miss])).first?.error?.contains("not in the cache") == true)
        for source in ["network", "revalidated"] {
            let lines = try await finish(try start([#"{"id":1,"url":"\#(server.url())"}"#]))
            #expect(lines.map(\.from) == [source] && lines.first?.text == "old")
        }
    }

    @Test func `a Sonic page is updated from one process to the next, with events`() async throws {
        let site = try await Site.demo()
        let ask = #"{"id":1,"url":"\#(site.address)/clock","sonic":true,"events":true}"#
        let first = try await finish(try start([ask]))
        #expect(first.last?.event == "outcome" && first.last?.outcome == "firstLoad")
        let second = try await finish(try start([ask]))
        #expect(second.contains { $0.event == "cached" })
        #expect(second.contains { $0.event == "update" })
        #expect(second.last?.outcome == "dataUpdate")
        #expect(second.last?.changedBlocks?.contains("visit") == true)
        let page = try #require(second.first { $0.event == nil })
        #expect(page.status == 200 && page.text?.contains("This page was requested twice.") == true)
    }
}
