import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// What must not happen because connections are reused.
@Suite struct `Kept connections` {
    /// Every received request, as its first line and its connection, until this number of connections ended.
    private func requests(_ server: RawServer, count: Int) async -> [String] {
        var lines: [String] = []
        for await case .request(let bytes, let connection) in server.events {
            lines.append("\(connection) " + String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self))
            if lines.count == count { break }
        }
        return lines
    }

    @Test(arguments: ["POST", "PATCH", "FOO"], ["body", ""])
    func `an unsafe request is sent only once, even if a kept connection turns out to be dead`(
        _ method: String, _ body: String
    ) async throws {
        let server = RawServer([.readRequest, page("ok")])
        // Answers a GET, reads one more request and closes without a response, as do all later connections.
        let dead = RawServer { $0 == 0 ? [.readRequest, page("ok"), .readRequest] : [.readRequest] }
        let connection = CurlConnection()
        #expect(await Told(connection.exchange(try request(dead.url()))).text == "ok")
        let sent = try request(dead.url(), method: method, body: Array(body.utf8))
        let told = await Told(connection.exchange(sent))
        #expect(told.failure?.isBeforeSending == false)
        #expect(told.requests.count == 1)
        // A last one shows that no other is on its way.
        #expect(await Told(connection.exchange(try request(server.url()))).text == "ok")
        #expect(await requests(dead, count: 2) == ["0 GET", "1 \(method)"])
    }

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
    func `an idempotent request is sent on a kept connection, and retried if that is dead`(
        _ method: String
    ) async throws {
        let server = RawServer {
            $0 == 0 ? [.readRequest, page("ok"), .readRequest] : [.readRequest, page("")]
        }
        let connection = CurlConnection()
        #expect(await Told(connection.exchange(try request(server.url()))).text == "ok")
        #expect(await Told(connection.exchange(try request(server.url(), method: method))).failure == nil)
        #expect(await requests(server, count: 3) == ["0 GET", "0 \(method)", "1 \(method)"])
    }

    @Test func `the connection of a POST is reused for idempotent requests`() async throws {
        let server = RawServer([.readRequest, page("1"), .readRequest, page("2")])
        let connection = CurlConnection()
        let post = try request(server.url(), method: "POST", body: [0x61])
        #expect(await Told(connection.exchange(post)).text == "1")
        #expect(await Told(connection.exchange(try request(server.url()))).text == "2")
    }

    @Test(
        arguments: TableRow.rows(
            "no request follows one whose", in: "Tests/AdapterTests/Transport/transport.table"))
    func `no request follows one whose Content-Length differs from its body`(row: TableRow) async throws {
        let (method, name, value, body) = (row[1], row[2], row[3], row[4])
        // The second connection's server responds before it reads, so left-over bytes are never parsed.
        let server = RawServer {
            $0 == 0
                ? [.readRequest, page("ok"), .readRequest, page("ok"), .awaitHangUp]
                : [.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .awaitHangUp]
        }
        let connection = CurlConnection()
        #expect(await Told(connection.exchange(try request(server.url()))).text == "ok")
        let odd = try request(server.url(), method: method, [(name, value)], body: Array(body.utf8))
        #expect(await Told(connection.exchange(odd)).heads.map(\.status) == [200])
        #expect(await Told(connection.exchange(try request(server.url("/next")))).text == "ok")
        // Its own connection was closed.
        for await event in server.events where event == .hungUp(connection: 1) { break }
        withExtendedLifetime(connection) {}
    }

    @Test func `a correct Content-Length is sent as given, on a kept connection`() async throws {
        let server = RawServer([.readRequest, page("1"), .readRequest, page("2")])
        let connection = CurlConnection()
        #expect(await Told(connection.exchange(try request(server.url()))).text == "1")
        let put = try request(
            server.url(), method: "PUT", [("content-length", "4")], body: Array("body".utf8))
        let told = await Told(connection.exchange(put))
        #expect(told.text == "2")
        #expect(told.requests.first?.contains("\r\ncontent-length: 4\r\n") == true)
        #expect(told.requests.first?.lowercased().ranges(of: "content-length").count == 1)
    }
}
