import Glibc
import TestSupport
import Testing

/// Files that `sonic get --output` saves, over networks and disks that fail.
@Suite(.timeLimit(.minutes(3))) struct DownloadTests {
    private static let body = "0123456789abcdefghij"

    private static func head(_ status: String, _ fields: String...) -> String {
        (["HTTP/1.1 " + status, "Connection: close"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static func whole(_ body: String = DownloadTests.body, tag: String = "\"v1\"", sent: Int? = nil)
        -> RawServer.Step
    {
        let head = head(
            "200 OK", "Content-Type: application/zip", "Content-Length: \(body.utf8.count)", "ETag: \(tag)")
        return .send(head + body.prefix(sent ?? body.utf8.count))
    }

    private static func rest(from first: Int) -> RawServer.Step {
        let range = "Content-Range: bytes \(first)-\(body.utf8.count - 1)/\(body.utf8.count)"
        let head = head(
            "206 Partial Content", range, "Content-Length: \(body.utf8.count - first)", "ETag: \"v1\"")
        return .send(head + body.dropFirst(first))
    }

    /// The Range and If-Range lines of the first requests.
    private static func ranges(_ server: RawServer, _ count: Int) async -> [[String]] {
        var requests: [[String]] = []
        for await event in server.events {
            guard case .request(let bytes, _) = event else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
            requests.append(lines.filter { $0.hasPrefix("Range:") || $0.hasPrefix("If-Range:") })
            if requests.count == count { break }
        }
        return requests
    }

    private func get(_ server: RawServer, _ home: TemporaryFolder, shell: String? = nil) async throws
        -> Finished
    {
        let words = ["get", server.url("/a.zip"), "--output", home.path("a.zip")]
        let environment = Site.environment(home)
        guard let shell else { return try await run(binary(named: "sonic"), words, environment: environment) }
        return try await run(
            "/bin/sh", ["-c", shell + "; exec \"$0\" \"$@\"", try binary(named: "sonic")] + words,
            environment: environment)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test func `a download of a killed program is resumed by the next one`() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            connection == 0
                ? [.readRequest, Self.whole(sent: 5), .wait(gate)] : [.readRequest, Self.rest(from: 5)]
        }
        let home = try TemporaryFolder()
        let first = try Program(
            binary(named: "sonic"), ["get", server.url("/a.zip"), "--output", home.path("a.zip")],
            environment: Site.environment(home))
        // The partial file grows while the program waits for more.
        while home.read("a.zip.part")?.count != 5 { await Task.yield() }
        await first.signal(SIGKILL)
        _ = try await first.finish()
        #expect(mode(home.path("a.zip.part")) == 0o600)
        #expect(mode(home.path("a.zip.part-record")) == 0o600)
        let second = try await get(server, home)
        #expect(second.errors.contains("resuming after 5 bytes"), "\(second.errors)")
        #expect(home.read("a.zip") == Array(Self.body.utf8))
        #expect(await Self.ranges(server, 2) == [[], ["Range: bytes=5-", "If-Range: \"v1\""]])
        gate.open()
    }

    /// A server's response to a request for the rest of a file.
    struct Reply: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [RawServer.Step]
        /// The response to any further request.
        var next: [RawServer.Step] = []
        let expected: String
    }

    static let replies = [
        Reply(testDescription: "the rest", steps: [rest(from: 5)], expected: body),
        Reply(testDescription: "all of it, as it knows no parts", steps: [whole()], expected: body),
        Reply(
            testDescription: "another version", steps: [whole("another file", tag: "\"v2\"")],
            expected: "another file"),
        Reply(
            testDescription: "a part that begins elsewhere", steps: [rest(from: 9)], next: [whole()],
            expected: body),
        Reply(
            testDescription: "a part of another version",
            steps: [
                .send(
                    head(
                        "206 Partial Content", "Content-Range: bytes 5-7/20", "Content-Length: 3",
                        "ETag: \"v2\"")
                        + "xyz")
            ], next: [whole("new", tag: "\"v2\"")], expected: "new"),
        Reply(
            testDescription: "less than the rest",
            steps: [
                .send(
                    head(
                        "206 Partial Content", "Content-Range: bytes 5-7/20", "Content-Length: 3",
                        "ETag: \"v1\"")
                        + "567")
            ], next: [rest(from: 8)], expected: body),
        Reply(
            testDescription: "no such part",
            steps: [.send(head("416 No", "Content-Range: bytes */3", "Content-Length: 0"))],
            next: [whole("new", tag: "\"v2\"")], expected: "new"),
    ]

    @Test(arguments: replies)
    func `the file is complete whatever the response to a range request`(_ reply: Reply) async throws {
        let server = RawServer { connection in [.readRequest] + (connection == 0 ? reply.steps : reply.next) }
        let home = try TemporaryFolder()
        try home.write(String(Self.body.prefix(5)), to: "a.zip.part")
        try home.write(
            #"{"format":1,"url":"\#(server.url("/a.zip"))","length":20,"etag":"\"v1\""}"#,
            to: "a.zip.part-record")
        let finished = try await get(server, home)
        #expect(finished.status == .exited(0), "\(finished.errors)")
        #expect(home.read("a.zip") == Array(reply.expected.utf8))
        #expect(home.names.filter { $0.contains("part") }.isEmpty)
    }

    @Test(arguments: ["", "{", "{\"format\":1}", "\u{0}\u{0}"])
    func `a partial file without a readable record is left alone`(record: String) async throws {
        let server = RawServer([.readRequest, Self.whole()])
        let home = try TemporaryFolder()
        try home.write("not ours", to: "a.zip.part")
        try home.write(record, to: "a.zip.part-record")
        let finished = try await get(server, home)
        #expect(finished.errors.contains("saved \(home.path("a-2.zip"))"), "\(finished.errors)")
        #expect(home.read("a.zip.part") == Array("not ours".utf8))
        #expect(home.read("a-2.zip") == Array(Self.body.utf8))
    }

    @Test(arguments: [("", true), (#","initiators":["https://other.test/"]"#, false)])
    func `a resumed download sends cookies by the initiator of the original request`(
        initiators: String, isSent: Bool
    ) async throws {
        let page = Self.head(
            "200 OK", "Content-Type: text/html", "Content-Length: 1",
            "Set-Cookie: sid=1; SameSite=Strict; Max-Age=9999")
        let server = RawServer { connection in
            [.readRequest, connection == 0 ? .send(page + "x") : Self.rest(from: 5)]
        }
        let home = try TemporaryFolder()
        _ = try await run(
            binary(named: "sonic"), ["get", server.url("/")], environment: Site.environment(home))
        try home.write(String(Self.body.prefix(5)), to: "a.zip.part")
        try home.write(
            #"{"format":1,"url":"\#(server.url("/a.zip"))","length":20,"etag":"\"v1\""\#(initiators)}"#,
            to: "a.zip.part-record")
        let finished = try await get(server, home)
        #expect(finished.status == .exited(0), "\(finished.errors)")
        var requests: [String] = []
        for await case .request(let bytes, _) in server.events {
            requests.append(String(decoding: bytes, as: UTF8.self))
            if requests.count == 2 { break }
        }
        #expect(requests[1].contains("Cookie: sid=1") == isSent, "\(requests[1])")
    }

    @Test func `an ETag that cannot be sent is ignored, with a message`() async throws {
        let server = RawServer([.readRequest, Self.whole(tag: "\"a\u{1}b\"")])
        let home = try TemporaryFolder()
        let finished = try await get(server, home)
        #expect(finished.status == .exited(0), "\(finished.errors)")
        #expect(finished.errors.contains("ETag contains the control character 0x01"), "\(finished.errors)")
        #expect(home.read("a.zip") == Array(Self.body.utf8))
    }

    /// gzip of “hello” and a line feed.
    private static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xE7, 0x02, 0x00, 0x20, 0x30,
        0x3A, 0x36, 0x06, 0, 0, 0,
    ]

    @Test(arguments: [
        ("/a.tar.gz", "application/x-tar", true), ("/a", "application/gzip", true),
        ("/a.txt", "text/plain", false),
    ])
    func `a gzip file is saved as it is even if the server declares a content coding`(
        path: String, type: String, isKept: Bool
    ) async throws {
        let head = Self.head(
            "200 OK", "Content-Type: \(type)", "Content-Encoding: gzip", "ETag: \"v1\"",
            "Content-Length: \(Self.packed.count)")
        let server = RawServer([.readRequest, .send(Array(head.utf8) + Self.packed)])
        let home = try TemporaryFolder()
        let ended = try await run(
            binary(named: "sonic"), ["get", server.url(path), "--output", home.path("file")],
            environment: Site.environment(home))
        #expect(ended.status == .exited(0), "\(ended.errors)")
        #expect(home.read("file") == (isKept ? Self.packed : Array("hello\n".utf8)))
    }

    @Test func `a gzip file is resumed at its encoded offset`() async throws {
        let (packed, count) = (Self.packed, Self.packed.count)
        let server = RawServer { connection in
            let first = Self.head(
                "200 OK", "Content-Type: application/gzip", "Content-Encoding: gzip", "ETag: \"v1\"",
                "Content-Length: \(count)")
            let second = Self.head(
                "206 Partial Content", "Content-Range: bytes 9-\(count - 1)/\(count)", "ETag: \"v1\"",
                "Content-Encoding: gzip", "Content-Length: \(count - 9)")
            return connection == 0
                ? [.readRequest, .send(Array(first.utf8) + packed.prefix(9))]
                : [.readRequest, .send(Array(second.utf8) + packed.dropFirst(9))]
        }
        let home = try TemporaryFolder()
        let ended = try await get(server, home)
        #expect(ended.status == .exited(0), "\(ended.errors)")
        #expect(home.read("a.zip") == packed)
        #expect(await Self.ranges(server, 2) == [[], ["Range: bytes=9-", "If-Range: \"v1\""]])
    }

    @Test func `an existing file is not overwritten`() async throws {
        let server = RawServer([.readRequest, Self.whole()])
        let home = try TemporaryFolder()
        try home.write("mine", to: "a.zip")
        let finished = try await get(server, home)
        #expect(finished.status == .exited(1))
        #expect(finished.errors.contains("the file \(home.path("a.zip")) exists"))
        #expect(home.read("a.zip") == Array("mine".utf8))
    }

    @Test func `without a length the message says that none was sent`() async throws {
        let head = Self.head("200 OK", "Content-Type: application/zip")
        let server = RawServer([.readRequest, .send(head + "abc")])
        let home = try TemporaryFolder()
        let finished = try await get(server, home)
        #expect(finished.errors.contains("3 bytes; the server sent no length"))
        #expect(home.read("a.zip") == Array("abc".utf8))
    }

    @Test func `a full disk keeps the partial file`() async throws {
        let body = String(repeating: "x", count: 100_000)
        let server = RawServer([.readRequest, Self.whole(body)])
        let home = try TemporaryFolder()
        let finished = try await get(
            server, home, shell: Sanitizer.withoutFile + "ulimit -f 16")
        #expect(finished.status == .exited(1))
        #expect(finished.errors.contains("File too large"), "\(finished.errors)")
        #expect(finished.errors.contains("the part is kept"))
        #expect(home.read("a.zip") == nil)
        #expect(home.read("a.zip.part")?.isEmpty == false)
    }

    @Test func `options about sessions are refused with --output`() async throws {
        let home = try TemporaryFolder()
        let finished = try await run(
            binary(named: "sonic"), ["get", "http://127.0.0.1:9/", "--output", "x", "--json"],
            environment: Site.environment(home))
        #expect(finished.status == .exited(2))
        #expect(finished.errors.contains("--output saves only the body; leave out --json"))
    }
}
