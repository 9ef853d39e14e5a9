import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// Endless data below HTTP, for which libcurl does not return.
@Suite struct `Endless peers` {
    private func configuration() -> TransportConfiguration {
        var configuration = TransportConfiguration()
        configuration.patience = .milliseconds(200)
        configuration.limits.silence = .milliseconds(1500)
        configuration.trust = .anyone
        configuration.proxy = .none
        return configuration
    }

    private func isCutOff(_ failure: ConnectionFailure?) -> Bool {
        switch failure {
        case .malformed(let detail), .proxy(let detail): detail.contains("endless bytes")
        default: false
        }
    }

    @Test func `floods of TLS handshake requests are cut off, and other transfers continue`() async throws {
        let record: [UInt8] = [0x16, 3, 3, 0, 4, 0, 0, 0, 0]
        let flooding = RawServer([.flood(Array(repeatElement(record, count: 5000).joined()), times: .max)])
        let patient = RawServer([.readRequest, page("ok")])
        let connection = CurlConnection(configuration())
        async let flooded = Told(connection.exchange(try request("https://127.0.0.1:\(flooding.port)/")))
        async let other = Told(connection.exchange(try request(patient.url())))
        #expect(try await other.text == "ok")
        #expect(isCutOff(try await flooded.failure))
    }

    @Test func `the endless body of a proxy's refusal is cut off`() async throws {
        let head =
            "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunks = Array(repeatElement("5\r\nxxxxx\r\n", count: 10_000).joined().utf8)
        let server = RawServer([.readRequest, .send(head), .flood(chunks, times: .max)])
        var configuration = configuration()
        configuration.proxy = .through(url: "http://ann:secret@127.0.0.1:\(server.port)")
        let told = await Told(CurlConnection(configuration).exchange(try request("https://page.invalid/")))
        #expect(isCutOff(told.failure), "\(String(describing: told.failure))")
    }

    /// Frames that an HTTP/2 peer may repeat and that are not part of a response.
    struct Flood: CustomTestStringConvertible {
        let testDescription: String
        let frame: [UInt8]
        /// What is sent first, instead of the headers of a response.
        var opening = HTTP2.head()
    }

    @Test(arguments: [
        Flood(testDescription: "empty data", frame: HTTP2.data([])),
        Flood(testDescription: "padding", frame: HTTP2.frame(type: 0, flags: 8, stream: 1, [3, 0, 0, 0])),
        Flood(testDescription: "PING", frame: HTTP2.frame(type: 6, flags: 0, stream: 0, Array(1...8))),
        Flood(
            testDescription: "answers to PING", frame: HTTP2.frame(type: 6, flags: 1, stream: 0, Array(1...8))
        ),
        Flood(testDescription: "SETTINGS", frame: HTTP2.settings),
        Flood(testDescription: "answers to SETTINGS", frame: HTTP2.frame(type: 4, flags: 1, stream: 0, [])),
        Flood(
            testDescription: "WINDOW_UPDATE of the connection",
            frame: HTTP2.frame(type: 8, flags: 0, stream: 0, [0, 0, 0, 1])),
        Flood(
            testDescription: "WINDOW_UPDATE of a stream",
            frame: HTTP2.frame(type: 8, flags: 0, stream: 1, [0, 0, 0, 1])),
        Flood(
            testDescription: "PRIORITY", frame: HTTP2.frame(type: 2, flags: 0, stream: 1, [0, 0, 0, 3, 9])),
        Flood(testDescription: "an unknown type", frame: HTTP2.frame(type: 77, flags: 0, stream: 0, [1])),
        Flood(testDescription: "interim heads", frame: HTTP2.interim, opening: []),
        Flood(
            testDescription: "HEADERS of a body that has begun",
            frame: HTTP2.frame(type: 1, flags: 4, stream: 1, [0, 1, 0x61, 1, 0x62])),
        Flood(
            testDescription: "CONTINUATION",
            frame: HTTP2.frame(type: 9, flags: 0, stream: 1, [0, 1, 0x61, 1, 0x62]),
            opening: HTTP2.frame(type: 1, flags: 0, stream: 1, [0x88])),
        Flood(
            testDescription: "empty CONTINUATION", frame: HTTP2.frame(type: 9, flags: 0, stream: 1, []),
            opening: HTTP2.frame(type: 1, flags: 0, stream: 1, [0x88])),
        Flood(testDescription: "RST_STREAM of nobody", frame: HTTP2.reset(0, stream: 3)),
    ])
    func `HTTP/2 floods are cut off, and other transfers continue`(_ flood: Flood) async throws {
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), ["-alpn", "h2"])
        let patient = RawServer([.readRequest, page("ok")])
        let connection = CurlConnection(configuration())
        // The request is sent without a thread of the pool, which waits below for it.
        let events = connection.exchange(try request("https://127.0.0.1:\(server.port)/"))
        #expect(server.received { HTTP2.hasRequest($0) })
        server.send(HTTP2.settings + flood.opening)
        server.flood(Array(repeatElement(flood.frame, count: 5000).joined()))
        async let other = Told(connection.exchange(try request(patient.url())))
        let told = await Told(events)
        #expect(try await other.text == "ok")
        #expect(
            isCutOff(told.failure) || isExplained(told),
            "\(String(describing: told.failure)) \(told.findings)")
    }

    /// Whether the failure names the limit of libnghttp2, of time, or of libcurl 8.14 and libnghttp2 1.64, which count
    /// the frames before a response.
    private func isExplained(_ told: Told) -> Bool {
        switch told.failure {
        case .truncated: told.findings.map(\.rule) == [.http2BrokenOff]
        case .reset(let detail): detail.contains("nghttp2")
        case .malformed(let detail):
            detail.contains("Too many response headers") || detail.contains("Too many CONTINUATION frames")
        case .timedOut: true
        default: false
        }
    }

    @Test(arguments: ["k", "K"])
    func `endless TLS key updates are cut off`(_ command: String) async throws {
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), ["-tls1_3"])
        let patient = RawServer([.readRequest, page("ok")])
        let connection = CurlConnection(configuration())
        let events = connection.exchange(try request("https://127.0.0.1:\(server.port)/"))
        #expect(server.received { $0.firstRange(of: Array("GET / ".utf8)) != nil })
        server.flood(Array((command + "\n").utf8))
        async let other = Told(connection.exchange(try request(patient.url())))
        let failure = await Told(events).failure
        #expect(try await other.text == "ok")
        switch failure {
        case .timedOut, .malformed, .reset, .truncated: break
        default: Issue.record("\(String(describing: failure))")
        }
    }

    @Test func `a FIFO in place of a netrc is not read, and is reported`() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path("netrc"), 0o600) == 0)
        var configuration = TransportConfiguration()
        configuration.netrc = .file(path: folder.path("netrc"))
        let told = try await answer(page("ok"), with: configuration)
        #expect(told.text == "ok" && told.findings.map(\.rule) == [.netrcUnreadable])
    }

    @Test func `a FIFO in place of a certificate file is refused`() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        var (authorities, certificate) = (TransportConfiguration(), TransportConfiguration())
        authorities.trust = .authorities(path: folder.path("pipe"))
        certificate.clientCertificate = ClientCertificate(path: folder.path("pipe"))
        for configuration in [authorities, certificate] {
            let told = await Told(CurlConnection(configuration).exchange(try request("https://127.0.0.1:1/")))
            guard case .other(_, let detail) = told.failure else {
                Issue.record("\(String(describing: told.failure))")
                continue
            }
            #expect(detail.contains(folder.path("pipe")))
        }
    }
}
