/// A pattern of URLs, in which each `*` matches any text, including none.
///
/// It is matched against the whole URL without fragment, user name and password. A pattern without a scheme matches
/// every scheme, and one without a path matches the whole host: `news.example` means `news.example/*`.
public struct URLPattern: Hashable, Sendable {
    /// The pattern as it was written.
    public let text: String
    /// Whether it matches the whole host, because it has no path.
    public let isWholeHost: Bool
    /// The literals between the wildcards; one more than there are wildcards.
    private let pieces: [[UInt8]]
    private let namesScheme: Bool

    /// Creates a pattern; nil if the text is empty.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
        let bytes = Array(text.utf8)
        let authority = bytes.firstRange(of: Array("://".utf8))?.upperBound
        namesScheme = authority != nil
        isWholeHost = !bytes[(authority ?? 0)...].contains(UInt8(ascii: "/"))
        let whole = isWholeHost ? bytes + Array("/*".utf8) : bytes
        pieces = whole.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
    }

    /// The number of wildcards, including the implied one of a whole host.
    public var starCount: Int { pieces.count - 1 }

    /// Returns what each wildcard matches in this URL; nil if the pattern does not match. Each wildcard but the last
    /// matches as little as possible.
    /// - Complexity: Linear in the URL for each literal of the pattern.
    public func match(_ url: WebURL) -> [String]? {
        let href = Array(url.withoutFragment.withoutCredentials.href.utf8)
        var rest = href[...]
        if !namesScheme {
            guard let start = href.firstRange(of: Array("://".utf8))?.upperBound else { return nil }
            rest = href[start...]
        }
        guard let first = pieces.first, rest.starts(with: first) else { return nil }
        rest = rest.dropFirst(first.count)
        guard let last = pieces.last, pieces.count > 1 else { return rest.isEmpty ? [] : nil }
        var stars: [String] = []
        for piece in pieces.dropFirst().dropLast() {
            // Of two adjacent wildcards, the first matches the empty text.
            let nothing = rest.startIndex..<rest.startIndex
            guard let range = piece.isEmpty ? nothing : rest.firstRange(of: piece) else { return nil }
            stars.append(Bytes.text(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        guard rest.count >= last.count, rest.suffix(last.count).elementsEqual(last) else { return nil }
        return stars + [Bytes.text(rest.dropLast(last.count))]
    }
}

/// Patterns in which `*` matches any bytes, including none.
public enum Wildcards {
    /// Whether a pattern matches a whole text. Each literal between two wildcards matches at its first occurrence,
    /// without backtracking further: at worst the product of both lengths.
    public static func fit(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var (place, index) = (0, 0)
        /// The positions after the last wildcard: in the pattern, and the end of its match in the text.
        var retry: (place: Int, index: Int)?
        while index < text.count {
            if place < pattern.count, pattern[place] == star {
                place += 1
                retry = (place, index)
            } else if place < pattern.count, pattern[place] == text[index] {
                place += 1
                index += 1
            } else if let (behind, start) = retry {
                retry = (behind, start + 1)
                (place, index) = (behind, start + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == star }
    }

    /// Whether a text matches one of the patterns.
    public static func fit(any patterns: [String], _ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return patterns.contains { fit(Array($0.utf8), bytes) }
    }

    private static let star = UInt8(ascii: "*")
}

/// One `name=value` of a query, raw and decoded.
struct QueryParameter: Sendable, Equatable {
    let rawName: String
    let rawValue: String

    var decodedName: String { Self.decode(rawName) }
    var decodedValue: String { Self.decode(rawValue.replacing("+", with: " ")) }

    /// Returns the parameters of a query in order, without empty ones.
    static func list(_ query: String?) -> [QueryParameter] {
        (query ?? "").split(separator: "&").map { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return QueryParameter(
                rawName: String(halves[0]), rawValue: halves.count > 1 ? String(halves[1]) : "")
        }
    }

    /// Returns the text with each `%XX` replaced by its byte; other percent signs are kept.
    static func decode(_ text: String) -> String {
        String(decoding: PercentEncodeSet.decoded(Array(text.utf8)[...]), as: UTF8.self)
    }
}
