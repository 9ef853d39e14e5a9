import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// Bodies with files in them.
@Suite struct UploadTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A file as it was when chosen.
    private func chosen(_ path: String) throws -> SentFile {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return SentFile(
            path: Array(path.utf8), name: "name", type: "text/plain",
            stamp: try #require(SentFile.Stamp(of: descriptor)), nonce: 0)
    }

    /// A sparse file of zeros of this size.
    private func sparse(_ name: String, _ size: Int) throws -> SentFile {
        let path = try folder.write([], to: name)
        #expect(truncate(path, off_t(size)) == 0)
        return try chosen(path)
    }

    private func post(_ server: RawServer, _ pieces: [RequestBody.Piece]) throws -> Request {
        Request(method: "POST", url: try WebURL.parse(server.url("/up")), body: RequestBody(pieces: pieces))
    }

    @Test func `the parts of a body arrive in order, with Content-Length`() async throws {
        let server = RawServer([.readRequest, page("ok")])
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
        let pieces: [RequestBody.Piece] = [
            .bytes(Array("<a>".utf8)), .file(try chosen(folder.write(bytes, to: "a")), of: "a"),
            .value(Array("=b=".utf8), of: "b"), .file(try chosen(folder.write([], to: "empty")), of: "c"),
            .file(try chosen(folder.write("x", to: "x")), of: "c"), .bytes(Array("</a>".utf8)),
        ]
        let told = await Told(CurlConnection().exchange(try post(server, pieces)))
        #expect(told.text == "ok")
        let body = Array("<a>".utf8) + bytes + Array("=b=x</a>".utf8)
        var events = server.events.makeAsyncIterator()
        let head =
            "POST /up HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Length: \(body.count)\r\n\r\n"
        #expect(await events.next() == .request(Array(head.utf8) + body, connection: 0))
        #expect(told.report?.bytesSent == head.utf8.count + body.count)
    }

    @Test func `64 MB are uploaded in small pieces, with progress reports`() async throws {
        let size = 64 << 20
        let file = try sparse("large", size)
        let server = RawServer([.drainRequest, page("ok")])
        let told = await Told(CurlConnection().exchange(try post(server, [.file(file, of: "f")])))
        #expect(told.text == "ok")
        var events = server.events.makeAsyncIterator()
        guard case .drained(_, body: let count, connection: _) = await events.next() else {
            Issue.record("nothing arrived")
            return
        }
        #expect(count == size)
        #expect(told.sent.last?.count == size && told.sent.allSatisfy { $0.total == size })
        #expect(told.sent.map(\.count) == told.sent.map(\.count).sorted())
    }

    @Test func `a body is read in any piece size, from any offset`() throws {
        let file = try chosen(folder.write("0123456789", to: "digits"))
        let body = SentBody(
            RequestBody(pieces: [.bytes(Array("ab".utf8)), .file(file, of: "f"), .bytes([0x7A])]))
        func rest(from place: Int, by size: Int) throws -> [String] {
            #expect(body.seek(to: place))
            var pieces: [String] = []
            var buffer = [UInt8](repeating: 0, count: size)
            while true {
                let count = try buffer.withUnsafeMutableBytes { bytes throws(ConnectionFailure) in
                    try body.read(into: bytes)
                }
                guard count > 0 else { return pieces }
                pieces.append(String(decoding: buffer[..<count], as: UTF8.self))
            }
        }
        #expect(try rest(from: 0, by: 5) == ["ab012", "34567", "89z"])
        #expect(try rest(from: 7, by: 100) == ["56789z"])
        #expect(try rest(from: 12, by: 100) == ["z"])
        #expect(try rest(from: 13, by: 100) == [])
        #expect(!body.seek(to: 14) && !body.seek(to: -1))
    }

    @Test func `after a 401 the whole body is sent again`() async throws {
        let asks = page("who?", status: "401 Unauthorized", ["WWW-Authenticate: Basic realm=\"a\""])
        let server = RawServer([.readRequest, asks, .readRequest, page("welcome")])
        let connection = CurlConnection()
        let request = try post(
            server, [.bytes([0x61]), .file(try chosen(folder.write("file", to: "f")), of: "f")])
        connection.use(Credentials(user: "ann", password: "x"), for: try #require(request.url.origin))
        let told = await Told(connection.exchange(request))
        #expect(told.text == "welcome")
        var events = server.events.makeAsyncIterator()
        for _ in 0..<2 {
            guard case .request(let bytes, connection: _) = await events.next() else {
                Issue.record("it was not sent twice")
                return
            }
            #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\nafile"))
        }
    }

    /// What may have replaced a chosen file before it is sent.
    enum Other: CaseIterable, Sendable { case gone, longer, touched, replaced, folder, pipe }

    @Test(arguments: Other.allCases)
    func `a file that changed since it was chosen is not sent`(other: Other) async throws {
        let path = try folder.write("chosen", to: "f")
        let file = try chosen(path)
        switch other {
        case .gone: #expect(unlink(path) == 0)
        case .longer: try folder.write("chosen and more", to: "f")
        case .touched:
            var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
        case .replaced:
            try folder.write("chosen", to: "g")
            #expect(rename(folder.path("g"), path) == 0)
        case .folder:
            #expect(unlink(path) == 0)
            #expect(mkdir(path, 0o700) == 0)
        case .pipe:
            #expect(unlink(path) == 0)
            #expect(mkfifo(path, 0o600) == 0)
        }
        let server = RawServer([.readRequest, page("ok")])
        let told = await Told(CurlConnection().exchange(try post(server, [.file(file, of: "f")])))
        guard case .unsendable(let detail) = told.failure else {
            Issue.record("\(other) was sent: \(told)")
            return
        }
        #expect(detail.hasPrefix(path))
        #expect(told.requests.isEmpty, "nothing went out")
    }

    @Test func `a file that changes during the upload fails the transfer`() async throws {
        let file = try sparse("f", 64 << 20)
        let gate = Gate()
        let server = RawServer([.wait(gate), .drainRequest, page("ok")])
        let events = CurlConnection().exchange(try post(server, [.file(file, of: "f")]))
        var failure: ConnectionFailure?
        var isChanged = false
        for await event in events {
            switch event {
            case .bodySent where !isChanged:
                isChanged = true
                #expect(truncate(folder.path("f"), 65 << 20) == 0)
                gate.open()
            case .failed(let found): failure = found
            case .headReceived: Issue.record("it was sent whole")
            case .entered, .requestSent, .bodySent, .noted, .edited, .bodyReceived, .finished: break
            }
        }
        #expect(isChanged)
        guard case .unsendable = failure else {
            Issue.record("it ended with \(String(describing: failure))")
            return
        }
    }

    @Test func `an upload can be stopped at once`() async throws {
        let file = try sparse("f", 64 << 20)
        let server = RawServer([.drainRequest])
        for await event in CurlConnection().exchange(try post(server, [.file(file, of: "f")])) {
            if case .bodySent = event { break }
        }
        var events = server.events.makeAsyncIterator()
        #expect(await events.next() == .hungUp(connection: 0))
    }
}
