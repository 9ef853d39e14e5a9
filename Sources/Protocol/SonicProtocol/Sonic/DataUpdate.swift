/// The body of a data update: every block's new bytes, and the hash that the merged page must have
/// (docs/reference/protocol.md#update).
public struct DataUpdate: Sendable, Equatable {
    /// The bytes of the blocks by key, braces included. Servers send all blocks, changed or not.
    public let data: [String: [UInt8]]
    /// The template tag in the body; nil if missing.
    public let templateTag: String?
    /// The SHA-1 that the merged page must have, as sent; nil if missing or empty.
    public let htmlSHA1: String?

    /// Why a body is not a data update.
    public enum Failure: Error, Equatable, Sendable {
        /// The body is empty, as from PHP for pages that are not UTF-8 (docs/reference/protocol.md#quirks).
        case empty
        /// The body is a page with this beginning.
        case page(beginning: String)
        /// The body is not a JSON object with an object of strings under `data`, for this reason.
        case malformed(String)
    }

    /// Parses the body of a response: JSON (RFC 8259) in UTF-8, nested at most 512 levels deep. If a name is repeated
    /// in an object, the first one counts. Linear in the body.
    /// - Throws: Why the body is not a data update.
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
        htmlSHA1 = try Self.text(reader.htmlSHA1, named: "html-sha1").flatMap { $0.isEmpty ? nil : $0 }
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
