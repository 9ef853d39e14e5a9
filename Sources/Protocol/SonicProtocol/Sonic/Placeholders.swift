/// The texts in bytes that are keys of data: `{name}` for each block, `{title}` for the title.
public struct Placeholders: Sendable, Equatable {
    /// Where a key stands.
    public struct Place: Sendable, Equatable {
        /// Its first place, braces included.
        public let first: Range<Int>
        /// How often it stands there.
        public internal(set) var count: Int
    }

    /// The keys that were found.
    public private(set) var places: [String: Place] = [:]

    /// Looks for keys, which are given with their braces. Linear: what stands between two braces and is longer than
    /// any key is passed over.
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
