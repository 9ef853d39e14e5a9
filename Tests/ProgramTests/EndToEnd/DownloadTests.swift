import TestSupport
import Testing

/// Files that `sonic get --output` saves as they are stored; more of it is in `downloads.story`.
@Suite struct DownloadTests {
    /// gzip of “hello” and a line feed.
    private static let packed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xE7, 0x02, 0x00, 0x20, 0x30,
        0x3A, 0x36, 0x06, 0, 0, 0,
    ]

    private static func head(_ status: String, _ type: String, _ length: Int, _ fields: String = "")
        -> [UInt8]
    {
        Array(
            ("HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Type: \(type)\r\nContent-Encoding: gzip\r\n"
                + "ETag: \"v1\"\r\n\(fields)Content-Length: \(length)\r\n\r\n").utf8)
    }

    private func get(_ address: String, _ home: TemporaryFolder) async throws {
        let ended = try await run(
            binary(named: "sonic"), ["get", address, "--output", home.path("file")],
            environment: Site.environment(home))
        #expect(ended.status == .exited(0), "\(ended.errors)")
    }

    @Test(arguments: [
        ("/a.tar.gz", "application/x-tar", true), ("/a", "application/gzip", true),
        ("/a.txt", "text/plain", false),
    ])
    func `a gzip file is saved as it is even if the server declares a content coding`(
        path: String, type: String, isKept: Bool
    ) async throws {
        let server = RawServer([
            .readRequest, .send(Self.head("200 OK", type, Self.packed.count) + Self.packed),
        ])
        let home = try TemporaryFolder()
        try await get(server.url(path), home)
        #expect(home.read("file") == (isKept ? Self.packed : Array("hello\n".utf8)))
    }

    @Test func `a gzip file is resumed at its encoded offset`() async throws {
        let (packed, count) = (Self.packed, Self.packed.count)
        let server = RawServer { connection in
            let type = "application/gzip"
            guard connection > 0 else {
                return [.readRequest, .send(Self.head("200 OK", type, count) + packed.prefix(9))]
            }
            let range = "Content-Range: bytes 9-\(count - 1)/\(count)\r\n"
            let head = Self.head("206 Partial Content", type, count - 9, range)
            return [.readRequest, .send(head + packed.dropFirst(9))]
        }
        let home = try TemporaryFolder()
        try await get(server.url("/a.zip"), home)
        #expect(home.read("file") == packed)
        var requests: [String] = []
        for await case .request(let bytes, _) in server.events {
            requests.append(String(decoding: bytes, as: UTF8.self))
            if requests.count == 2 { break }
        }
        #expect(!requests[0].contains("Range:"))
        #expect(
            requests[1].contains("\r\nRange: bytes=9-\r\n")
                && requests[1].contains("\r\nIf-Range: \"v1\"\r\n"))
    }
}
