/// The placeholders of a template: `{name}` for each block, `{title}` for the title.
public struct Placeholders: Sendable, Equatable {
    /// The occurrences of a key.
    public struct Place: Sendable, Equatable {
        /// The first occurrence, braces included.
        public let first: Range<Int>
        /// The number of occurrences.
        public internal(set) var count: Int
    }

    /// The keys found.
    public private(set) var places: [String: Place] = [:]

    /// Finds keys, given with their braces. Linear: text between two braces that is longer than any key is skipped.
    public init(in bytes: [UInt8], of keys: Set<String>) {
        let longest = keys.lazy.map(\.utf8.count).max() ?? 0
        var open: Int?
        for place in bytes.indices {
            switch bytes[place] {
            case UInt8(ascii: "{"): open = place
            case UInt8(ascii: "}"):
                if let start = open, place - start < longest {
                    let key = String(decoding: bytes[start...place], as: UTF8.self)
                    if keys.contains(key) {
                        places[key, default: Place(first: start..<(place + 1), count: 0)].count += 1
                    }
                }
                open = nil
            default: break
            }
        }
    }
}
