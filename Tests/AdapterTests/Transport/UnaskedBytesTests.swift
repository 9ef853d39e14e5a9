import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// A response belongs to its request (RFC 9112 §9.2).
@Suite struct `Bytes that no request asked for` {
    private static let nobodys = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nnobody's"

    /// Responses after which a connection can be reused.
    private static let responses = [
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n",
    ]

    /// What follows them: another response, a part of a body, a part of a response, a byte.
    private static let extras = [nobodys, "a body that comes late", "HTTP/1.1 200 OK\r\nContent-", "\n"]

    private func isUnasked(_ told: Told) -> Bool { told.findings.map(\.rule) == [.unaskedBytes] }

    private func proxied(by server: RawServer) -> TransportConfiguration {
        var configuration = TransportConfiguration()
        configuration.proxy = .through(url: server.url())
        return configuration
    }

    @Test(arguments: responses, extras)
    func `bytes received between requests are never the next response`(
        _ response: String, _ extra: String
    ) async throws {
        let gate = Gate()
        let server = RawServer {
            $0 == 0
                ? [
                    .readRequest, .send(response), .wait(gate), .flood(Array(extra.utf8), times: 1),
                    .readRequest,
                    page("shifted"),
                ] : [.readRequest, page("two")]
        }
        let connection = CurlConnection()
        let first = await Told(connection.exchange(try request(server.url("/one"))))
        #expect(first.failure == nil && first.findings.isEmpty)
        gate.open()
        for await case .flooded in server.events { break }
        let second = await Told(connection.exchange(try request(server.url("/two"))))
        #expect(second.text == "two" && isUnasked(second))
    }

    @Test(arguments: responses, extras)
    func `bytes received with a response are not kept for the next one`(
        _ response: String, _ extra: String
    ) async throws {
        let server = RawServer {
            $0 == 0
                ? [.readRequest, .send(response + extra), .readRequest, page("shifted")]
                : [.readRequest, page("two")]
        }
        let connection = CurlConnection()
        let first = await Told(connection.exchange(try request(server.url("/one"))))
        #expect(first.failure == nil && isUnasked(first))
        let second = await Told(connection.exchange(try request(server.url("/two"))))
        #expect(second.text == "two" && second.findings.isEmpty)
    }

    @Test func `the body of a response to HEAD is not the next response`() async throws {
        let server = RawServer {
            $0 == 0
                ? [.readRequest, page(Self.nobodys), .readRequest, page("shifted")]
                : [.readRequest, page("two")]
        }
        let connection = CurlConnection()
        #expect(isUnasked(await Told(connection.exchange(try request(server.url(), method: "HEAD")))))
        #expect(await Told(connection.exchange(try request(server.url()))).text == "two")
    }

    @Test func `a proxy's kept connection is checked as well`() async throws {
        let gate = Gate()
        let server = RawServer {
            $0 == 0
                ? [
                    .readRequest, page("one"), .wait(gate), .flood(Array(Self.nobodys.utf8), times: 1),
                    .readRequest,
                    page("shifted"),
                ] : [.readRequest, page("two")]
        }
        let connection = CurlConnection(proxied(by: server))
        #expect(await Told(connection.exchange(try request("http://page.invalid/one"))).text == "one")
        gate.open()
        for await case .flooded in server.events { break }
        let second = await Told(connection.exchange(try request("http://page.invalid/two")))
        #expect(second.text == "two" && isUnasked(second))
    }

    @Test func `bytes buffered by TLS are noticed, too`() async throws {
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), [])
        var configuration = TransportConfiguration()
        configuration.trust = .anyone
        configuration.proxy = .none
        let connection = CurlConnection(configuration)
        var iterator = connection.exchange(try request("https://127.0.0.1:\(server.port)/one"))
            .makeAsyncIterator()
        #expect(server.received { $0.firstRange(of: Array("GET /one".utf8)) != nil })
        server.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8))
        // After the headers libcurl reads no more than the body: the rest stays in the TLS buffer.
        while let event = await iterator.next() {
            if case .headReceived = event { break }
        }
        server.send(Array("one\(Self.nobodys)".utf8))
        while await iterator.next() != nil {}
        let second = connection.exchange(try request("https://127.0.0.1:\(server.port)/two"))
        async let told = Told(second)
        #expect(server.received { $0.firstRange(of: Array("GET /two".utf8)) != nil })
        server.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo".utf8))
        #expect(await told.text == "two")
    }

    @Test func `chunks with a Content-Length close their connection`() async throws {
        let both = "HTTP/1.1 200 OK\r\nContent-Length: 30\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        let server = RawServer {
            $0 == 0
                ? [.readRequest, .send(both), .readRequest, page("shifted")] : [.readRequest, page("two")]
        }
        let connection = CurlConnection()
        #expect(await Told(connection.exchange(try request(server.url()))).failure == nil)
        #expect(await Told(connection.exchange(try request(server.url()))).text == "two")
    }
}
