import CGnutls
import Glibc
import SonicProtocol
import SystemLibraries

/// The certificate with which a server speaks TLS, from two PEM files that can be read again.
public final class ServerCertificate {
    private let paths: (certificate: String, key: String)
    private let complain: (String) -> Void
    /// What new connections use.
    private(set) var credentials: TLSCredentials

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - certificate: The path of the certificate, which those of its issuers may follow.
    ///   - key: The path of its private key.
    ///   - complain: Receives later mistakes, a sentence each.
    public init(
        certificate: String, key: String, complain: @escaping (String) -> Void
    ) throws(UnusableCertificate) {
        paths = (certificate, key)
        self.complain = complain
        credentials = try TLSCredentials(certificate, key)
        warn()
    }

    /// Reads the files again. If they cannot be used, the previous certificate stays in use.
    public func readAgain() {
        do throws(UnusableCertificate) {
            credentials = try TLSCredentials(paths.certificate, paths.key)
            warn()
        } catch {
            complain("\(error.sentence) The previous certificate stays in use.")
        }
    }

    private func warn() {
        guard credentials.expires < SonicServer.now() else { return }
        let time = CalendarTime.timestamp(credentials.expires)
        complain("The certificate in \(paths.certificate) expired at \(time); clients will refuse it.")
    }
}

/// The reason why a certificate or its key cannot be used.
public struct UnusableCertificate: Error {
    /// The reason, as a sentence.
    public let sentence: String
}

/// A certificate and its key as GnuTLS has them. Each connection retains those that it began with.
final class TLSCredentials {
    /// GnuTLS's handle.
    let handle: gnutls_certificate_credentials_t
    /// The versions of TLS and the ciphers: those of the system, from TLS 1.2 on.
    let priorities: gnutls_priority_t
    /// When the certificate expires.
    let expires: Instant

    /// The maximum size of a file in bytes.
    private static let limit = 1 << 20

    init(_ certificate: String, _ key: String) throws(UnusableCertificate) {
        var allocated: gnutls_certificate_credentials_t?
        var parsed: gnutls_priority_t?
        let versions = "-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"
        guard gnutls_certificate_allocate_credentials(&allocated) == 0, let handle = allocated else {
            throw UnusableCertificate(sentence: "Out of memory for \(certificate).")
        }
        let code = gnutls_priority_init2(
            &parsed, versions, nil, UInt32(GNUTLS_PRIORITY_INIT_DEF_APPEND))
        guard code == 0, let priorities = parsed else {
            gnutls_certificate_free_credentials(handle)
            throw UnusableCertificate(sentence: "TLS cannot be used: \(Self.text(code)).")
        }
        (self.handle, self.priorities) = (handle, priorities)
        do throws(UnusableCertificate) {
            expires = try Self.load(certificate, key, into: handle)
        } catch {
            gnutls_certificate_free_credentials(handle)
            gnutls_priority_deinit(priorities)
            throw error
        }
    }

    deinit {
        gnutls_certificate_free_credentials(handle)
        gnutls_priority_deinit(priorities)
    }

    /// Returns GnuTLS's words for an error.
    static func text(_ code: Int32) -> String {
        let text = gnutls_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Loads both files. Returns when the certificate expires.
    private static func load(
        _ certificate: String, _ key: String, into handle: gnutls_certificate_credentials_t
    ) throws(UnusableCertificate) -> Instant {
        var list: UnsafeMutablePointer<gnutls_x509_crt_t?>?
        var count: UInt32 = 0
        let bytes = try read(certificate)
        let code = withDatum(bytes) {
            gnutls_x509_crt_list_import2(&list, &count, $0, GNUTLS_X509_FMT_PEM, 0)
        }
        defer {
            for index in 0..<Int(count) { gnutls_x509_crt_deinit(list?[index]) }
            free(list)
        }
        guard code >= 0, let chain = list, count > 0 else {
            let isKey = bytes.firstRange(of: Array("PRIVATE KEY-----".utf8)) != nil
            throw UnusableCertificate(
                sentence: isKey
                    ? "\(certificate) has a private key and no certificate; that file is for --key."
                    : "\(certificate) has no valid certificate in PEM: \(text(code)).")
        }
        var privateKey: gnutls_x509_privkey_t?
        gnutls_x509_privkey_init(&privateKey)
        defer { gnutls_x509_privkey_deinit(privateKey) }
        switch try withDatum(
            read(key), { gnutls_x509_privkey_import2(privateKey, $0, GNUTLS_X509_FMT_PEM, nil, 0) })
        {
        case 0: break
        case GNUTLS_E_DECRYPTION_FAILED:
            throw UnusableCertificate(
                sentence:
                    "The private key in \(key) has a passphrase; remove it with openssl pkey -in \(key).")
        case let code:
            throw UnusableCertificate(sentence: "\(key) has no valid private key in PEM: \(text(code)).")
        }
        switch gnutls_certificate_set_x509_key(handle, chain, Int32(count), privateKey) {
        case 0...: break
        case GNUTLS_E_CERTIFICATE_KEY_MISMATCH:
            throw UnusableCertificate(
                sentence: "The private key in \(key) is not that of the first certificate in \(certificate).")
        case let code:
            throw UnusableCertificate(sentence: "\(certificate) and \(key) cannot be used: \(text(code)).")
        }
        return Instant(milliseconds: Int64(gnutls_x509_crt_get_expiration_time(chain[0])) * 1000)
    }

    private static func read(_ path: String) throws(UnusableCertificate) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            return try RegularFile(path).bytes(limit: limit)
        } catch {
            throw UnusableCertificate(sentence: "\(path) cannot be read: \(error.reason).")
        }
    }

    private static func withDatum(
        _ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
    ) -> Int32 {
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return withUnsafePointer(to: &datum, body)
        }
    }
}
