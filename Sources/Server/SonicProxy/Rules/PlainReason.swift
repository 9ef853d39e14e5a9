import SonicProtocol

/// The reason why a response passes unchanged, without the server side of Sonic.
public enum PlainReason: Equatable, Sendable {
    /// The upstream supports Sonic itself.
    case upstream
    /// The status is not 200.
    case status(Int)
    /// It is not HTML.
    case notHTML
    /// It must not be stored (RFC 9111 §5.2.2.5).
    case noStore
    /// It must not be transformed (RFC 9111 §5.2.2.6).
    case noTransform
    /// It exceeds the buffer limit, in bytes.
    case tooLarge(Int)
    /// Its content coding is not supported.
    case encoded(String)
    /// It is not UTF-8, by its headers (with the charset) or by its bytes (nil).
    case charset(String?)

    /// A short text for a header and a log.
    var text: String {
        switch self {
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

    /// Creates the reason that response headers alone give; nil for none.
    ///
    /// - Parameter limit: The maximum size of a buffered page, in bytes.
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

    /// Returns the charset of Content-Type if it is neither UTF-8 nor a subset of it.
    private static func otherCharset(_ headers: Headers) -> String? {
        guard let type = headers.first("content-type")?.lowercased(),
            let range = type.firstRange(of: "charset=")
        else { return nil }
        let name = type[range.upperBound...].prefix { $0 != ";" && $0 != " " }.filter {
            $0 != "\"" && $0 != "'"
        }
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) ? nil : name
    }

    /// Returns the unsupported content codings, or nil if there is none, or only gzip or deflate.
    private static func otherCoding(_ headers: Headers) -> String? {
        let coding = headers.all("content-encoding").joined(separator: ", ").lowercased()
        return ["", "identity", "gzip", "x-gzip", "deflate"].contains(coding) ? nil : coding
    }
}
