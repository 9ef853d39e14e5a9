/// The encodings declared for a page outside it and within it, separately: if they differ, the first one applies.
public struct DeclaredEncodings: Sendable {
    /// An encoding with its label in the declaration.
    public struct Declaration: Sendable {
        /// The encoding.
        public let encoding: CharacterEncoding
        /// The label as written.
        public let label: String
    }

    /// The encoding in Content-Type; nil if there is none, or it is unknown.
    public let header: Declaration?
    /// The encoding in a meta element within the first 1,024 bytes; nil for none.
    public let meta: Declaration?

    /// Finds the declarations in the beginning of a page and in the value of its Content-Type, nil for none.
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
