import CCurl
import Glibc
import SonicProtocol
import SonicSession

/// A libcurl handle for consecutive transfers, with typed setters and getters. An option that an older libcurl does not
/// support is ignored: the behaviour without it is slower or coarser, never wrong.
final class EasyHandle {
    /// The handle of libcurl.
    let raw: UnsafeMutableRawPointer
    /// libcurl's error message, empty for none.
    let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// Creates a handle with the options of every transfer; nil if memory is exhausted.
    init?() {
        guard let raw = late_easy_init() else { return nil }
        self.raw = raw
        errorText.initialize(repeating: 0)
        setDefaults()
    }

    deinit {
        late_easy_cleanup(raw)
        errorText.deallocate()
    }

    /// Resets all options except those of every transfer, so that nothing of the previous one remains. A new handle
    /// takes longer.
    func reset() {
        late_easy_reset(raw)
        errorText[0] = 0
        setDefaults()
    }

    /// Sets the options of every transfer in advance.
    private func setDefaults() {
        set(CURLOPT_ERRORBUFFER, pointer: errorText.baseAddress)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        // A thread that looks up a name is detached on cancel; without this option cancelling waits for it.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_NOSIGNAL, 1)
        // The size of one reported piece.
        set(CURLOPT_BUFFERSIZE, 32 << 10)
        // CURLAUTH_BASIC and CURLAUTH_DIGEST, macros that are not imported into Swift.
        set(CURLOPT_HTTPAUTH, 1 | 2)
        set(CURLOPT_PROXYAUTH, 1 | 2)
    }

    func set(_ option: CURLoption, _ value: Int) { _ = late_set_long(raw, option, value) }

    func set(_ option: CURLoption, _ value: String?) { _ = late_set_text(raw, option, value) }

    func set(_ option: CURLoption, path: String) { _ = late_set_text(raw, option, FilePath(path).cString) }

    func set(_ option: CURLoption, pointer: UnsafeRawPointer?) { _ = late_set_pointer(raw, option, pointer) }

    func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
        _ = late_set_list(raw, option, list)
    }

    func long(_ what: CURLINFO) -> Int { late_get_long(raw, what) }

    func offset(_ what: CURLINFO) -> Int { Int(late_get_offset(raw, what)) }

    func text(_ what: CURLINFO) -> String? { late_get_text(raw, what).map { String(cString: $0) } }

    /// The certificate of the server on the current connection; nil if the TLS library does not report it.
    var certificate: PeerCertificate? {
        guard let text = late_certificate(raw) else { return nil }
        defer { free(text) }
        var handshake = Handshake()
        for line in String(cString: text).split(separator: "\n") { handshake.note(line) }
        return handshake.certificate
    }
}

/// The exhaustion of a system resource. Libraries report it as an unreachable server, an unknown host or a missing
/// library.
enum Shortage {
    /// Returns the system's message for an error number of exhaustion; nil for any other.
    static func words(_ code: Int32) -> String? {
        switch code {
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: String(cString: strerror(code))
        default: nil
        }
    }

    /// The current shortage of descriptors, as the system's message; nil for none.
    static var now: String? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return words(errno) }
        close(descriptor)
        return nil
    }

    /// Returns the failure for a library that cannot be loaded, by the message of the loader, which has no error
    /// number.
    static func libraryFailure(_ reason: String) -> ConnectionFailure {
        let codes =
            [EMFILE, ENFILE, ENOMEM].compactMap(words) + ["failed to map segment", "cannot create TLS"]
        let isShort = codes.contains { reason.contains($0) }
        return isShort ? .exhausted(detail: reason) : .libraryMissing(detail: reason)
    }
}

/// libcurl's log of a TLS handshake, line by line. libcurl logs every handshake, so no separate query is required.
struct Handshake {
    /// The TLS protocol and cipher; nil before they are logged.
    private(set) var tls: String?
    /// The certificate; nil before it is logged.
    private(set) var certificate: PeerCertificate?
    /// Whether the server requested a client certificate. Not every TLS library reports it.
    private(set) var wantsCertificate = false

    /// The prefixes of the lines that describe the certificate, of libcurl and of `late_certificate`.
    private static var fields: [(label: String, field: WritableKeyPath<PeerCertificate, String>)] {
        [
            ("subject: ", \.subject), ("issuer: ", \.issuer), ("start date: ", \.validFrom),
            ("expire date: ", \.validUntil), ("SSL certificate verify ", \.verdict), ("SHA-256: ", \.sha256),
            ("Subject: ", \.subject), ("Issuer: ", \.issuer), ("Not Before: ", \.validFrom),
            ("Not After : ", \.validUntil),
        ]
    }

    /// The certificate whose verification failed; nil for none, and if the TLS library does not report it.
    private(set) var refused: PeerCertificate?

    /// Parses one line of a connection.
    mutating func append(_ line: Substring, _ easy: EasyHandle) {
        // The connection, and with it the certificate, is gone when the transfer ends. A proxy's cannot be accepted.
        if line.hasPrefix("SSL certificate problem") || line.hasPrefix("SSL: "),
            easy.long(CURLINFO_PROXY_SSL_VERIFYRESULT) == 0
        {
            refused = easy.certificate
        }
        let secured = "SSL connection using "
        if line.hasPrefix(secured) {
            tls = String(line.dropFirst(secured.count))
            // The following lines describe the next certificate: through a proxy there are two.
            certificate = nil
            return
        }
        if line.hasPrefix("TLSv"), line.contains("(IN), TLS handshake, Request CERT") {
            wantsCertificate = true
        }
        if tls != nil { note(line) }
    }

    /// Parses a line about the certificate.
    mutating func note(_ line: Substring) {
        let line = line.drop { $0 == " " || $0 == "\t" }
        guard let (label, field) = Self.fields.first(where: { line.hasPrefix($0.label) }) else { return }
        certificate = certificate ?? PeerCertificate()
        certificate?[keyPath: field] = String(line.dropFirst(label.count))
    }
}
