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

/// Parses the JSON of a data update in one pass over its bytes, without recursion. Members that an update does not use
/// are validated and skipped.
struct UpdateReader {
    /// The value of a member, as far as an update uses it.
    enum Value {
        /// `null`.
        case null
        /// A string, with its escapes decoded.
        case text([UInt8])
        /// The strings of an object, and the first name whose value is not a string.
        case blocks([String: [UInt8]], wrong: String?)
        /// Anything else.
        case other
    }

    /// The value of `data`; nil if it is missing.
    private(set) var data: Value?
    /// The value of `template-tag`; nil if it is missing.
    private(set) var templateTag: Value?
    /// The value of `html-sha1`; nil if it is missing.
    private(set) var htmlSHA1: Value?

    let bytes: [UInt8]
    /// The index of the next byte.
    var index = 0
    /// The string being read. Its buffer is reused, as allocating one for each string would cost more than reading it.
    var room: [UInt8] = []

    /// The number of names in skipped values.
    var passedNames = 0

    /// The maximum number of names in each of the object of blocks, the body around it, and all skipped values
    /// together: ten times those of any known page, and one second of work.
    static let maxNames = 200_000
    static let tooManyNames = DataUpdate.Failure.malformed("it has more than \(maxNames) names")

    /// The maximum nesting depth, as in Foundation's decoder.
    static let deepest = 512

    /// Creates a reader at the start of a body.
    /// - Throws: `malformed` if the body is not UTF-8.
    init(_ body: [UInt8]) throws(DataUpdate.Failure) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: body.span)
        } catch {
            throw .malformed("it is not UTF-8 \(Self.place(error.byteOffsets.lowerBound, in: body))")
        }
        bytes = body
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The failure for invalid JSON at the next byte.
    var noJSON: DataUpdate.Failure { noJSON(at: index) }

    /// Returns the failure for invalid JSON at this index, or for a body that ends too early.
    func noJSON(at place: Int) -> DataUpdate.Failure {
        guard place < bytes.count else {
            return .malformed("it ends too early, \(Self.place(bytes.count, in: bytes))")
        }
        let excerpt = String(decoding: bytes[place...].prefix(20), as: UTF8.self)
        return .malformed("it is not valid JSON \(Self.place(place, in: bytes)): “\(excerpt)”")
    }

    private static func place(_ place: Int, in bytes: [UInt8]) -> String {
        "at byte \(place), line \(bytes[..<place].count { $0 == 0x0A } + 1)"
    }

    /// Reads the whole body.
    /// - Throws: `malformed` if the body is not a JSON object.
    mutating func readBody() throws(DataUpdate.Failure) {
        let isObject = next == UInt8(ascii: "{")
        if isObject {
            try readMembers { (reader, name) throws(DataUpdate.Failure) in try reader.readMember(name) }
        } else {
            try skipValue(within: 0)
        }
        guard next == nil else { throw noJSON }
        if !isObject { throw .malformed("it is not an object") }
    }

    private mutating func readMember(_ name: [UInt8]) throws(DataUpdate.Failure) {
        switch name {
        case Self.dataName where data == nil: data = try readValue()
        case Self.templateTagName where templateTag == nil: templateTag = try readValue()
        case Self.htmlSHA1Name where htmlSHA1 == nil: htmlSHA1 = try readValue()
        default: try skipValue(within: 1)
        }
    }

    private static let dataName = Array("data".utf8)
    private static let templateTagName = Array("template-tag".utf8)
    private static let htmlSHA1Name = Array("html-sha1".utf8)

    private mutating func readValue() throws(DataUpdate.Failure) -> Value {
        switch next {
        case UInt8(ascii: "\""): return .text(try readText())
        case UInt8(ascii: "{"): return try readBlocks()
        case let first:
            try skipValue(within: 1)
            return first == UInt8(ascii: "n") ? .null : .other
        }
    }

    private mutating func readBlocks() throws(DataUpdate.Failure) -> Value {
        var blocks: [String: [UInt8]] = [:]
        var wrong: String?
        try readMembers { (reader, name) throws(DataUpdate.Failure) in
            let key = String(decoding: name, as: UTF8.self)
            if reader.next == UInt8(ascii: "\"") {
                let text = try reader.readText()
                if blocks[key] == nil { blocks[key] = text }
            } else {
                try reader.skipValue(within: 2)
                if blocks[key] == nil { wrong = wrong ?? key }
            }
        }
        return .blocks(blocks, wrong: wrong)
    }

    /// Reads an object, whose opening brace is the next byte. `member` receives each name and reads the value after it.
    private mutating func readMembers(
        _ member: (inout UpdateReader, _ name: [UInt8]) throws(DataUpdate.Failure) -> Void
    ) throws(DataUpdate.Failure) {
        index += 1
        if next == UInt8(ascii: "}") {
            index += 1
            return
        }
        var count = 0
        while true {
            count += 1
            guard count <= Self.maxNames else { throw Self.tooManyNames }
            try member(&self, readName())
            let separator = next
            index += 1
            switch separator {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "}"): return
            default: throw noJSON(at: index - 1)
            }
        }
    }
}
