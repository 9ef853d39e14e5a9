import Glibc
import SonicProtocol
import TestSupport
import Testing

/// The figures for an operator, and whether the server is alive and ready.
@Suite struct OperatorTests {
    /// The real program with `--metrics`.
    private struct Server {
        let program: Program
        let port: UInt16
        let operators: UInt16

        init(_ arguments: [String], metrics: String = "127.0.0.1:0") async throws {
            program = try Program(binary(named: "sonic-server"), arguments + ["--metrics", metrics])
            port = UInt16(try await program.line(beginning: "listening on http://127.0.0.1:")) ?? 0
            let line = try await program.line(beginning: "metrics on http://127.0.0.1:")
            operators = try #require(UInt16(line.dropLast("/metrics".count)))
        }

        /// The response to a request of the operator.
        func response(_ path: String) throws -> RawClient.Reply {
            let client = RawClient(operators)
            client.ask(path)
            return try #require(client.reply())
        }

        /// Waits until the figures have this line.
        func wait(for line: String) throws {
            let end = ContinuousClock.now + Pty.patience
            while true {
                let text = try response("/metrics").text
                if text.split(separator: "\n").contains(Substring(line)) { return }
                try #require(ContinuousClock.now < end, "no line \(line) in \(text)")
            }
        }

        func stop() async throws -> Finished {
            await program.signal(SIGTERM)
            return try await program.finish()
        }
    }

