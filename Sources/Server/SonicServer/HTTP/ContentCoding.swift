import SonicProtocol

/// A way to make a body shorter on its way (RFC 9110 §8.4.1).
enum ContentCoding: String, Sendable, CaseIterable {
    /// Brotli (RFC 7932).
    case br
    /// gzip (RFC 1952).
    case gzip

    /// The one of these that a client likes best, the first of equals; nil where it would rather have none.
    ///
    /// What names no coding accepts none here, though it might (RFC 9110 §12.5.3). A client that accepts neither
    /// these nor the bytes as they are gets them all the same.
    static func chosen(by request: Headers, among codings: [ContentCoding]) -> ContentCoding? {
        let accepted = AcceptedCodings(of: request)
        // Any other name than * speaks for itself.
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
        // The plain bytes are always good, but where they are named and liked better.
        return best.thousandths >= plain ? best.coding : nil
    }
}
