/// What becomes of a list of selectors that a person wrote, so that a slip is told and not passed over.
public enum SelectorParseResult: Sendable, Equatable {
    /// Every selector of the list is looked for.
    case whole
    /// Some speak of pseudo-elements, or of what cannot be told here, which nothing is found by.
    case partial
    /// It is no list of selectors, and finds nothing.
    case malformed

    /// Reads a list. Linear in its length.
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
