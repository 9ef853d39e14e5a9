import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// Over HTTP/2 a body without a length is complete only if its stream was ended (RFC 9113 §8.1).
@Suite struct `Ends of HTTP/2 streams` {
    /// What a server sends after the headers of its response, and then does.
    struct Ending: CustomTestStringConvertible {
        enum Then {
            case nothing
            /// Closes the connection properly.
            case closing
            /// Ends the connection as if it were cut.
            case cutting
        }

        let testDescription: String
        let frames: [UInt8]
        let then: Then

        init(_ name: String, _ frames: [UInt8], _ then: Then = .nothing) {
            (testDescription, self.frames, self.then) = (name, frames, then)
        }
    }

    private static let half = Array("half".utf8)

    private func connection() -> CurlConnection {
        var configuration = TransportConfiguration()
        configuration.trust = .anyone
        configuration.proxy = .none
        return CurlConnection(configuration)
    }

    /// The events of a response that a server ends in this way after the first part of its body.
    private func told(
        head: [UInt8] = HTTP2.head(), first: [UInt8] = HTTP2.data(Self.half), _ ending: Ending,
        method: String = "GET", fields: [(String, String)] = []
    ) async throws -> Told {
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), ["-alpn", "h2"])
        var iterator = connection().exchange(
            try request("https://127.0.0.1:\(server.port)/", method: method, fields)
        ).makeAsyncIterator()
        #expect(server.received { HTTP2.hasRequest($0) })
        server.send(HTTP2.settings + head + first)
        var events: [ResponseEvent] = []
        var isWaiting = true
        while let event = await iterator.next() {
            events.append(event)
            guard isWaiting, event.isEnough(hasBody: !first.isEmpty) else { continue }
            isWaiting = false
            if !ending.frames.isEmpty { server.send(ending.frames) }
            switch ending.then {
            case .nothing: break
            case .closing: server.send(Array("Q\n".utf8))
            case .cutting: server.cutOff()
            }
        }
        return await Told(
            ResponseEvents { continuation in
                continuation.yield(events)
                continuation.finish()
            })
    }

    @Test(arguments: [
        Ending("reset without an error", HTTP2.reset(0)),
        Ending("cancelled", HTTP2.reset(8)),
        Ending("refused", HTTP2.reset(7)),
        Ending("reset with an unknown error", HTTP2.reset(200)),
        Ending("connection given up, the stream served", HTTP2.goAway(last: 1), .cutting),
        Ending("connection given up, the stream not served", HTTP2.goAway(last: 0), .cutting),
        Ending("connection given up with an error", HTTP2.goAway(last: 1, error: 2), .cutting),
        Ending("connection closed in order", [], .closing),
        Ending("connection cut", [], .cutting),
        Ending("data of no stream", HTTP2.data(Self.half, stream: 0)),
        Ending("a length beyond what is allowed", [0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1] + half),
        Ending("padding longer than its frame", HTTP2.frame(type: 0, flags: 8, stream: 1, [9, 1])),
        Ending("a head without a beginning", HTTP2.frame(type: 9, flags: 4, stream: 1, [0x88])),
        Ending(
            "a head that cannot be unpacked", HTTP2.frame(type: 1, flags: 4, stream: 1, [0xFF, 0xFF, 0xFF])),
        Ending("settings of a wrong length", HTTP2.frame(type: 4, flags: 0, stream: 0, [1, 2, 3])),
        Ending("a window that grows by nothing", HTTP2.frame(type: 8, flags: 0, stream: 1, [0, 0, 0, 0])),
        Ending("a part of a frame", [0, 0, 9, 0, 1, 0, 0, 0], .cutting),
        Ending("something else than frames", Array("HTTP/1.1 200 OK\r\n\r\n".utf8), .cutting),
    ])
    func `a stream without END_STREAM is an incomplete response`(_ ending: Ending) async throws {
        let told = try await told(ending)
        #expect(told.text == "half")
        #expect(told.failure == .truncated(received: 4, expected: nil))
    }

    @Test(arguments: [
        Ending("by data", HTTP2.data(Self.half, flags: HTTP2.endStream)),
        Ending("by empty data", HTTP2.data(Self.half) + HTTP2.data([], flags: HTTP2.endStream)),
        Ending("by trailers", HTTP2.data(Self.half) + HTTP2.trailers),
        Ending("and reset then", HTTP2.data(Self.half, flags: HTTP2.endStream) + HTTP2.reset(0)),
        Ending(
            "and the connection given up",
            HTTP2.data(Self.half, flags: HTTP2.endStream) + HTTP2.goAway(last: 1)),
    ])
    func `a stream with END_STREAM is a complete response`(_ ending: Ending) async throws {
        let told = try await told(ending)
        #expect(told.failure == nil && told.text == "halfhalf", "\(String(describing: told.failure))")
    }

    @Test(arguments: ["GET", "HEAD"])
    func `headers alone may be a complete response`(_ method: String) async throws {
        let head = HTTP2.head(flags: HTTP2.endStream)
        let told = try await told(head: head, first: [], Ending("", []), method: method)
        #expect(told.failure == nil && told.heads.map(\.status) == [200] && told.text.isEmpty)
    }

    @Test func `a body of its full length is complete without END_STREAM`() async throws {
        let told = try await told(head: HTTP2.head([("content-length", "4")]), Ending("", HTTP2.reset(0)))
        #expect(told.failure == nil && told.text == "half")
    }

    @Test func `a truncated compressed body is reported as cut off, not as corrupt`() async throws {
        let packed = Array(Coded.gzip.prefix(Coded.gzip.count - 8))
        let told = try await told(
            head: HTTP2.head([("content-encoding", "gzip")]), first: HTTP2.data(packed),
            Ending("", HTTP2.reset(0)),
            fields: [("Accept-Encoding", "gzip")])
        #expect(told.failure == .truncated(received: packed.count, expected: nil))
    }

    @Test func `the streams of a kept connection are kept apart`() async throws {
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), ["-alpn", "h2"])
        let connection = connection()
        let first = connection.exchange(try request("https://127.0.0.1:\(server.port)/one"))
        #expect(server.received { HTTP2.hasRequest($0) })
        server.send(HTTP2.settings + HTTP2.answer([], body: Self.half))
        #expect(await Told(first).failure == nil)
        var second = connection.exchange(
            try request("https://127.0.0.1:\(server.port)/two")
        ).makeAsyncIterator()
        #expect(server.received { HTTP2.hasRequest($0, stream: 3) })
        server.send(HTTP2.head(stream: 3) + HTTP2.data(Self.half, stream: 3))
        while let event = await second.next() {
            if case .bodyReceived = event { break }
        }
        server.send(HTTP2.reset(0, stream: 3))
        #expect(await Told(second.rest).failure == .truncated(received: 4, expected: nil))
    }
}

extension ResponseEvent {
    /// Whether the headers of a response, or a part of its body, have arrived.
    fileprivate func isEnough(hasBody: Bool) -> Bool {
        switch self {
        case .headReceived: !hasBody
        case .bodyReceived: true
        default: false
        }
    }
}
