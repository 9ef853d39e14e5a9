import SonicProtocol

/// Why the server's half of Sonic is not done for an answer, so that it passes as it came.
public enum PlainReason: Equatable, Sendable {
    /// The client did not ask for it, or does not read.
    case notAsked
    /// The upstream did it itself.
    case upstream
    /// Only 200 brings a page.
    case status(Int)
    /// It is no HTML.
    case notHTML
    /// Nobody is to keep it (RFC 9111 §5.2.2.5).
    case noStore
    /// Nobody is to change it (RFC 9111 §5.2.2.6).
    case noTransform
    /// It is longer than is gathered; in bytes.
    case tooLarge(Int)
    /// Its coding is one that is not undone here.
    case encoded(String)
    /// It is not UTF-8, by its head (with the name) or by its bytes (nil).
    case charset(String?)

    /// In a word or two, for a header and a log.
    var text: String {
        switch self {
        case .notAsked: "not-asked"
        case .upstream: "upstream"
        case .status(let status): "status \(status)"
        case .notHTML: "not-html"
        case .noStore: "no-store"
        case .noTransform: "no-transform"
        case .tooLarge(let limit): "too-large (over \(limit) bytes)"
        case .encoded(let name): "encoded \(name)"
        case .charset(let name): name.map { "charset \($0)" } ?? "charset (not UTF-8)"
        }
    }

    /// What an answer's head already says against it; nil for nothing.
    ///
    /// - Parameter limit: The longest page that is gathered, in bytes.
    public init?(head: ResponseHead, limit: Int) {
        let directives = CacheDirectives(response: head.headers)
        let length = head.headers.first("content-length").flatMap { Int($0) } ?? 0
        if ResponseTags(head.headers).isSonic {
            self = .upstream
        } else if head.status != 200 {
            self = .status(head.status)
        } else if !ResponseClassifier.isHTML(head.headers) {
            self = .notHTML
        } else if directives.has("no-store") {
            self = .noStore
        } else if directives.has("no-transform") {
            self = .noTransform
        } else if let name = Self.otherCharset(head.headers) {
            self = .charset(name)
        } else if let coding = Self.otherCoding(head.headers) {
            self = .encoded(coding)
        } else if length > limit {
            self = .tooLarge(limit)
        } else {
            return nil
        }
    }

    /// The charset that Content-Type names, where it is not UTF-8 or a part of it.
    private static func otherCharset(_ headers: Headers) -> String? {
        guard let type = headers.first("content-type")?.lowercased(),
            let range = type.firstRange(of: "charset=")
        else { return nil }
        let name = type[range.upperBound...].prefix { $0 != ";" && $0 != " " }.filter {
            $0 != "\"" && $0 != "'"
        }
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) ? nil : name
    }

    /// The codings that are not undone here; nil for none and for gzip or deflate alone.
    private static func otherCoding(_ headers: Headers) -> String? {
        let coding = headers.all("content-encoding").joined(separator: ", ").lowercased()
        return ["", "identity", "gzip", "x-gzip", "deflate"].contains(coding) ? nil : coding
    }
}
