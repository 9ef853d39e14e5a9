/// A pattern of addresses, in which each `*` stands for any text, also none.
///
/// It is held against the whole address without fragment, user name and password. A pattern that names no scheme
/// is for every scheme, and one that names no path is for the whole host: `news.example` is `news.example/*`.
public struct URLPattern: Hashable, Sendable {
    /// The pattern as it was written.
    public let text: String
    /// Whether it stands for the whole host, because it names no path.
    public let isWholeHost: Bool
    /// What stands between the stars; one more than there are stars.
    private let pieces: [[UInt8]]
    private let namesScheme: Bool

    /// The pattern of this text; nil when there is none.
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

    /// How many stars there are, the one of a whole host included.
    public var starCount: Int { pieces.count - 1 }

    /// What each star stands for in this address; nil when the pattern does not fit. Each star but the last takes
    /// as little as it can. Linear in the address for each piece of the pattern.
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
            // Two stars beside each other: the first stands for nothing.
            let nothing = rest.startIndex..<rest.startIndex
            guard let range = piece.isEmpty ? nothing : rest.firstRange(of: piece) else { return nil }
            stars.append(Bytes.text(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        guard rest.count >= last.count, rest.suffix(last.count).elementsEqual(last) else { return nil }
        return stars + [Bytes.text(rest.dropLast(last.count))]
    }
}
