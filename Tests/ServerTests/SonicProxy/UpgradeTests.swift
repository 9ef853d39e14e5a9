import Glibc
import SonicProtocol
import TestSupport
import Testing

/// Connections that change to another protocol pass through the proxy.
@Suite struct UpgradeTests {
    /// A server that changes to a protocol of its own: it greets, and sends back what it receives.
    final class EchoServer: Sendable {
        let port: UInt16
        private let listener: Int32
        /// Opened when a connection has ended.
        let ended = Gate()

        init() {
            let (listener, port) = listenOnLoopback()
            (self.listener, self.port) = (listener, port)
            let ended = ended
            startThread {
                while case let connection = accept(listener, nil, nil), connection >= 0 {
                    startThread {
                        let wire = Wire(connection)
                        guard let head = wire.readHead(), head.contains("Upgrade: echo"),
                            head.contains("Connection: Upgrade"),
                            !head.contains(where: { $0.hasPrefix("Transfer-") || $0.hasPrefix("Content-") })
                        else { return }
                        wire.send(
                            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n"
                                + "X-Accept: yes\r\n\r\n\u{1}hello")
                        while let bytes = wire.read(), !bytes.isEmpty {
                            if bytes == Array("bye".utf8) { break }
                            wire.send(bytes)
                        }
                        ended.open()
                    }
                }
                close(listener)
            }
        }

        deinit { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    private static let fields = ["Connection: keep-alive, Upgrade", "Upgrade: echo"]

    private static func change(_ wire: Wire) -> [String]? {
        wire.ask("/socket", fields)
        return wire.readHead()
    }

    private func start(_ server: EchoServer, _ options: String...) async throws -> RunningProxy {
        try await RunningProxy(to: "127.0.0.1:\(server.port)", options, keeping: server)
    }

    @Test func `bytes pass in both directions as they are, until the upstream ends`() async throws {
        let server = EchoServer()
        let proxy = try await start(server)
        let wire = Wire(to: proxy.port)
        let head = try #require(Self.change(wire))
        #expect(head[0].hasPrefix("HTTP/1.1 101 "))
        #expect(head.contains("Upgrade: echo") && head.contains("Connection: Upgrade"))
        #expect(head.contains("X-Accept: yes"))
        #expect(wire.read(exactly: 6) == [1] + Array("hello".utf8))
        // More than any buffer on the way holds, with everything that HTTP does not allow.
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        startThread { wire.send(bytes) }
        #expect(wire.read(exactly: bytes.count) == bytes)
        wire.send("bye")
        #expect(wire.rest().isEmpty)
        let output = try await proxy.stop().output
        #expect(output.contains(" GET /socket 101 other "))
        #expect(output.contains("# changed to echo: 3000003 bytes from the client, 3000006 to it\n"))
    }

    @Test func `the end of the client reaches the upstream, after what it sent`() async throws {
        let server = EchoServer()
        let proxy = try await start(server)
        do {
            let wire = Wire(to: proxy.port)
            #expect(Self.change(wire) != nil)
            wire.send("last")
        }
        server.ended.pass()
        #expect(try await proxy.stop().output.contains(" 4 bytes from the client, "))
    }

    @Test func `the end of a changed connection is reported to a program that watches`() async throws {
        let server = EchoServer()
        let proxy = try await start(server, "--control")
        let watching = RawClient(proxy.port)
        watching.send("GET /__sonic/traffic HTTP/1.1\r\nHost: localhost:\(proxy.port)\r\n\r\n")
        #expect(watching.waits(for: "hello"))
        let wire = Wire(to: proxy.port)
        #expect(Self.change(wire) != nil)
        wire.send("bye")
        #expect(wire.rest().suffix(5) == Array("hello".utf8)[...])
        #expect(watching.waits(for: #""status":101"#))
        let next = Wire(to: proxy.port)
        // As Java's client sends it.
        next.ask("/socket", Self.fields + ["Content-Length: 0"])
        #expect(next.readHead()?[0].hasPrefix("HTTP/1.1 101 ") == true)
    }

    @Test func `connections change behind TLS on both sides`() async throws {
        let folder = try TemporaryFolder()
        let files = try await TLSFiles(in: folder)
        let server = EchoServer()
        let inner = try Program(
            binary(named: "sonic-server"),
            [
                "proxy", "127.0.0.1:\(server.port)", "--cert", files.certificate, "--key", files.key,
            ])
        let upstream = "https://" + (try await inner.line(beginning: "listening on https://"))
        let outer = try Program(
            binary(named: "sonic-server"),
            [
                "proxy", upstream, "--cacert", files.certificate, "--cert", files.certificate, "--key",
                files.key,
            ])
        let port = try await outer.line(beginning: "listening on https://127.0.0.1:")
        let client = RawClient(try #require(UInt16(port)), overTLS: [])
        client.ask("/socket", Self.fields)
        #expect(client.readHead()?.status == 101)
        #expect(client.waits(for: "\u{1}hello"))
        client.send("over and over")
        #expect(client.waits(for: "over and over"))
    }

    @Test func `their number and their silence are limited, and the end of the proxy ends them`() async throws
    {
        let server = EchoServer()
        let proxy = try await start(
            server, "--limit=upgrades=1", "--limit=upgrade-idle=2", "--limit=linger=1")
        let wire = Wire(to: proxy.port)
        #expect(Self.change(wire)?[0].hasPrefix("HTTP/1.1 101 ") == true)
        let second = Wire(to: proxy.port)
        #expect(Self.change(second)?[0].hasPrefix("HTTP/1.1 503 ") == true)
        #expect(wire.rest().suffix(5) == Array("hello".utf8)[...])
        let third = Wire(to: proxy.port)
        #expect(Self.change(third)?[0].hasPrefix("HTTP/1.1 101 ") == true)
        let output = try await proxy.stop().output
        #expect(output.contains("; no bytes for 2 s\n") && output.contains("; the server ended\n"))
    }
}
