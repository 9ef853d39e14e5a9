/// What is said of a page's encoding outside of it and within, each by itself: the two may disagree, and then the
/// first counts.
public struct DeclaredEncodings: Sendable {
    /// An encoding with the name by which it was declared.
    public struct Declaration: Sendable {
        /// The encoding.
        public let encoding: CharacterEncoding
        /// Its name as it stands there.
        public let label: String
    }

    /// That of Content-Type; nil where it names none that is known.
    public let header: Declaration?
    /// That of a meta element within the first 1,024 bytes; nil for none.
    public let meta: Declaration?

    /// Looks at the beginning of a page and the value of its Content-Type, nil for none.
    public init(page: [UInt8], contentType: String?) {
        let type = Array((contentType ?? "").utf8)
        header = Self.declaration(ContentTypeCharset.encoding(in: type), ContentTypeCharset.label(in: type))
        let start = page.prefix(MetaPrescan.length)
        meta = Self.declaration(MetaPrescan.meta(in: start), MetaPrescan.label(in: start))
    }

    private static func declaration(_ encoding: CharacterEncoding?, _ label: [UInt8]?) -> Declaration? {
        guard let encoding, let label else { return nil }
        return Declaration(encoding: encoding, label: String(decoding: label, as: UTF8.self))
    }
}
