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

}
