import SonicProtocol
import SonicSession
import Testing

@testable import Transport

@Suite struct `TLS` {
    private let certificate: TLSCertificate

    init() throws {
        certificate = try TLSCertificate(for: "IP:127.0.0.1")
    }

    private func told(
        _ server: TLSServer, _ trust: Trust, _ client: ClientCertificate? = nil, host: String = "127.0.0.1"
    ) async throws -> Told {
        var configuration = TransportConfiguration()
        configuration.trust = trust
        configuration.clientCertificate = client
        configuration.proxy = .none
        let told = await Told(
            CurlConnection(configuration).exchange(try request("https://\(host):\(server.port)/")))
        withExtendedLifetime(server) {}
        return told
    }

    private func failureDetail(_ told: Told) throws -> String {
        guard case .insecure(_, let detail) = told.failure else {
            throw Unexpected(failure: told.failure)
        }
        return detail
    }

    struct Unexpected: Error {
        let failure: ConnectionFailure?
    }

    @Test func `an untrusted certificate is refused with the reason`() async throws {
        let server = try TLSServer(certificate, ["-www"])
        let told = try await told(server, .system)
        #expect(try failureDetail(told).contains("self-signed certificate"))
        #expect(told.requests.isEmpty)
    }

    @Test func `a certificate of a configured authority is accepted`() async throws {
        let server = try TLSServer(certificate, ["-www"])
        let told = try await told(server, .authorities(path: certificate.path))
        #expect(told.failure == nil)
        #expect(told.heads.map(\.status) == [200])
        #expect(told.phases == [.connecting, .securing, .waiting, .receiving])
        #expect(told.report?.tls?.hasPrefix("TLSv1.3 / TLS_") == true)
        let shown = try #require(told.report?.certificate)
        #expect(shown.subject == "CN=sonic test" && shown.issuer == shown.subject)
        #expect(shown.validFrom.hasSuffix("GMT") && shown.validUntil.hasSuffix("GMT"))
        #expect(shown.verdict == "ok.")
        #expect(told.report?.timings[.securing].map { $0 > .zero } == true)
    }

    @Test func `without verification any certificate is accepted`() async throws {
        let server = try TLSServer(certificate, ["-www"])
        let told = try await told(server, .anyone)
        #expect(told.failure == nil)
        #expect(told.heads.map(\.status) == [200])
    }

    @Test func `a certificate for another name is refused`() async throws {
        let other = try TLSCertificate(for: "DNS:other.example")
        let server = try TLSServer(other, ["-www"])
        let told = try await told(server, .authorities(path: other.path))
        #expect(try failureDetail(told).contains("127.0.0.1"))
    }

    @Test func `a missing file of authorities is named`() async throws {
        let server = try TLSServer(certificate, ["-www"])
        let told = try await told(server, .authorities(path: "/nowhere.pem"))
        #expect(try failureDetail(told).contains("/nowhere.pem"))
    }

    @Test func `a server that requests a client certificate gets the configured one`() async throws {
        let asking = ["-www", "-Verify", "1", "-verify_return_error", "-CAfile", certificate.path]
        let without = try await told(try TLSServer(certificate, asking), .anyone)
        guard case .certificateWanted("127.0.0.1", _) = without.failure else {
            throw Unexpected(failure: without.failure)
        }
        let old = try await told(try TLSServer(certificate, asking + ["-tls1_2"]), .anyone)
        guard case .certificateWanted("127.0.0.1", _) = old.failure else {
            throw Unexpected(failure: old.failure)
        }
        let client = ClientCertificate(path: certificate.path, keyPath: certificate.keyPath)
        let with = try await told(try TLSServer(certificate, asking), .anyone, client)
        #expect(with.failure == nil)
        #expect(with.heads.map(\.status) == [200])
    }

    @Test func `an encrypted key is opened by its configured password, without a prompt`() async throws {
        let locked = try TLSCertificate(for: "IP:127.0.0.1", password: "secret")
        let asking = ["-www", "-Verify", "1", "-verify_return_error", "-CAfile", locked.path]
        var client = ClientCertificate(path: locked.path, keyPath: locked.keyPath)
        let shut = try await told(try TLSServer(certificate, asking), .anyone, client)
        #expect(try failureDetail(shut).contains(locked.keyPath))
        client.password = "secret"
        let open = try await told(try TLSServer(certificate, asking), .anyone, client)
        #expect(open.heads.map(\.status) == [200])
    }

    @Test func `HTTP/2 is used if the server offers it`() async throws {
        let server = try TLSServer(certificate, ["-alpn", "h2"])
        var configuration = TransportConfiguration()
        configuration.trust = .anyone
        configuration.proxy = .none
        let events = CurlConnection(configuration).exchange(
            try request(
                "https://127.0.0.1:\(server.port)/news", [("accept-diff", "true"), ("template-tag", "")]))
        #expect(server.received { HTTP2.hasRequest($0) })
        server.send(
            HTTP2.settings
                + HTTP2.answer(
                    [("etag", "6c58ed85"), ("x-twice", "1"), ("x-twice", "2")], body: Array("Hello".utf8)))
        let told = await Told(events)
        #expect(told.failure == nil)
        #expect(told.text == "Hello")
        #expect(told.heads.map(\.version) == ["HTTP/2"])
        #expect(told.heads.map(\.status) == [200])
        #expect(told.heads.first?.headers.all("x-twice") == ["1", "2"])
        #expect(told.report?.version == "HTTP/2")
        #expect(told.requests.count == 1)
    }

    @Test func `a compressed body over HTTP/2 is decompressed, and its wire bytes are kept`() async throws {
        let server = try TLSServer(certificate, ["-alpn", "h2"])
        var configuration = TransportConfiguration()
        configuration.trust = .anyone
        configuration.proxy = .none
        let events = CurlConnection(configuration).exchange(
            try request("https://127.0.0.1:\(server.port)/news", [("Accept-Encoding", "gzip")]))
        #expect(server.received { HTTP2.hasRequest($0) })
        server.send(
            HTTP2.settings + HTTP2.answer([("content-encoding", "gzip")], body: Coded.gzip))
        let told = await Told(events)
        #expect(told.failure == nil && told.text == "hello")
        #expect(told.report?.codedBody == Coded.gzip)
    }
}
