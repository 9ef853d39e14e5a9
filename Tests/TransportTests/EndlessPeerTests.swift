import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// What a peer sends without end below HTTP, where libcurl does not come back.
@Suite struct `Endless peers` {
    private func configuration() -> TransportConfiguration {
        var configuration = TransportConfiguration()
        configuration.patience = .milliseconds(200)
        configuration.trust = .anyone
        configuration.proxy = .none
        return configuration
    }

    private func isCutOff(_ failure: ConnectionFailure?) -> Bool {
        switch failure {
        case .malformed(let detail), .proxy(let detail): detail.contains("without end")
        default: false
        }
    }

    @Test func `requests for a handshake are cut off, and others go on`() async throws {
        let record: [UInt8] = [0x16, 3, 3, 0, 4, 0, 0, 0, 0]
        let flooding = RawServer([.flood(Array(repeatElement(record, count: 5000).joined()), times: .max)])
        let patient = RawServer([.readRequest, page("ok")])
        let connection = CurlConnection(configuration())
        async let flooded = Told(connection.exchange(try request("https://127.0.0.1:\(flooding.port)/")))
        async let other = Told(connection.exchange(try request(patient.url())))
        #expect(try await other.text == "ok")
        #expect(isCutOff(try await flooded.failure))
    }

    @Test func `the body of a proxy's refusal is cut off`() async throws {
        let head =
            "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunks = Array(repeatElement("5\r\nxxxxx\r\n", count: 10_000).joined().utf8)
        let server = RawServer([.readRequest, .send(head), .flood(chunks, times: .max)])
        var configuration = configuration()
        configuration.proxy = .through(url: "http://ann:secret@127.0.0.1:\(server.port)")
        let told = await Told(CurlConnection(configuration).exchange(try request("https://page.invalid/")))
        #expect(isCutOff(told.failure), "\(String(describing: told.failure))")
    }

    @Test(arguments: [
        HTTP2.frame(type: 0, flags: 0, stream: 1, []),
        HTTP2.frame(type: 6, flags: 1, stream: 0, Array(1...8)),
    ])
    func `frames of HTTP/2 that say nothing are cut off`(_ frame: [UInt8]) async throws {
        let server = try TLSServer(try TLSCertificate(for: "IP:127.0.0.1"), ["-alpn", "h2"])
        let connection = CurlConnection(configuration())
        // The request goes out without a thread of the pool, which waits below for it.
        let events = connection.exchange(try request("https://127.0.0.1:\(server.port)/"))
        #expect(server.received { HTTP2.hasRequest($0) })
        server.send(HTTP2.settings + HTTP2.head())
        server.flood(Array(repeatElement(frame, count: 5000).joined()))
        let failure = await Told(events).failure
        #expect(isCutOff(failure), "\(String(describing: failure))")
    }

    @Test func `a pipe in the place of a netrc is not read, and told`() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path("netrc"), 0o600) == 0)
        var configuration = TransportConfiguration()
        configuration.netrc = .file(path: folder.path("netrc"))
        let told = try await answer(page("ok"), with: configuration)
        #expect(told.text == "ok" && told.findings.map(\.rule) == ["netrc-unreadable"])
    }

    @Test func `a pipe in the place of certificates is refused`() async throws {
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
