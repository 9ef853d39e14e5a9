import TestSupport

/// A TLS server of the openssl program with a self-signed certificate; it responds to each request with a page.
struct TLSServer {
    /// Where it listens.
    let address: String
    /// Its certificate for localhost and 127.0.0.1, as a PEM file.
    let certificate: String
    private let folder: TemporaryFolder
    private let server: Program

    init(_ more: [String] = []) async throws {
        folder = try TemporaryFolder()
        certificate = folder.path("certificate.pem")
        let key = folder.path("key.pem")
        let made = try await run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                key,
                "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ])
        guard made.status == .exited(0) else { throw Missing(output: made.errors) }
        server = try Program(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"] + more)
        address = "https://" + (try await server.line(beginning: "ACCEPT ")) + "/"
    }

    /// openssl could not create a certificate.
    struct Missing: Error {
        let output: String
    }
}
