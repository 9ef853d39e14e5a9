import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// An incomplete response is an error (RFC 9112 §8).
@Suite struct `Responses that break off` {
    private func connection() -> CurlConnection {
        var configuration = TransportConfiguration()
        configuration.trust = .anyone
        configuration.proxy = .none
        return CurlConnection(configuration)
    }

    /// The result of a response when the connection is cut after its body.
    private func told(cutBehind response: String) async throws -> Told {
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), [])
        var iterator = connection().exchange(
            try request("https://127.0.0.1:\(server.port)/")
        ).makeAsyncIterator()
        #expect(server.received { $0.firstRange(of: Array("\r\n\r\n".utf8)) != nil })
        server.send(Array(response.utf8))
        var events: [ResponseEvent] = []
        while let event = await iterator.next() {
            events.append(event)
            if case .bodyReceived = event { server.cutOff() }
        }
        return await Told(
            ResponseEvents { continuation in
                continuation.yield(events)
                continuation.finish()
            })
    }

    @Test func `a connection cut without close_notify does not complete a body without a length`()
        async throws
    {
        let told = try await told(cutBehind: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf")
        #expect(told.text == "half" && told.failure == .truncated(received: 4, expected: nil))
    }

    @Test func `close_notify completes a body without a length`() async throws {
        // A page about the server, which ends with the connection.
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), ["-www"])
        let told = await Told(connection().exchange(try request("https://127.0.0.1:\(server.port)/")))
        #expect(told.heads.map { $0.headers.contains("content-length") } == [false])
        #expect(told.text.contains("</HTML>") && told.failure == nil, "\(told.text.suffix(40))")
    }

    @Test func `a body with its full length needs no close_notify`() async throws {
        let told = try await told(cutBehind: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole")
        #expect(told.text == "whole" && told.failure == nil)
    }
}
