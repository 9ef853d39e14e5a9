import SonicProtocol

/// A page cut by a phone's own rules.
struct ClientTemplate: Equatable {
    /// The template: names in braces where data were.
    var bytes: [UInt8] = []
    /// Where names stand in the template because data were cut out there, in order.
    var slots: [Range<Int>] = []
    /// What was cut out.
    var data = ClientRecord()
}

/// Values by name, in the order the names came in; a name that comes again takes the later value.
struct ClientRecord: Equatable {
    private(set) var keys: [[UInt8]] = []
    private(set) var values: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]

    /// The value under a name; nil for none.
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
    /// These bytes with `A`–`Z` as `a`–`z`.
    var folded: [UInt8] { map { Bytes.lowered($0) } }

    /// These bytes between braces.
    static func braced(_ name: some Collection<UInt8>) -> [UInt8] {
        [UInt8(ascii: "{")] + name + [UInt8(ascii: "}")]
    }
}
