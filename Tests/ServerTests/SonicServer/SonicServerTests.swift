import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

@Suite struct SonicServerTests {
    private static func ok(_ text: String) -> ServerAnswer { .response(.html(text)) }

    @Test func `a request reaches the site unchanged`() throws {
        let server = try RunningServer { request in
            let lines = request.headers.fields.map { "\($0.name)=\($0.value)" }
            return Self.ok("\(request.method) \(request.target) \(lines.joined(separator: "|"))")
        }
        let reply = server.reply("/a%20b/%C3%A4?x=%26&y=1", ["accept-diff: true", "template-TAG:  t "])
        #expect(reply?.text == "GET /a%20b/%C3%A4?x=%26&y=1 Host=test|accept-diff=true|template-TAG=t")
    }

    @Test func `header fields keep case, order and duplicates`() throws {
        let server = try RunningServer { _ in
            .response(
                ServerResponse(
                    headers: Headers([
                        HeaderField("Etag", "e"), HeaderField("template-tag", "t"),
                        HeaderField("Cache-Offline", "true"), HeaderField("Cache-Offline", "store"),
                    ]), body: .bytes(Array("x".utf8))))
        }
        let names = server.reply("/")?.head.headers.fields.map(\.name) ?? []
        #expect(
            names == ["Date", "Etag", "template-tag", "Cache-Offline", "Cache-Offline", "Content-Length"])
    }

    @Test func `a connection serves several requests in a row`() throws {
        let server = try RunningServer { Self.ok($0.target) }
        let client = RawClient(server.port)
        for number in 1...50 {
            client.ask("/\(number)")
            #expect(client.reply()?.text == "/\(number)")
        }
        client.ask("/a")
        client.ask("/b")
        #expect(client.reply()?.text == "/a")
        #expect(client.reply()?.text == "/b")
    }

    @Test func `HEAD gets the head of GET without a body`() throws {
        let server = try RunningServer { _ in Self.ok("twelve bytes") }
        let client = RawClient(server.port)
        client.ask("/", method: "HEAD")
        #expect(client.reply(toHead: true)?.head.headers.first("content-length") == "12")
        client.ask("/")
        #expect(client.reply()?.text == "twelve bytes")
    }

    @Test(arguments: [
        ServerResponse.Body.pieces([.init(after: .zero, [65])]), .endless([65]),
        .truncated([65], announced: 2), .reset([65], announced: 2), .overrun([65, 65], announced: 1),
    ])
    func `nothing follows the head of a response to HEAD`(_ body: ServerResponse.Body) throws {
        let server = try RunningServer { _ in .response(ServerResponse(body: body)) }
        let client = RawClient(server.port)
        client.ask("/", method: "HEAD", ["Connection: close"])
        #expect(client.readHead()?.status == 200)
        #expect(client.rest() == [])
    }

    @Test func `a 304 has no body`() throws {
        let server = try RunningServer { _ in .response(ServerResponse(status: 304)) }
        let client = RawClient(server.port)
        client.ask("/", ["Connection: close"])
        #expect(client.readHead()?.status == 304)
        #expect(client.rest() == [])
    }

    @Test func `a body is received completely, and one over the limit is refused`() throws {
        var limits = SonicServer.Limits()
        limits.bodyBytes = 1000
        let server = try RunningServer(limits: limits) { Self.ok("\($0.body.count)") }
        let client = RawClient(server.port)
        client.ask("/", method: "POST", ["Content-Length: 1000"])
        client.send(String(repeating: "x", count: 1000))
        #expect(client.reply()?.text == "1000")
        client.ask("/", method: "POST", ["Content-Length: 1001"])
        client.send(String(repeating: "x", count: 1001))
        #expect(client.reply()?.head.status == 413)
        client.ask("/", method: "POST", ["Transfer-Encoding: chunked"])
        client.send("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")
        #expect(client.reply()?.text == "11")
    }

    @Test func `a body in pieces is sent in chunks, and other clients are served between them`() throws {
        let server = try RunningServer { request in
            guard request.target == "/slow" else { return Self.ok("fast") }
            return .response(
                ServerResponse(
                    body: .pieces([
                        .init(after: .zero, Array("first ".utf8)), .init(after: .milliseconds(1), []),
                        .init(after: .milliseconds(200), Array("second".utf8)),
                    ])))
        }
        let slow = RawClient(server.port)
        slow.ask("/slow", ["Connection: close"])
        #expect(slow.waits(for: "first "))
        let start = ContinuousClock.now
        #expect(server.reply("/")?.text == "fast")
        #expect(slow.waits(for: "second"))
        #expect(ContinuousClock.now - start > .milliseconds(100))
        let text = String(decoding: slow.rest(), as: UTF8.self)
        #expect(text.contains("Transfer-Encoding: chunked"))
        #expect(text.hasSuffix("6\r\nsecond\r\n0\r\n\r\n"))
    }

    @Test func `pieces larger than a buffer arrive complete`() throws {
        let bytes = (0..<300_000).map { UInt8($0 % 251) }
        let server = try RunningServer { _ in
            .response(
                ServerResponse(body: .pieces([.init(after: .zero, bytes), .init(after: .zero, bytes)])))
        }
        let client = RawClient(server.port)
        client.send("GET / HTTP/1.0\r\n\r\n")
        let reply = client.rest()
        #expect(reply.suffix(600_000).elementsEqual(bytes + bytes))
    }

    @Test func `a truncated body ends with the connection`() throws {
        let server = try RunningServer { _ in
            .response(ServerResponse(body: .truncated(Array("half".utf8), announced: 8)))
        }
        let client = RawClient(server.port)
        client.ask("/")
        #expect(client.readHead()?.headers.first("content-length") == "8")
        #expect(client.rest() == Array("half".utf8))
    }

    @Test func `a response may be delayed, and other clients are served before it`() throws {
        let server = try RunningServer { request in
            request.target == "/late"
                ? .late(.html("late"), after: .milliseconds(150)) : Self.ok("fast")
        }
        let late = RawClient(server.port)
        let start = ContinuousClock.now
        late.ask("/late")
        #expect(server.reply("/")?.text == "fast")
        #expect(late.reply()?.text == "late")
        #expect(ContinuousClock.now - start > .milliseconds(100))
        late.ask("/")
        #expect(late.reply()?.text == "fast")
    }

    @Test func `a connection can be reset, a length be too short, and a body be endless`() throws {
        let server = try RunningServer { request in
            let body: ServerResponse.Body =
                switch request.target {
                case "/reset": .reset(Array("half".utf8), announced: 8)
                case "/overrun": .overrun(Array("whole body".utf8), announced: 5)
                default: .endless(Array("again ".utf8))
                }
            return .response(ServerResponse(body: body))
        }
        let reset = RawClient(server.port)
        reset.ask("/reset")
        #expect(reset.rest().suffix(4).elementsEqual("half".utf8))
        #expect(reset.wasReset)
        let overrun = RawClient(server.port)
        overrun.ask("/overrun")
        #expect(overrun.readHead()?.headers.all("content-length") == ["5"])
        #expect(overrun.rest() == Array("whole body".utf8) && !overrun.wasReset)
        let endless = RawClient(server.port)
        endless.ask("/endless")
        #expect(endless.waits(for: String(repeating: "again ", count: 2000)))
    }

    @Test func `a site may close the connection or stay silent`() throws {
        let server = try RunningServer { request in
            request.target == "/silent" ? .silence(.milliseconds(150)) : .hangUp
        }
        let client = RawClient(server.port)
        client.ask("/")
        #expect(client.rest() == [])
        let silent = RawClient(server.port)
        let start = ContinuousClock.now
        silent.ask("/silent")
        #expect(silent.rest() == [])
        #expect(ContinuousClock.now - start > .milliseconds(100))
    }

    @Test func `a client that leaves during a slow body does not affect others`() throws {
        let server = try RunningServer { request in
            guard request.target == "/slow" else { return Self.ok("fast") }
            let piece = ServerResponse.Piece(after: .milliseconds(5), Array("piece".utf8))
            return .response(ServerResponse(body: .pieces(Array(repeating: piece, count: 20))))
        }
        for _ in 1...20 {
            let client = RawClient(server.port)
            client.ask("/slow")
            #expect(client.waits(for: "piece"))
        }
        #expect(server.reply("/")?.text == "fast")
    }

    @Test func `bytes that are not HTTP are refused and do not affect others`() throws {
        let server = try RunningServer { _ in Self.ok("fine") }
        for garbage in [
            "\r\n\r\n", "GET\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "GET /\(String(repeating: "x", count: 100_000)) HTTP/1.1\r\n\r\n",
        ] {
            RawClient(server.port).send(garbage)
        }
        #expect(server.reply("/")?.text == "fine")
    }

    @Test func `many concurrent clients each get their own response`() async throws {
        let server = try RunningServer { Self.ok($0.target) }
        await withTaskGroup(of: [Bool].self) { group in
            for number in 0..<40 {
                group.addTask {
                    let client = RawClient(server.port)
                    return (0..<25).map { turn in
                        client.ask("/\(number)/\(turn)")
                        return client.reply()?.text == "/\(number)/\(turn)"
                    }
                }
            }
            for await results in group { #expect(results == Array(repeating: true, count: 25)) }
        }
    }

    @Test func `on shutdown the server finishes responses in progress and accepts no more connections`()
        throws
    {
        let server = try RunningServer { request in
            .response(
                ServerResponse(
                    body: .pieces([
                        .init(after: .zero, Array("begun ".utf8)),
                        .init(after: .milliseconds(300), Array("done".utf8)),
                    ])))
        }
        let client = RawClient(server.port)
        client.ask("/")
        #expect(client.waits(for: "begun "))
        server.shutDown()
        #expect(String(decoding: client.rest(), as: UTF8.self).hasSuffix("done\r\n0\r\n\r\n"))
        #expect(server.hasEnded())
        #expect(!RawClient(server.port).isConnected)
    }

    @Test func `on shutdown the server waits no longer than its linger limit`() throws {
        var limits = SonicServer.Limits()
        limits.linger = .milliseconds(100)
        let server = try RunningServer(limits: limits) { _ in .silence(.seconds(600)) }
        let client = RawClient(server.port)
        client.ask("/")
        let half = RawClient(server.port)
        half.send("GET / HTTP/1.1\r\nHost:")
        server.shutDown()
        #expect(server.hasEnded())
        #expect(client.rest() == [])
    }

    @Test func `if its parent process ends, the server does not wait for clients`() throws {
        var limits = SonicServer.Limits()
        limits.linger = .seconds(600)
        let server = try RunningServer(limits: limits, until: { .closed($0) }) { request in
            request.target == "/" ? Self.ok("first") : .silence(.seconds(600))
        }
        let client = RawClient(server.port)
        client.ask("/")
        #expect(client.reply()?.text == "first")
        client.ask("/silent")
        server.shutDown()
        #expect(server.hasEnded())
        #expect(client.rest() == [])
    }

    @Test func `a port in use is reported, and so is an address of another machine`() throws {
        let listener = try Listener(address: "127.0.0.1", port: 0)
        let port = UInt16(listener.authority.split(separator: ":")[1]) ?? 0
        #expect(throws: Listener.Failure.taken("127.0.0.1:\(port)")) {
            try Listener(address: "127.0.0.1", port: port)
        }
        #expect(
            throws: Listener.Failure.unusable(
                "203.0.113.1:0", reason: "Cannot assign requested address")
        ) { try Listener(address: "203.0.113.1", port: 0) }
        #expect(try Listener(address: "::1", port: 0).authority.hasPrefix("[::1]:"))
    }
}
