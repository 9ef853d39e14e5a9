import SonicProtocol

@testable import Browser
@testable import SonicSession

// What sessions report beyond what the screen needs.
extension Stage {
    /// A fact about the session becomes known, at no particular time.
    mutating func learn(_ evidence: Evidence) {
        send(.session(.learnt(evidence), visit: visit, after: .milliseconds(clock)))
    }

    /// The body is complete, and the transfer has ended.
    mutating func receive(_ body: [UInt8], coded: [UInt8]? = nil, secure: Bool = false) {
        var report = TransferReport(
            timings: [
                .connecting: .milliseconds(2), .waiting: .milliseconds(5), .receiving: .milliseconds(4),
            ],
            bytesReceived: 312 + (coded ?? body).count, bytesSent: 321, peer: "127.0.0.1:8420",
            tls: secure ? "TLSv1.3 / TLS_AES_256_GCM_SHA384" : nil,
            bodyBytesReceived: (coded ?? body).count, codedBody: coded, answeredBy: .network)
        if secure {
            var certificate = PeerCertificate()
            certificate.subject = "CN=news.example"
            certificate.issuer = "C=US; O=Let's Encrypt; CN=R11"
            certificate.validFrom = "Nov  1 00:00:00 2026 GMT"
            certificate.validUntil = "Jan 30 00:00:00 2027 GMT"
            certificate.verdict = "ok."
            report.certificate = certificate
        }
        learn(.transferred(report, at: Instant(milliseconds: 0)))
        learn(.bodyReceived(body))
    }
}
