import SonicProtocol
import TestSupport
import Testing

/// What a controller of the proxy receives and edits, in front of a streaming server.
@Suite struct SteeredProxyTests {
    /// A client of the traffic stream.
    final class Watcher {
        private let wire: Wire
        private var bytes: [UInt8] = []

        init(_ port: UInt16) {
            wire = Wire(to: port)
            wire.send("GET /__sonic/traffic HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }

        /// Waits until the text has arrived; false if the connection ended before.
        func waits(for text: String) -> Bool {
            while bytes.firstRange(of: Array(text.utf8)) == nil {
                guard let more = wire.read(), !more.isEmpty else { return false }
                bytes += more
            }
            return true
        }
    }

    static func post(_ proxy: RunningProxy, _ path: String, _ body: String) -> Wire.Reply? {
        let wire = Wire(to: proxy.port)
        wire.send(
            "POST /__sonic/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return wire.reply()
    }

    @Test func `a hanging upstream is reported while it is waited for, and so is a client that gave up`()
        async throws
    {
        let gate = Gate()
        let server = RawServer([
            .readRequest, .wait(gate),
            .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"),
        ])
        let proxy = try await RunningProxy(to: server, "--control")
        let watcher = Watcher(proxy.port)
        #expect(watcher.waits(for: "\"controller\":1"))
        var client: Wire? = Wire(to: proxy.port)
        client?.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(watcher.waits(for: #"{"running":{"id":1,"waitsFor":"upstream","#))
        withExtendedLifetime(client) {}
        client = nil
        #expect(watcher.waits(for: #"{"running":{"id":1,"waitsFor":"abandoned","#))
        gate.open()
        #expect(watcher.waits(for: "the client closed its side of the connection after "))
    }

    @Test func `forwarded requests and responses can be intercepted and edited, with the client's Host kept`()
        async throws
    {
        let server = PlainServer { request in
            PlainServer.page(
                "<p>\(request.headers.first("host") ?? "") \(request.headers.first("x-edited") ?? "")</p>")
        }
        let folder = try TemporaryFolder()
        let proxy = try await RunningProxy(
            to: server, "--control", "--keep-host", "--har", folder.path("a.har"))
        let watcher = Watcher(proxy.port)
        #expect(watcher.waits(for: "\"controller\":1"))
        for stage in ["request", "response"] {
            #expect(Self.post(proxy, "intercept", "controller=1&stage=\(stage)&path=/")?.status == 201)
        }
        let client = Wire(to: proxy.port)
        client.send("GET / HTTP/1.1\r\nHost: news.example\r\n\r\n")
        #expect(watcher.waits(for: "{\"held\":{\"id\":1,\"stage\":\"request\""))
        let head = Base64.text("GET / HTTP/1.1\r\nHost: news.example\r\nX-Edited: yes\r\n\r\n".utf8)
        #expect(Self.post(proxy, "held/1", #"{"decision":"edit","head":"\#(head)"}"#)?.status == 200)
        #expect(watcher.waits(for: "{\"held\":{\"id\":2,\"stage\":\"response\""))
        #expect(Self.post(proxy, "held/2", "decision=forward")?.status == 200)
        let reply = client.reply()
        #expect(reply?.text == "<p>news.example yes</p>")
        #expect(watcher.waits(for: "response intercepted as 2: forward (controller)"))
        let ended = try await proxy.stop()
        #expect(ended.output.contains("request intercepted as 1: edit (controller)"))
        let har = try #require(folder.read("a.har"))
        let log = try #require(JSONNode.record(har)?["log"])
        let entry = try #require(log["entries"]?.elements?.first)
        #expect(log["entries"]?.elements?.count == 1)
        #expect(entry["request"]?["url"]?.string == "http://news.example/")
        #expect(entry["response"]?["content"]?["text"]?.string == reply?.text)
    }
}
