import Glibc
import SonicProtocol
import TestSupport
import Testing

@testable import SonicServer

/// The real server's response to bytes that are rejected before libmicrohttpd.
@Suite struct WireTests {
    private static func echo() throws -> RunningServer {
        try RunningServer {
            .response(.html("\($0.target) \($0.headers.first("X") ?? "-") \($0.body.count)"))
        }
    }

    private static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\nX: admin\r\n r\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: a\n\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n:\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n", 400),
        ("GET / HTTP/1.1\rHost: a\r\r", 400), ("GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n", 400),
        ("GET /\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ("GET /\(String(repeating: "x", count: 40_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 400_000))\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 50_000) + "\r\n", 431),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n c\r\n\r\n", 400),
    ])
    func `an invalid request gets one response with a body, and the connection is closed`(
        _ request: String, _ status: Int
    ) throws {
        let server = try Self.echo()
        for prefix in ["", "GET /before HTTP/1.1\r\nHost: a\r\n\r\n"] {
            let client = RawClient(server.port)
            client.send(prefix + request + Self.hidden)
            if !prefix.isEmpty { #expect(client.reply()?.text == "/before - 0") }
            let reply = try #require(client.reply())
            #expect(reply.head.status == status)
            #expect(reply.head.headers.first("connection") == "close")
            #expect(reply.head.headers.all("content-length") == ["\(reply.body.count)"])
            #expect(reply.head.headers.first("content-type") == "text/html; charset=utf-8")
            #expect(reply.head.headers.first("date").flatMap { HTTPDate.parse($0, now: Clock.now) } != nil)
            #expect(reply.text.hasPrefix("<!DOCTYPE html>") && reply.text.hasSuffix("</html>\n"))
            #expect(client.rest().isEmpty && !client.wasReset)
        }
        #expect(server.reply("/")?.text == "/ - 0")
    }

    @Test func `a refused HEAD request gets only the head`() throws {
        let server = try Self.echo()
        let client = RawClient(server.port)
        client.send("HEAD / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n")
        #expect(client.readHead()?.status == 400)
        #expect(client.rest().isEmpty)
        #expect(server.reply("/")?.text == "/ - 0")
    }

    @Test
    func `a body that becomes invalid during its response ends the connection without another response`()
        throws
    {
        let server = try RunningServer { _ in .response(.html("unread")) }
        let client = RawClient(server.port)
        // A body of this length is not read, so the response is sent before its end.
        client.send("POST / HTTP/1.1\r\nHost: a b\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        let reply = client.reply()
        client.send("zz\r\n\r\n")
        #expect(reply?.head.status == 400)
        #expect(client.rest().isEmpty)
    }

    @Test func `a refused client that continues to send is disconnected`() throws {
        let server = try Self.echo()
        let client = RawClient(server.port)
        client.send("GET / HTTP/1.1\r\n \r\n")
        #expect(client.reply()?.head.status == 400)
        // It never closes its sending side, and the server does not wait for that.
        #expect(client.rest().isEmpty)
        let pushing = RawClient(server.port)
        pushing.send("GET / HTTP/1.1\r\n \r\n" + String(repeating: "x", count: 8 << 20))
        #expect(server.reply("/")?.text == "/ - 0")
    }

    @Test func `requests on one connection may be split and joined at any byte`() throws {
        let server = try Self.echo()
        let client = RawClient(server.port)
        let chunked =
            "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nT: u\r\n\r\n"
        let requests =
            "GET /a?%C3%A9&& HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n" + chunked
            + "POST /l HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na\r\n"
        for _ in 0..<3 { client.send(requests) }
        for byte in requests.utf8 { client.send([byte]) }
        for _ in 0..<4 {
            #expect(client.reply()?.text == "/a?%C3%A9&& y 0")
            #expect(client.reply()?.text == "/c - 5")
            #expect(client.reply()?.text == "/l - 3")
        }
        #expect(server.reply("/")?.text == "/ - 0")
    }

    /// libmicrohttpd 1.0.1 leaves the line feed after an extension to be read with what follows.
    @Test(arguments: [1, 7, 600, 100_000])
    func `chunks with extensions are read as those without, however they arrive`(_ size: Int) throws {
        let server = try Self.echo()
        let client = RawClient(server.port)
        let body = String(
            repeating: "5;x=\"y\"\r\nhello\r\n1;\(String(repeating: "z", count: 900))\r\n!\r\n", count: 9)
        // The trailer would be a request to whoever reads a line feed in front of it.
        let end = "0;x\r\nX: /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"
        let head = "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let requests = Array((head + body + end + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n").utf8)
        for start in stride(from: 0, to: requests.count, by: size) {
            client.send(Array(requests[start..<min(start + size, requests.count)]))
        }
        #expect(client.reply()?.text == "/c - 54")
        #expect(client.reply()?.text == "/next - 0")
        client.finishSending()
        #expect(client.rest().isEmpty)
    }

    @Test func `the bytes of a target are preserved`() throws {
        let server = try RunningServer { request in
            .response(ServerResponse(body: .bytes(request.targetBytes)))
        }
        for target in [
            "/\u{E9}", "//a//", "/a/../b/./c", "/?", "/;a=b", "/%2F%2f%c3%A9", "/a?b?c#d", "/A%41",
        ] {
            let client = RawClient(server.port)
            client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.reply()?.text == target)
        }
        let client = RawClient(server.port)
        client.send(Array("GET /".utf8) + [0xE9, 0xFF, 0x80] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(client.reply()?.body == Array("/".utf8) + [0xE9, 0xFF, 0x80])
    }

    @Test(arguments: TableRow.rows("host", in: "Tests/ServerTests/SonicServer/scrutiny.table"))
    func `a Host is a name or an address with an optional port`(row: TableRow) throws {
        let (text, isValid) = (row[1], row[2] == "true")
        #expect(ServerRequest.isAuthority(Array(text.utf8)) == isValid)
        let request = ServerRequest(target: "/", headers: Headers([HeaderField("Host", text)]))
        #expect((request.objection(version: "HTTP/1.1") == nil) == isValid)
    }
}
