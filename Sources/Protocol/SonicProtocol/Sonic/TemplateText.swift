/// A template as a file: a page's text with `{name}` in place of each block, as servers and clients store it.
///
/// The placeholders are found by searching the text, since nothing else marks them: literal text of this form in a page
/// is indistinguishable from a placeholder, and only the hash of the merged page reveals it.
public struct TemplateText: Sendable, Equatable {
    private let bytes: [UInt8]

    /// Creates a template of these bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A page merged from the template and the data of an update.
    public struct Filled: Sendable, Equatable {
        /// The page's bytes.
        public var html: [UInt8]
        /// The names whose placeholder is not in the template, in alphabetical order.
        public var homeless: [String]
        /// The names whose placeholder is in the template more than once; the first one is replaced.
        public var repeated: [String]
    }

    /// Replaces the first placeholder of each key with its value. Values are not searched for placeholders, except for
    /// the title within a block if the template itself has none. Linear in template and data.
    public func filled(with update: DataUpdate) -> Filled {
        let places = Placeholders(in: bytes, of: Set(update.data.keys)).places
        var homeless = update.data.keys.filter { places[$0] == nil }
        var title = homeless.contains("{title}") ? update.data["{title}"] : nil
        var html: [UInt8] = []
        var copied = 0
        for (key, place) in places.sorted(by: { $0.value.first.lowerBound < $1.value.first.lowerBound }) {
            html += bytes[copied..<place.first.lowerBound]
            var value = update.data[key] ?? []
            if let text = title, let inside = Placeholders(in: value, of: ["{title}"]).places["{title}"] {
                value.replaceSubrange(inside.first, with: text)
                homeless.removeAll { $0 == "{title}" }
                title = nil
            }
            html += value
            copied = place.first.upperBound
        }
        html += bytes[copied...]
        return Filled(
            html: html, homeless: homeless.map(PageSplit.withoutBraces).sorted(),
            repeated: places.filter { $0.value.count > 1 }.keys.map(PageSplit.withoutBraces).sorted())
    }
}

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
