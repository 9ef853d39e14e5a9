import Glibc
import TestSupport
import Testing

/// What must not pass through the proxy in either direction, and what must pass byte by byte.
@Suite struct SoundMessagesTests {
    @Test(
        arguments: TableRow.rows(
            "an ambiguous response is a", in: "Tests/ServerTests/SonicProxy/sonicProxy.table"))
    func `an ambiguous response is a 502, with and without Sonic`(row: TableRow)
        async throws
    {
        let fields = row[1]
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\(fields)\r\nokokokoko"
        let proxy = try await RunningProxy(to: PlainServer { _ in Array(head.utf8) })
        for asked: [String] in [[], ["accept-diff: true"]] {
            #expect(proxy.reply("/", asked)?.status == 502)
        }
    }

    @Test func `a target's bytes reach the upstream unchanged`() async throws {
        let proxy = try await RunningProxy(to: PlainServer { PlainServer.answer(Array($0.line.utf8)) })
        for target in [
            "/\u{E9}", "//a//", "/a/../b/./c", "/?", "/a?", "/;a=b;", "/%2F%2f%c3%A9", "/a?b?c#d", "/A%41%zz",
            "/\\\"<>|^`{}",
        ] {
            let wire = Wire(to: proxy.port)
            wire.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(wire.reply()?.text == "GET \(target) HTTP/1.1")
        }
        let wire = Wire(to: proxy.port)
        wire.send("GET http://a.example?q HTTP/1.1\r\nHost: a.example\r\n\r\n")
        #expect(wire.reply()?.text == "GET /?q HTTP/1.1")
    }

    @Test func `a target that is not UTF-8 reaches the upstream unchanged`() async throws {
        let upstream = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        ])
        let proxy = try await RunningProxy(to: upstream)
        let wire = Wire(to: proxy.port)
        let line =
            Array("GET /".utf8) + [0xE9, 0xFF, 0x80] + Array("?".utf8) + [0xC3] + Array(" HTTP/1.1".utf8)
        wire.send(line + Array("\r\nHost: a\r\n\r\n".utf8))
        #expect(wire.reply()?.status == 200)
        var events = upstream.events.makeAsyncIterator()
        guard case .request(let sent, _) = await events.next() else {
            Issue.record("no request came")
            return
        }
        #expect(sent.starts(with: line + [0x0D]))
    }

    @Test(
        arguments: TableRow.rows(
            "an ambiguous request is a", in: "Tests/ServerTests/SonicProxy/sonicProxy.table"))
    func `an ambiguous request is a 400 and never reaches the upstream`(row: TableRow)
        async throws
    {
        let fields = row[1]
        let proxy = try await RunningProxy(to: PlainServer { _ in PlainServer.answer([]) })
        let wire = Wire(to: proxy.port)
        wire.send("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        #expect(wire.reply()?.status == 400)
        #expect(wire.rest().isEmpty)
        // The log contains the refused request, and nothing else.
        let written = try await proxy.stop()
        #expect(written.output.split(separator: "\n").count { $0.contains(" 400 ") } == 1)
    }
}