    @Test func `figures count outcomes, bytes and connections, and the operator's requests are in no log`()
        async throws
    {
        let server = try await Server(["demo", "--listen", "127.0.0.1:0", "--log", "--stats"])
        let client = RawClient(server.port)
        client.ask("/static", ["accept-diff: true"])
        let page = try #require(client.reply())
        client.ask(
            "/static",
            [
                "accept-diff: true", "template-tag: \(page.head.headers.first("template-tag") ?? "")",
                "If-None-Match: \(page.head.headers.first("etag") ?? "")",
            ])
        #expect(client.reply()?.head.status == 304)
        try server.wait(for: #"sonic_requests_total{outcome="allCached"} 1"#)
        try server.wait(for: #"sonic_requests_total{outcome="firstLoad"} 1"#)
        try server.wait(for: "sonic_body_bytes_total \(page.body.count)")
        try server.wait(for: "sonic_saved_bytes_total \(page.body.count)")
        try server.wait(for: "sonic_connections 1")
        let answer = try server.response("/metrics")
        #expect(answer.head.headers.first("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        #expect(try Exposition(answer.text).types["sonic_upstream_seconds"] == nil)
        #expect(!answer.text.contains("127.0.0.1") && !answer.text.contains("/static"))
        let odd = RawClient(server.operators)
        odd.send("GET /metrics HTTP/1.1\r\n no field\r\n\r\n")
        #expect(odd.reply()?.head.status == 400)
        let output = try await server.stop().output
        #expect(output.contains("2 requests: 1 firstLoad, 1 allCached") && !output.contains(" /metrics"))
    }

    @Test func `the text is what Prometheus's format allows`() async throws {
        let upstream = RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")])
        let server = try await Server(["proxy", "127.0.0.1:\(upstream.port)"])
        let client = RawClient(server.port)
        client.ask("/a")
        #expect(client.reply()?.text == "hi")
        let text = try server.response("/metrics").text
        let promtool = "/usr/bin/promtool"
        if access(promtool, X_OK) == 0 {
            let check = try await run(promtool, ["check", "metrics"], input: Array(text.utf8))
            #expect(check.status == .exited(0) && check.errors.isEmpty)
        }
        let exposition = try Exposition(text)
        #expect(
            exposition.types == [
                "sonic_build_info": "gauge", "sonic_requests_total": "counter",
                "sonic_body_bytes_total": "counter", "sonic_saved_bytes_total": "counter",
                "sonic_connections": "gauge", "sonic_upgraded_connections": "gauge",
                "sonic_refusals_total": "counter", "sonic_upstream_seconds": "histogram",
                "sonic_upstream_failures_total": "counter",
            ])
        #expect(exposition.samples["sonic_upstream_seconds_count"] == 1)
        #expect(exposition.samples[#"sonic_upstream_seconds_bucket{le="+Inf"}"#] == 1)
        #expect((exposition.samples["sonic_upstream_seconds_sum"] ?? 0) > 0)
    }

    @Test func `other addresses of the operator's port are refused, and a port alone is on loopback`()
        async throws
    {
        let server = try await Server(["demo", "--listen", "127.0.0.1:0"], metrics: "0")
        #expect(try server.response("/healthz").text == "alive\n")
        #expect(try server.response("/readyz").text == "ready\n")
        #expect(try server.response("/static").head.status == 404)
        #expect(RawClient(server.port).status("/metrics") == 404)
        let client = RawClient(server.operators)
        client.send("POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")
        #expect(client.reply()?.head.status == 405)
        let second = try await TestSupport.run(
            binary(named: "sonic-server"), ["demo", "--metrics", "\(server.operators)"])
        #expect(second.status == .exited(1))
        #expect(second.errors.contains("is in use by another program."))
        #expect(second.errors.contains("choose another port with --metrics."))
    }

    @Test func `refusals are counted by limit, and a full server still answers its operator`() async throws {
        let server = try await Server([
            "demo", "--listen", "127.0.0.1:0", "--limit=connections=1", "--limit=per-client=1",
            "--limit=body=10",
            "--limit=head=1",
        ])
        do {
            let client = RawClient(server.port)
            client.send(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n" + String(repeating: "x", count: 20)
            )
            #expect(client.reply()?.head.status == 413)
            try server.wait(for: #"sonic_refusals_total{limit="body"} 1"#)
            #expect(try server.response("/readyz").text == "ready\n")
            try server.wait(for: "sonic_connections 1")
        }
        let slow = RawClient(server.port)
        slow.send("GET / HT")
        try server.wait(for: #"sonic_refusals_total{limit="head"} 1"#)
        try server.wait(for: #"sonic_refusals_total{limit="per-client"} 0"#)
    }

    @Test func `an upstream that does not respond makes the proxy not ready, until it responds again`()
        async throws
    {
        let listener = listenOnLoopback()
        close(listener.0)
        let server = try await Server(["proxy", "127.0.0.1:\(listener.1)"])
        #expect(try server.response("/readyz").head.status == 200)
        #expect(RawClient(server.port).status("/") == 502)
        let answer = try server.response("/readyz")
        #expect(answer.head.status == 503)
        #expect(answer.text == "not ready: the last request to the upstream got no response\n")
        #expect(try server.response("/healthz").head.status == 200)
        try server.wait(for: "sonic_upstream_failures_total 1")
    }

    @Test func `while current requests finish the server is alive and not ready`() async throws {
        let gate = Gate()
        let upstream = RawServer([
            .readRequest, .wait(gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
        ])
        let server = try await Server(["proxy", "127.0.0.1:\(upstream.port)", "--limit=linger=600"])
        let client = RawClient(server.port)
        client.ask("/")
        for await event in upstream.events {
            if case .request = event { break }
        }
        await server.program.signal(SIGTERM)
        let end = ContinuousClock.now + Pty.patience
        while try server.response("/readyz").text != "not ready: shutting down\n" {
            try #require(ContinuousClock.now < end)
        }
        #expect(try server.response("/healthz").text == "alive\n")
        gate.open()
        #expect(client.reply()?.text == "hi")
        #expect(try await server.program.finish().status == .exited(0))
    }

    @Test func `connections that have changed to another protocol are counted`() async throws {
        let echo = UpgradeTests.EchoServer()
        let server = try await Server(["proxy", "127.0.0.1:\(echo.port)", "--limit=upgrades=1"])
        let fields = ["Connection: Upgrade", "Upgrade: echo"]
        let client = RawClient(server.port)
        client.ask("/socket", fields)
        #expect(client.readHead()?.status == 101)
        try server.wait(for: "sonic_upgraded_connections 1")
        #expect(RawClient(server.port).status("/socket", fields) == 503)
        try server.wait(for: #"sonic_refusals_total{limit="upgrades"} 1"#)
    }
}

extension RawClient {
    /// The status of the response to a request.
    fileprivate func status(_ path: String, _ fields: [String] = []) -> Int? {
        ask(path, fields)
        return reply()?.head.status
    }
}

/// The text of Prometheus's format, version 0.0.4, read by its grammar.
private struct Exposition {
    /// The types of families.
    private(set) var types: [String: String] = [:]
    /// The samples, by name and labels.
    private(set) var samples: [String: Double] = [:]

    struct Mistake: Error { let line: String }

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Mistake(line: "the last line has no end") }
        var family = ""
        var help = ""
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            if line.hasPrefix("# HELP "), words.count > 3 {
                help = String(words[2])
            } else if line.hasPrefix("# TYPE "), words.count == 4 {
                // Each family has one help and one type, in this order, before its samples.
                family = String(words[2])
                guard family == help, types.updateValue(String(words[3]), forKey: family) == nil,
                    ["counter", "gauge", "histogram"].contains(words[3]),
                    words[3] != "counter" || family.hasSuffix("_total")
                else { throw Mistake(line: String(line)) }
            } else {
                try add(String(line), of: family)
            }
        }
        try checkHistograms()
    }

    private mutating func add(_ line: String, of family: String) throws {
        let label = /[a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\[\\"n])*"/
        let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{([^}]*)\})? ([-+0-9.eE]+|NaN|[+-]Inf)/
        guard let found = line.wholeMatch(of: sample), let value = Double(found.4) else {
            throw Mistake(line: line)
        }
        let labels = (found.3 ?? "").split(separator: ",")
        let suffixes = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        let key = String(found.1) + (found.2 ?? "")
        guard labels.allSatisfy({ $0.wholeMatch(of: label) != nil }),
            suffixes.contains(where: { family + $0 == found.1 }),
            samples.updateValue(value, forKey: key) == nil
        else { throw Mistake(line: line) }
        if found.1.hasSuffix("_bucket") { buckets[family, default: []].append((key, value)) }
    }

    private var buckets: [String: [(key: String, value: Double)]] = [:]

    /// Buckets grow, and the last one, without a bound, has all.
    private func checkHistograms() throws {
        for (family, all) in buckets {
            let values = all.map(\.value)
            guard values == values.sorted(), all.last?.key.contains(#"le="+Inf""#) == true,
                all.last?.value == samples[family + "_count"], samples[family + "_sum"] != nil
            else { throw Mistake(line: family) }
        }
    }
}
