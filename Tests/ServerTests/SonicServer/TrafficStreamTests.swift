import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@testable import SonicServer

/// A real server and the clients of its traffic stream.
@Suite struct TrafficStreamTests {
    private static func server() throws -> RunningServer {
        // The site and the server share one journal, on the server's thread.
        try RunningServer(shared: { Journal(traffic: TrafficBroadcast(version: "1")) }) { journal in
            ControlSite(
                DemoSite(hashes: .nettle) { Instant(milliseconds: 0) }, journal: journal, plan: FaultPlan(),
                token: ControlToken("0123456789abcdef"))
        }
    }

    private static func watch(_ port: UInt16, _ fields: String = "Host: localhost") -> RawClient {
        let client = RawClient(port)
        client.send("GET /__sonic/traffic HTTP/1.1\r\n\(fields)\r\n\r\n")
        return client
    }

    @Test func `a traffic stream has earlier and later exchanges, except those of traffic streams`() throws {
        let server = try Self.server()
        #expect(server.reply("/static?n=1")?.head.status == 200)
        let watcher = Self.watch(server.port)
        let head = watcher.readHead()
        #expect(head?.status == 200 && head?.headers.first("content-type") == "application/x-ndjson")
        #expect(watcher.waits(for: "/static?n=1"))
        let other = Self.watch(server.port)
        #expect(other.waits(for: "\"controller\":2"))
        #expect(server.reply("/static?n=2")?.head.status == 200)
        #expect(watcher.waits(for: "/static?n=2") && other.waits(for: "/static?n=2"))
        // The server shuts down without waiting for traffic streams.
        server.shutDown()
        #expect(server.hasEnded())
        let told = String(decoding: watcher.rest(), as: UTF8.self)
        #expect(!told.contains("__sonic") && told.hasSuffix("\r\n0\r\n\r\n"))
    }

    @Test func `a slow response is reported while it runs, with what it waits for, and replaced by its end`()
        throws
    {
        let server = try Self.server()
        let watcher = Self.watch(server.port)
        #expect(watcher.waits(for: "\"controller\":1"))
        let client = RawClient(server.port)
        client.send("POST /static HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na")
        #expect(
            watcher.waits(for: #"{"running":{"id":1,"waitsFor":"request","bytesReceived":1,"bytesSent":0,"#))
        client.send("bc")
        #expect(client.reply() != nil)
        #expect(watcher.waits(for: #""_sonic":{"id":1,"#))
        #expect(watcher.waits(for: #""event":0}"#))
    }

    @Test func `unauthorized clients are refused, and a token admits other host names`() throws {
        let server = try Self.server()
        let refused = [
            "Host: test", "Host: localhost\r\nVia: 1.1 a", "Host: test\r\nAuthorization: Bearer 0",
        ]
        for fields in refused {
            #expect(Self.watch(server.port, fields).reply()?.head.status == 403, "\(fields)")
        }
        let token = "Host: test\r\nAuthorization: Bearer 0123456789abcdef"
        #expect(Self.watch(server.port, token).readHead()?.status == 200)
    }

    @Test func `the number of streams is limited, and a closed one makes room`() throws {
        let server = try Self.server()
        var watchers = (0..<TrafficBroadcast.maxReaders).map { _ in Self.watch(server.port) }
        for watcher in watchers { #expect(watcher.waits(for: "hello")) }
        #expect(Self.watch(server.port).reply()?.head.status == 503)
        watchers.removeLast()
        // The server notices a closed connection later; until then new clients get a 503.
        var status = 503
        for _ in 0..<1000 where status == 503 {
            status = Self.watch(server.port).readHead()?.status ?? 0
        }
        #expect(status == 200)
    }

    @Test func `a client that does not read its stream does not block others`() throws {
        let server = try Self.server()
        let idle = Self.watch(server.port)
        #expect(idle.waits(for: "hello"))
        // Each is a mebibyte: together more than the sockets hold and the server keeps.
        for _ in 0..<40 { #expect(server.reply("/faults/gzip-bomb")?.head.status == 200) }
        #expect(server.reply("/static")?.head.status == 200)
        #expect(Self.watch(server.port).waits(for: "hello"))
    }
}
