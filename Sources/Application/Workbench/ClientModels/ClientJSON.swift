/// A parser for the JSON of an update with the behaviour of the clients' libraries, in one pass and without recursion:
/// names keep their order, the later of two equal names takes effect, and Android ignores what follows the value.
struct ClientJSON {
    /// A value, as far as the clients distinguish them.
    enum Value: Equatable {
        /// A string, with its escapes decoded.
        case text([UInt8])
        /// An object.
        case object([Member])
        /// Any other value, verbatim.
        case other([UInt8])
    }

    /// A name and its value. The values of objects within objects are not parsed.
    struct Member: Equatable {
        var name: [UInt8]
        var value: Value
    }

    /// The error of malformed JSON.
    struct Malformed: Error {}

    let bytes: [UInt8]
    let client: ClientModel
    var index = 0

    /// The maximum depth of nested values.
    static let deepest = 512

    /// Returns the value of a body; nil if the client's library finds none. Text that is not UTF-8 has none.
    static func read(_ body: [UInt8], on client: ClientModel) -> Value? {
        guard ClientText.isValid(body) else { return nil }
        var reader = ClientJSON(bytes: body, client: client)
        do throws(Malformed) {
            // A byte order mark is skipped.
            if body.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
            let value = try reader.value(depth: 0)
            return client == .android || reader.next == nil ? value : nil
        } catch {
            return nil
        }
    }

    /// Returns the value of a name in an object; nil for none.
    static func member(_ name: StaticString, of members: [Member]) -> Value? {
        let wanted = name.withUTF8Buffer { Array($0) }
        return members.last { $0.name == wanted }?.value
    }

    /// Reads a value; objects are parsed two levels deep: the body and its `data`.
    private mutating func value(depth: Int) throws(Malformed) -> Value {
        switch next {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{") where depth < 2: return .object(try members(depth: depth))
        default:
            let start = index
            try skipValue(within: depth)
            return .other(Array(bytes[start..<index]))
        }
    }

    /// Reads members, at most three calls deep: see `value(depth:)`.
    private mutating func members(depth: Int) throws(Malformed) -> [Member] {
        index += 1
        var members: [Member] = []
        var places: [[UInt8]: Int] = [:]
        guard next != UInt8(ascii: "}") else {
            index += 1
            return []
        }
        while true {
            let name = try memberName()
            let value = try value(depth: depth + 1)
            if let place = places[name] {
                members[place].value = value
            } else {
                places[name] = members.count
                members.append(Member(name: name, value: value))
            }
            let separator = next
            index += 1
            switch separator {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "}"): return members
            default: throw Malformed()
            }
        }
    }

    /// Skips a value, with a stack of its open containers.
    private mutating func skipValue(within outer: Int) throws(Malformed) {
        var closers: [UInt8] = []
        repeat {
            switch next {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard outer + closers.count < Self.deepest else { throw Malformed() }
                let isObject = bytes[index] == UInt8(ascii: "{")
                closers.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                index += 1
                if next != closers.last {
                    if isObject { _ = try memberName() }
                    continue
                }
                index += 1
                closers.removeLast()
            case UInt8(ascii: "\""): _ = try text()
            default: try skipWord()
            }
            try closeContainers(&closers)
        } while !closers.isEmpty
    }

    /// Closes every container that ends after a value.
    private mutating func closeContainers(_ closers: inout [UInt8]) throws(Malformed) {
        while let closer = closers.last {
            let separator = next
            index += 1
            if separator == closer {
                closers.removeLast()
            } else if separator == UInt8(ascii: ",") {
                if closer == UInt8(ascii: "}") { _ = try memberName() }
                return
            } else {
                throw Malformed()
            }
        }
    }

    // Strings, words and whitespace.

    /// The next byte that is not whitespace; nil at the end.
    var next: UInt8? {
        mutating get {
            while index < bytes.count {
                switch bytes[index] {
                case 0x20, 0x0A, 0x0D, 0x09: index += 1
                case let byte: return byte
                }
            }
            return nil
        }
    }

    /// Reads a name and the colon after it.
    mutating func memberName() throws(Malformed) -> [UInt8] {
        guard next == UInt8(ascii: "\"") else { throw Malformed() }
        let name = try text()
        guard next == UInt8(ascii: ":") else { throw Malformed() }
        index += 1
        return name
    }

    /// Reads a string, whose quote is the next byte.
    mutating func text() throws(Malformed) -> [UInt8] {
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return text
            case UInt8(ascii: "\\"): try readEscape(&text)
            case 0..<0x20 where client == .ios: throw Malformed()
            default: text.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func readEscape(_ text: inout [UInt8]) throws(Malformed) {
        guard index < bytes.count else { throw Malformed() }
        let letter = bytes[index]
        index += 1
        switch letter {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): try readUnits(&text)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        default:
            guard client == .android else { throw Malformed() }
            text.append(letter)
        }
    }

    /// Reads the digits after `\u`, and those of the following escape if the two are a surrogate pair. Android keeps a
    /// lone surrogate, which becomes a question mark when it is encoded.
    private mutating func readUnits(_ text: inout [UInt8]) throws(Malformed) {
        let unit = try readUnit()
        if let scalar = Unicode.Scalar(unit) {
            text.append(contentsOf: String(scalar).utf8)
            return
        }
        let back = index
        if unit < 0xDC00, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            index += 2
            let low = try readUnit()
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            {
                text.append(contentsOf: String(scalar).utf8)
                return
            }
            index = back
        }
        guard client == .android else { throw Malformed() }
        text.append(UInt8(ascii: "?"))
    }

    private mutating func readUnit() throws(Malformed) -> UInt32 {
        guard index + 4 <= bytes.count else { throw Malformed() }
        var unit: UInt32 = 0
        for place in index..<index + 4 {
            switch bytes[place] {
            case let digit where (0x30...0x39).contains(digit): unit = unit << 4 | UInt32(digit - 0x30)
            case let digit where (0x41...0x46).contains(digit & 0xDF):
                unit = unit << 4 | UInt32((digit | 0x20) - 0x57)
            default: throw Malformed()
            }
        }
        index += 4
        return unit
    }

    /// Skips a word or a number: any run of letters, digits and signs, as on Android; iOS requires a word of JSON or
    /// the beginning of a number.
    mutating func skipWord() throws(Malformed) {
        let start = index
        while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
        guard index > start else { throw Malformed() }
        guard client == .ios else { return }
        let word = bytes[start..<index]
        let isKnown = ["true", "false", "null"].contains { word.elementsEqual($0.utf8) }
        guard isKnown || word.first == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[start]) else {
            throw Malformed()
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension ClientJSON.Value {
    /// The value as text, as Android's library converts it.
    var asAndroidText: [UInt8] {
        switch self {
        case .text(let bytes), .other(let bytes): bytes
        case .object: Array("{…}".utf8)
        }
    }
}
