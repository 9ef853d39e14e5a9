import SonicProtocol

/// Reads the JSON of an update as the phones' libraries do, in one pass and without recursion: names keep their
/// order, the later of two equal names counts, and Android does not care what follows the value.
struct ClientJSON {
    /// A value, as far as the phones tell them apart.
    enum Value: Equatable {
        /// A text, its escapes read.
        case text([UInt8])
        /// An object.
        case object([Member])
        /// Anything else, as it stands in the body.
        case other([UInt8])

        /// Whether it is `null`.
        var isNull: Bool { self == .other(Array("null".utf8)) }
    }

    /// A name and the value behind it. The values of objects within objects are not looked into.
    struct Member: Equatable {
        var name: [UInt8]
        var value: Value
    }

    /// Why there is no value.
    struct Malformed: Error {}

    let bytes: [UInt8]
    let phone: ClientModel
    var index = 0

    /// As deep as values may be nested.
    static let deepest = 512

    /// The value of a body; nil where the phone's library finds none. Text that is not UTF-8 is none.
    static func read(_ body: [UInt8], on phone: ClientModel) -> Value? {
        guard ClientText.isValid(body) else { return nil }
        var reader = ClientJSON(bytes: body, phone: phone)
        do throws(Malformed) {
            reader.skipMark()
            let value = try reader.value(depth: 0)
            switch phone {
            case .android: return value
            case .ios: return reader.next == nil ? value : nil
            }
        } catch {
            return nil
        }
    }

    /// What stands under a name of an object; nil for none.
    static func member(_ name: StaticString, of members: [Member]) -> Value? {
        let wanted = name.withUTF8Buffer { Array($0) }
        return members.last { $0.name == wanted }?.value
    }

    /// Objects are read two levels deep: the body and its `data`.
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

    /// At most three calls deep: see `value(depth:)`.
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

    /// Passes over a value. What it opens is kept on a stack.
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

    /// A value has ended, and with it every container that ends here.
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
}
