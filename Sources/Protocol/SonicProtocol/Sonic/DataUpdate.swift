/// The body of a data update: every block's new bytes, and the hash the merged page must have
/// (docs/reference/protocol.md#update).
public struct DataUpdate: Sendable, Equatable {
    /// Block bytes by key, braces included. Servers send all blocks, changed or not.
    public let data: [String: [UInt8]]
    /// The template tag in the body; nil when missing.
    public let templateTag: String?
    /// SHA-1 the merged page must have, as sent; nil when missing.
    public let htmlSHA1: String?

    /// Why a body is no data update.
    public enum Failure: Error, Equatable, Sendable {
        /// The body is empty (PHP on pages that are not UTF-8, docs/reference/protocol.md#quirks).
        case empty
        /// The body is a page, which begins like this.
        case page(beginning: String)
        /// The body is no JSON object with an object of strings under `data`; with what was wrong.
        case malformed(String)
    }

    /// Reads the body of an answer: JSON (RFC 8259) in UTF-8, nested at most 512 levels deep. Where a name comes
    /// twice in an object, the first counts. Linear in the body.
    public init(json body: [UInt8]) throws(Failure) {
        guard !body.isEmpty else { throw .empty }
        if let beginning = Bytes.beginningOfPage(body) { throw .page(beginning: beginning) }
        var reader = try UpdateReader(body)
        try reader.readBody()
        switch reader.data {
        case nil: throw .malformed("it has no \"data\"")
        case .blocks(_, let wrong?): throw Self.wrongType("data." + wrong)
        case .null, .text, .other: throw Self.wrongType("data")
        case .blocks(let blocks, nil): data = blocks
        }
        templateTag = try Self.text(reader.templateTag, named: "template-tag")
        htmlSHA1 = try Self.text(reader.htmlSHA1, named: "html-sha1")
    }

    private static func text(_ value: UpdateReader.Value?, named name: String) throws(Failure) -> String? {
        switch value {
        case nil, .null: return nil
        case .text(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .blocks, .other: throw wrongType(name)
        }
    }

    private static func wrongType(_ name: String) -> Failure {
        .malformed("\"\(name)\" is of the wrong type")
    }
}
