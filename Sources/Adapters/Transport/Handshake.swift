import SonicSession

/// libcurl's log of a TLS handshake, line by line. libcurl logs every handshake, so no separate query is required.
struct Handshake {
    /// The TLS protocol and cipher; nil before they are logged.
    private(set) var tls: String?
    /// The certificate; nil before it is logged.
    private(set) var certificate: PeerCertificate?
    /// Whether the server requested a client certificate. Not every TLS library reports it.
    private(set) var wantsCertificate = false

    /// The prefixes of the lines that describe the certificate.
    private static var fields: [(label: String, field: WritableKeyPath<PeerCertificate, String>)] {
        [
            ("subject: ", \.subject), ("issuer: ", \.issuer), ("start date: ", \.validFrom),
            ("expire date: ", \.validUntil), ("SSL certificate verify ", \.verdict),
        ]
    }

    /// Parses one line.
    mutating func append(_ line: Substring) {
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
        let line = line.drop { $0 == " " || $0 == "\t" }
        guard tls != nil, let (label, field) = Self.fields.first(where: { line.hasPrefix($0.label) }) else {
            return
        }
        certificate = certificate ?? PeerCertificate()
        certificate?[keyPath: field] = String(line.dropFirst(label.count))
    }
}
