/// Reads the JSON of a data update in one pass over its bytes. What an update does not need is checked and passed
/// over; nothing recurses.
struct UpdateReader {
    /// The value under a name, as far as an update needs it.
    enum Value {
        /// `null`.
        case null
        /// A text, its escapes read.
        case text([UInt8])
        /// The texts of an object, and the first name in it whose value is no text.
        case blocks([String: [UInt8]], wrong: String?)
        /// Anything else.
        case other
    }

    /// What stands under `data`; nil when the name is missing.
    private(set) var data: Value?
    /// What stands under `template-tag`; nil when the name is missing.
    private(set) var templateTag: Value?
    /// What stands under `html-sha1`; nil when the name is missing.
    private(set) var htmlSHA1: Value?

    let bytes: [UInt8]
    /// The place of the next byte.
    var index = 0
    /// The text that is being read. Kept, as making room for each text anew would cost more than reading it.
    var room: [UInt8] = []

    /// How many names stood within values that were passed over.
    var passedNames = 0

    /// As many names as the object of blocks, the body around it, and all that is passed over, may have each: ten times
    /// those of any page that is known, and a second's work.
    static let mostNames = 200_000
    static let tooManyNames = DataUpdate.Failure.malformed("it has more than \(mostNames) names")

    /// As deep as values may be nested: what Foundation's decoder takes.
    static let deepest = 512

    /// A reader at the start of a body.
    /// - Throws: The failure for a body that is not UTF-8.
    init(_ body: [UInt8]) throws(DataUpdate.Failure) {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: body.span)
        } catch {
            throw .malformed("it is no UTF-8 \(Self.place(error.byteOffsets.lowerBound, in: body))")
        }
        bytes = body
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// What stands at the next byte is no JSON.
    var noJSON: DataUpdate.Failure { noJSON(at: index) }

    /// What stands at a place is no JSON, or nothing stands there any more.
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
    /// - Throws: The failure for a body that is no JSON, or no object.
    mutating func readBody() throws(DataUpdate.Failure) {
        let isObject = next == UInt8(ascii: "{")
        if isObject {
            try readMembers { (reader, name) throws(DataUpdate.Failure) in try reader.readMember(name) }
        } else {
            try skipValue(within: 0)
        }
        guard next == nil else { throw noJSON }
        if !isObject { throw .malformed("it is no object") }
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

    /// Reads an object, whose brace is the next byte. `member` gets each name and reads the value behind it.
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
            guard count <= Self.mostNames else { throw Self.tooManyNames }
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
