import SonicProtocol

/// A page split by a client's rules.
struct ClientTemplate: Equatable {
    /// The template: names in braces instead of the data.
    var bytes: [UInt8] = []
    /// The ranges of names that replaced data in the template, in order.
    var slots: [Range<Int>] = []
    /// The data.
    var data = ClientRecord()
}

/// Values by name, in the order of the names; a repeated name gets the later value.
struct ClientRecord: Equatable {
    private(set) var keys: [[UInt8]] = []
    private(set) var values: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]

    /// The value of a name; nil for none.
    subscript(key: [UInt8]) -> [UInt8]? { places[key].map { values[$0] } }

    var pairs: [ClientOutcome.Datum] {
        zip(keys, values).map { ClientOutcome.Datum(key: $0, value: $1) }
    }

    mutating func set(_ key: [UInt8], _ value: [UInt8]) {
        if let place = places[key] {
            values[place] = value
        } else {
            places[key] = keys.count
            keys.append(key)
            values.append(value)
        }
    }
}

extension [UInt8] {
    /// The bytes with `A`–`Z` as `a`–`z`.
    var folded: [UInt8] { map { Bytes.lowered($0) } }

    /// Returns a name in braces.
    static func braced(_ name: some Collection<UInt8>) -> [UInt8] {
        [UInt8(ascii: "{")] + name + [UInt8(ascii: "}")]
    }
}
