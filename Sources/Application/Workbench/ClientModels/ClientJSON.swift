import SonicProtocol

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
            reader.skipMark()
            let value = try reader.value(depth: 0)
            switch client {
            case .android: return value
            case .ios: return reader.next == nil ? value : nil
            }
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
}
