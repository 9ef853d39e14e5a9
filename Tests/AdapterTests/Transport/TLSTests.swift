import SonicProtocol
import SonicSession
import TestSupport
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
        guard case .insecure(_, let detail, _) = told.failure else {
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

    @Test func `a certificate for another name is refused, and reported`() async throws {
        let other = try TLSCertificate(for: "DNS:other.example")
        let server = try TLSServer(other, ["-www"])
        let told = try await told(server, .authorities(path: other.path))
        #expect(try failureDetail(told).contains("127.0.0.1"))
        #expect(try refused(told).sha256 == (try await sha256(of: other)))
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a refused certificate is reported, and accepted by its SHA-256`(version: String) async throws {
        let server = try TLSServer(certificate, ["-www", version])
        let shown = try refused(try await told(server, .system))
        #expect(shown.subject == "CN=sonic test" && shown.issuer == shown.subject && shown.verdict.isEmpty)
        #expect(shown.validFrom.hasSuffix("GMT") && shown.validUntil.hasSuffix("GMT"))
        #expect(shown.sha256 == (try await sha256(of: certificate)))

        let origin = "https://127.0.0.1:\(server.port)"
        func configuration(_ accepted: [String: String]) -> TransportConfiguration {
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            configuration.accepted = accepted
            return configuration
        }
        let connection = CurlConnection(configuration([origin: shown.sha256]))
        // The second handshake resumes the first one, in which the server sent its certificate.
        for _ in 0..<2 {
            let told = await Told(connection.exchange(try request(origin + "/")))
            #expect(told.failure == nil && told.heads.map(\.status) == [200])
        }
        // Another certificate than the accepted one is refused before the request is sent, also if a handshake is resumed.
        let another = try await sha256(of: TLSCertificate(for: "IP:127.0.0.1"))
        connection.configure { [configuration = configuration([origin: another])] _ in configuration }
        let changed = await Told(connection.exchange(try request(origin + "/")))
        #expect(try refused(changed).sha256 == shown.sha256 && changed.requests.isEmpty)
        #expect(try failureDetail(changed).contains("not the one that was accepted"))
        // It is accepted for its origin only.
        connection.configure { [configuration = configuration(["https://127.0.0.1": shown.sha256])] _ in
            configuration
        }
        let elsewhere = await Told(connection.exchange(try request(origin + "/")))
        #expect(try failureDetail(elsewhere).contains("self-signed") && elsewhere.requests.isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [true, false])
    func `stored passwords are for servers with a verified certificate`(isVerified: Bool) async throws {
        let server = try TLSServer(certificate, [])
        let origin = "https://127.0.0.1:\(server.port)"
        try certificate.folder.write("machine 127.0.0.1 login ann password secret", to: "netrc")
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        configuration.netrc = .file(path: certificate.folder.path + "/netrc")
        if isVerified {
            configuration.trust = .authorities(path: certificate.path)
        } else {
            configuration.accepted = [origin: try await sha256(of: certificate)]
        }
        let connection = CurlConnection(configuration)
        let events = connection.exchange(try request(origin + "/"))
        #expect(server.received { String(decoding: $0, as: UTF8.self).contains("\r\n\r\n") })
        let asking =
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n"
        server.send(Array(asking.utf8))
        if isVerified {
            #expect(server.received { String(decoding: $0, as: UTF8.self).contains("Authorization: Basic") })
            server.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
        }
        let told = await Told(events)
        #expect(told.heads.map(\.status) == [isVerified ? 200 : 401])
        #expect(told.requests.contains { $0.contains("Authorization") } == isVerified)
    }

    private func refused(_ told: Told) throws -> PeerCertificate {
        guard case .insecure(_, _, let certificate?) = told.failure else {
            throw Unexpected(failure: told.failure)
        }
        return certificate
    }

    /// The SHA-256 as openssl writes it.
    private func sha256(of certificate: TLSCertificate) async throws -> String {
        let words = ["x509", "-in", certificate.path, "-noout", "-fingerprint", "-sha256"]
        let output = try await run("/usr/bin/openssl", words).output
        return String(output.split(separator: "=").last ?? "").filter { $0 != "\n" }
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
