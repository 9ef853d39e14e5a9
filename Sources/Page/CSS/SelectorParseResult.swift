/// How much of a list of selectors written by a user is supported, so that mistakes are reported and not ignored.
public enum SelectorParseResult: Sendable, Equatable {
    /// Every selector of the list can match.
    case whole
    /// Some contain pseudo-elements, or conditions unknown here, which match nothing.
    case partial
    /// The list is malformed and matches nothing.
    case malformed

    /// Parses a list. Linear in its length.
    public init(_ selectors: String) {
        let bytes = Array(selectors.utf8)
        var reader = SelectorReader(bytes, from: 0, to: bytes.count, text: [])
        guard bytes.count <= SelectorReader.longestList, reader.read() != nil else {
            self = .malformed
            return
        }
        self = reader.unanswered == 0 ? .whole : .partial
    }
}
