import SonicProtocol

/// A content coding that compresses a body (RFC 9110 §8.4.1).
enum ContentCoding: String, Sendable, CaseIterable {
    /// Brotli (RFC 7932).
    case br
    /// gzip (RFC 1952).
    case gzip

    /// Returns the coding that a client prefers, the first of equals, or nil if it prefers none.
    ///
    /// A missing `Accept-Encoding` counts as accepting none, although it would allow any (RFC 9110 §12.5.3). A client
    /// that accepts neither these nor the identity receives the latter anyway.
    static func chosen(by request: Headers, among codings: [ContentCoding]) -> ContentCoding? {
        let accepted = AcceptedCodings(of: request)
        // A name overrides *.
        let others = accepted.thousandths(of: "*") ?? 0
        let plain = accepted.thousandths(of: "identity") ?? others
        var best: (coding: ContentCoding?, thousandths: Int) = (nil, 0)
        for coding in codings {
            let thousandths =
                switch coding {
                case .br: accepted.thousandths(of: "br") ?? others
                case .gzip: accepted.thousandths(of: "gzip", "x-gzip") ?? others
                }
            if thousandths > best.thousandths { best = (coding, thousandths) }
        }
        // The identity is always acceptable, but is preferred only if it has a higher weight.
        return best.thousandths >= plain ? best.coding : nil
    }
}
