/// The media type chosen with `--type`.
enum NamedType {
    /// The short names of types.
    static let words = ["html", "text", "markdown", "feed", "xml"]

    private static let types = [
        "html": "text/html", "text": "text/plain", "markdown": "text/markdown", "feed": "application/rss+xml",
        "xml": "application/xml",
    ]

    /// Returns the type of `--type`; nil if it was not given.
    static func type(_ arguments: Arguments) throws(Arguments.Mistake) -> String? {
        guard let word = arguments.value(.type) else { return nil }
        if let type = types[word.lowercased()] { return type }
        let isType =
            word.split(separator: "/", omittingEmptySubsequences: false).count == 2
            && !word.hasPrefix("/") && !word.hasSuffix("/")
        guard isType else {
            throw .init(
                message: "unknown type “\(word)”; --type takes one of " + words.joined(separator: ", ")
                    + ", or a media type such as text/csv")
        }
        return word.lowercased()
    }
}
