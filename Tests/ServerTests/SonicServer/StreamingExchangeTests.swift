import Glibc
import SonicProtocol
import Testing

@testable import SonicServer

/// Exchanges that continue across loop iterations.
@Suite struct StreamingExchangeTests {
    /// An exchange that reads the request and sends it back in small parts, suspending in
    /// between.
    private final class Echo: StreamingExchange {
        /// The kind of response.
        enum Manner: Sendable {
            case chunks
            case announced(UInt64)
            case cutOff(announced: UInt64?)
            case whole
        }

        let line: ClientLine
        let manner: Manner
        private var bytes: [UInt8] = []
        private var given = 0
        /// Every second call returns `later`.
        private var isTired = false

        init(_ line: ClientLine, _ manner: Manner) {
            self.line = line
            self.manner = manner
        }

        private func mayGoOn() -> Bool {
            isTired.toggle()
            return !isTired
        }

        func receive(_ part: UnsafeRawBufferPointer) -> Int {
            guard mayGoOn() else { return 0 }
            bytes += part.prefix(700)
            return min(700, part.count)
        }

        func answer() -> ExchangeAnswer {
            guard mayGoOn() else { return .later }
            let headers = Headers([HeaderField("X-Doubled", "a"), HeaderField("X-Doubled", "b")])
            switch manner {
            case .chunks, .cutOff(nil): return streamed(200, nil, headers)
            case .announced(let length): return streamed(203, length, headers)
            case .cutOff(let length?): return streamed(200, length, headers)
            case .whole: return .answer(.response(.html("whole \(bytes.count)")))
            }
        }

        private func streamed(_ status: Int, _ length: UInt64?, _ headers: Headers) -> ExchangeAnswer {
            let body = ServerResponse.Body.streamed(length: length)
            return .answer(.response(ServerResponse(status: status, headers: headers, body: body)))
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
            guard mayGoOn() else { return .later }
            let part = bytes[given...].prefix(min(buffer.count, 900))
            guard part.isEmpty else {
                buffer.copyBytes(from: part)
                given += part.count
                return .bytes(part.count)
            }
            if case .cutOff = manner { return .cutOff }
            return .end
        }

        func end(_ ending: ExchangeEnding) -> [String] { [] }
    }

    /// Wakes all exchanges in each loop iteration.
    private final class Alarm: Waiter {
        let upstream: UpstreamFigures? = nil
        var lines: [ClientLine] = []

        func wait(for entries: inout [pollfd], milliseconds: Int32) {
            // An exchange suspended in the last iteration is woken in this one, without waiting.
            poll(&entries, nfds_t(entries.count), 1)
            for line in lines { line.wake() }
        }
    }

    private struct Echoes: Site {
        let alarm: Alarm
        let manner: Echo.Manner

        func answer(_ request: ServerRequest) -> ServerAnswer {
            .response(.html("plain \(request.body.count)"))
        }

        func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
            guard head.path == "/echo" else { return nil }
            alarm.lines.append(line)
            return Echo(line, manner)
        }
    }

    private static func server(_ manner: Echo.Manner) throws -> RunningServer {
        try RunningServer(waitingWith: {
            let alarm = Alarm()
            return (Echoes(alarm: alarm, manner: manner), alarm)
        })
    }

    private static let body = String(repeating: "0123456789", count: 5000)

    private static func post(_ server: RunningServer, version: String = "1.1", _ path: String = "/echo")
        -> [UInt8]
    {
        let client = RawClient(server.port)
        client.send(
            "POST \(path) HTTP/\(version)\r\nHost: a\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        )
        client.send(body)
        return client.rest()
    }

    @Test func `a body received in small parts arrives complete, and so does the response`() throws {
        let text = String(decoding: Self.post(try Self.server(.announced(50_000))), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 203 "))
        #expect(text.contains("X-Doubled: a\r\nX-Doubled: b\r\n"))
        #expect(text.contains("Content-Length: 50000\r\n") && text.hasSuffix("\r\n\r\n" + Self.body))
    }

    @Test func `without a length the response is chunked and ends with the last chunk`() throws {
        let text = String(decoding: Self.post(try Self.server(.chunks)), as: UTF8.self)
        #expect(text.contains("Transfer-Encoding: chunked\r\n") && text.hasSuffix("\r\n0\r\n\r\n"))
    }

    @Test(arguments: [nil, 60_000]) func `a truncated response never looks complete`(_ length: UInt64?)
        throws
    {
        let text = String(decoding: Self.post(try Self.server(.cutOff(announced: length))), as: UTF8.self)
        #expect(text.contains("0123456789"))
        #expect(!text.hasSuffix("\r\n0\r\n\r\n"))
        if let length { #expect(text.utf8.count < Int(length)) }
    }

    @Test func `for a client without chunked coding, a truncated response is a reset`() throws {
        let server = try Self.server(.cutOff(announced: nil))
        let client = RawClient(server.port)
        client.send("GET /echo HTTP/1.0\r\n\r\n")
        _ = client.rest()
        #expect(client.wasReset)
    }

    @Test func `a complete response is sent, and the connection stays open`() throws {
        let server = try Self.server(.whole)
        let client = RawClient(server.port)
        client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.body.count)\r\n\r\n")
        client.send(Self.body)
        #expect(client.reply()?.text == "whole 50000")
        client.send("POST /other HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        #expect(client.reply()?.text == "plain 3")
    }

    @Test func `a server can be stopped while exchanges are suspended`() throws {
        struct Silent: Site {
            final class Nothing: StreamingExchange {
                func receive(_ bytes: UnsafeRawBufferPointer) -> Int { 0 }
                func answer() -> ExchangeAnswer { .later }
                func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart { .later }
                func end(_ ending: ExchangeEnding) -> [String] { [] }
            }
            func answer(_ request: ServerRequest) -> ServerAnswer { .hangUp }
            func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
                Nothing()
            }
        }
        var limits = SonicServer.Limits()
        limits.linger = .milliseconds(50)
        let server = try RunningServer(limits: limits) { Silent() }
        let clients = (0..<3).map { _ in RawClient(server.port) }
        for client in clients { client.ask("/") }
        clients[0].send("x")
        server.shutDown()
        #expect(server.hasEnded())
        #expect(clients.allSatisfy { $0.rest().isEmpty })
    }
}
