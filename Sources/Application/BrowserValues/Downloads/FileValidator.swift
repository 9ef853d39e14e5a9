import SonicProtocol

/// A validator that identifies the exact bytes of a file, so that a range of them can be requested (RFC 9110 §13.1.5).
public enum FileValidator: Hashable, Sendable {
    /// A strong entity tag, verbatim with its quotes.
    case tag(HeaderValue)
    /// A Last-Modified date that is strong: the response was generated at least a second later (RFC 9110 §8.8.2.2).
    case date(HeaderValue)

    /// Creates the validator of a response; nil if it has no strong one, or has a content coding, because coded parts
    /// cannot be combined.
    /// - Parameters:
    ///   - headers: The headers of the response.
    ///   - now: The time of the wall clock, for dates with two-digit years.
    public init?(_ headers: Headers, now: Instant) {
        guard !Self.isCoded(headers) else { return nil }
        if let tag = headers.sendable("etag") {
            let quote = UInt8(ascii: "\"")
            // A weak tag means that the bytes may differ, which no date makes up for.
            guard tag.bytes.first == quote, tag.bytes.last == quote, tag.bytes.count >= 2 else { return nil }
            self = .tag(tag)
            return
        }
        guard let modified = headers.sendable("last-modified"), let date = headers.first("date"),
            let changed = HTTPDate.parse(modified.text, now: now), let made = HTTPDate.parse(date, now: now),
            made.milliseconds - changed.milliseconds >= 1000
        else { return nil }
        self = .date(modified)
    }

    /// Whether a body has a content coding.
    public static func isCoded(_ headers: Headers) -> Bool {
        !headers.all("content-encoding").allSatisfy { Bytes.equalIgnoringCase($0.utf8, "identity".utf8) }
    }

    /// The value of the If-Range header.
    package var value: HeaderValue {
        switch self {
        case .tag(let value), .date(let value): value
        }
    }

    /// Returns what a partial response has instead of it; nil if it has the same validator, byte for byte.
    func difference(from part: Headers) -> String? {
        let name = if case .tag = self { "ETag" } else { "Last-Modified" }
        let other = part.firstBytes(name)
        return other == value.bytes
            ? nil : (other.map { "\(name) \(Bytes.text($0))" } ?? "no \(name)") + ", not \(value)"
    }
}
