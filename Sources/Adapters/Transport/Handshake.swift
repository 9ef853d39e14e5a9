import SonicSession

/// What libcurl says of a TLS handshake, line by line. It does so for every transfer that makes one, so that nothing
/// has to be asked of it.
struct Handshake {
    /// TLS protocol and cipher; nil before they are told.
    private(set) var tls: String?
    /// The certificate; nil before it is told of.
    private(set) var certificate: PeerCertificate?
    /// Whether the server asked for a certificate of this side. Not told by every TLS library.
    private(set) var wantsCertificate = false

    /// What begins the lines that tell of the certificate.
    private static var fields: [(label: String, field: WritableKeyPath<PeerCertificate, String>)] {
        [
            ("subject: ", \.subject), ("issuer: ", \.issuer), ("start date: ", \.validFrom),
            ("expire date: ", \.validUntil), ("SSL certificate verify ", \.verdict),
        ]
    }

    /// Takes one line.
    mutating func append(_ line: Substring) {
        let secured = "SSL connection using "
        if line.hasPrefix(secured) {
            tls = String(line.dropFirst(secured.count))
            // What follows is of the next certificate: behind a proxy there are two.
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
