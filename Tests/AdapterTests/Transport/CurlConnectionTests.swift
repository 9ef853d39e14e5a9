import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

@Suite struct `One exchange` {
    @Test func `a page arrives complete with its headers`() async throws {
        let told = try await answer(page("Hello", ["Content-Type: text/html", "X-Twice: 1", "x-twice: 2"]))
        #expect(told.failure == nil)
        #expect(told.text == "Hello")
        #expect(told.heads.map(\.status) == [200])
        #expect(
            told.heads[0].headers.fields.map(\.name) == [
                "Content-Type", "X-Twice", "x-twice", "Content-Length",
            ])
        #expect(told.heads[0].headers.all("x-twice") == ["1", "2"])
        #expect(told.phases == [.connecting, .waiting, .receiving])
    }

    @Test func `a request is sent byte for byte as given`() async throws {
        let server = RawServer([.readRequest, page("")])
        let request = try request(
            server.url("/news?a=b#part"),
            [
                ("accept-diff", "true"), ("template-tag", ""), ("If-None-Match", "6c58ed85"),
                ("X-Twice", "1"),
                ("x-twice", "2"), ("User-Agent", "Sonic/1"), ("Cookie", "a=1; b=2"),
            ])
        let told = await Told(CurlConnection().exchange(request))
        let expected = """
            GET /news?a=b HTTP/1.1\r
            Host: 127.0.0.1:\(server.port)\r
            accept-diff: true\r
            template-tag:\r
            If-None-Match: 6c58ed85\r
            X-Twice: 1\r
            x-twice: 2\r
            User-Agent: Sonic/1\r
            Cookie: a=1; b=2\r
            \r\n
            """
        #expect(told.requests == [expected])
        var events = server.events.makeAsyncIterator()
        #expect(await events.next() == .request(Array(expected.utf8), connection: 0))
    }

    @Test func `the connection can go to another address, and the request keeps its host`() async throws {
        let server = RawServer([.readRequest, page("ok")])
        var configuration = TransportConfiguration()
        configuration.connectTo = "127.0.0.1:\(server.port)"
        let told = await Told(
            CurlConnection(configuration).exchange(try request("http://never.example/a")))
        #expect(told.text == "ok")
        #expect(told.requests.first?.contains("Host: never.example\r\n") == true)

        // A host without a port keeps the URL's port.
        configuration.connectTo = "127.0.0.1"
        let same = await Told(
            CurlConnection(configuration).exchange(try request("http://never.example:\(server.port)/a")))
        #expect(same.text == "ok")
    }

    @Test func `the settings of a URL can change between exchanges`() async throws {
        let server = RawServer([.readRequest, page("ok")])
        let connection = CurlConnection()
        let port = server.port
        connection.configure { url in
            var configuration = TransportConfiguration()
            if url.path == "/here" { configuration.connectTo = "127.0.0.1:\(port)" }
            return configuration
        }
        let here = try request("http://never.example/here")
        #expect(await Told(connection.exchange(here)).text == "ok")
        connection.configure { _ in
            var configuration = TransportConfiguration()
            configuration.connectTo = "127.0.0.1:1"
            return configuration
        }
        #expect(await Told(connection.exchange(here)).failure != nil)
        connection.configure { _ in TransportConfiguration() }
        #expect(await Told(connection.exchange(try request(server.url()))).text == "ok")
    }

    @Test func `a body is sent with its length and nothing else`() async throws {
        let server = RawServer([.readRequest, page("ok")])
        let told = await Told(
            CurlConnection().exchange(
                try request(
                    server.url("/form"), method: "POST", [("X-A", "b")], body: Array("name=\0value".utf8))))
        #expect(told.text == "ok")
        var events = server.events.makeAsyncIterator()
        let expected =
            "POST /form HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nX-A: b\r\nContent-Length: 11\r\n\r\nname=\0value"
        #expect(await events.next() == .request(Array(expected.utf8), connection: 0))
    }

    @Test func `a large body arrives byte for byte, without Expect 100-continue`() async throws {
        let server = RawServer([.readRequest, page("ok")])
        let body = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let fields = [
            ("User-Agent", "sonic/0"), ("Content-Type", "text/plain"), ("Origin", "null"), ("X-B", "c"),
        ]
        let told = await Told(
            CurlConnection().exchange(
                try request(server.url("/form"), method: "POST", fields, body: body)))
        #expect(told.text == "ok")
        var events = server.events.makeAsyncIterator()
        let head =
            "POST /form HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nUser-Agent: sonic/0\r\n"
            + "Content-Type: text/plain\r\nOrigin: null\r\nX-B: c\r\nContent-Length: 400000\r\n\r\n"
        #expect(await events.next() == .request(Array(head.utf8) + body, connection: 0))
        #expect(told.requests == [head])
        #expect(told.report?.bytesSent == head.utf8.count + body.count)
    }

    @Test func `an empty body is sent with Content-Length 0`() async throws {
        let server = RawServer([.readRequest, page("ok")])
        let told = await Told(
            CurlConnection().exchange(try request(server.url("/form"), method: "POST")))
        #expect(told.text == "ok")
        #expect(told.requests[0].contains("\r\nContent-Length: 0\r\n"))
    }

    @Test func `large headers are sent and reported completely`() async throws {
        let server = RawServer([.readRequest, page("ok")])
        let fields = (0..<60).map { ("X-Field-\($0)", String(repeating: "a", count: 1000)) }
        let told = await Told(CurlConnection().exchange(try request(server.url(), fields)))
        var events = server.events.makeAsyncIterator()
        #expect(await events.next() == .request(Array(told.requests.joined().utf8), connection: 0))
        #expect(told.requests.count == 1)
        #expect(told.report?.bytesSent == told.requests[0].utf8.count)
    }
}
