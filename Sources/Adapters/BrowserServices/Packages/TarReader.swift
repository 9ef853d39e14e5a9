import SonicProtocol

/// Parses a tar stream in pax format (POSIX.1-2017, pax, "pax Interchange Format") incrementally. Pure; it accepts any
/// bytes and reports invalid archives.
struct TarReader {
    /// An entry of an archive.
    struct Entry: Equatable {
        /// The type of an entry.
        enum Kind: Equatable {
            /// A regular file with these contents.
            case file([UInt8])
            /// A folder.
            case folder
            /// A symbolic link to a path, relative to its folder.
            case symbolicLink(String)
            /// A hard link to a file of the archive.
            case hardLink(String)
            /// A device, a pipe or another type.
            case other
        }

        /// The path in the archive.
        var path: String
        /// The type of the entry.
        var kind: Kind
    }

    /// The reason why a stream is refused.
    struct Refusal: Error, Equatable {
        /// The reason as a clause.
        var reason: String
    }

    private enum Place {
        /// A header follows.
        case header
        /// The body of an entry: the numbers of its remaining bytes and of its remaining padding.
        case body(Header, left: Int, padding: Int)
        /// The archive has ended; the rest is padding.
        case end
    }

    private typealias Header = (entry: Entry, type: UInt8, size: Int)

    /// The remaining number of bytes for all bodies, including those of extended headers.
    private var room: Int
    private var entriesLeft: Int
    private var place = Place.header
    /// The received bytes of the current header or body.
    private var held: [UInt8] = []
    /// The records of an extended header for the next entry.
    private var extended: [String: String] = [:]

    /// Creates a reader that refuses archives with more bytes or entries.
    init(maxBytes: Int, maxEntries: Int) {
        room = maxBytes
        entriesLeft = maxEntries
    }

    /// Whether the end of the archive was reached.
    var isComplete: Bool {
        if case .end = place { true } else { false }
    }

    /// Appends the next bytes and returns the entries that they complete.
    /// - Complexity: Linear in the number of bytes.
    mutating func append(_ bytes: [UInt8]) throws(Refusal) -> [Entry] {
        var rest = bytes[...]
        var entries: [Entry] = []
        while !rest.isEmpty {
            switch place {
            case .end: return entries
            case .header:
                let piece = rest.prefix(512 - held.count)
                held += piece
                rest = rest.dropFirst(piece.count)
                guard held.count == 512 else { return entries }
                let block = held
                held = []
                if block.allSatisfy({ $0 == 0 }) {
                    place = .end
                    return entries
                }
                let header = try read(block)
                place = .body(header, left: header.size, padding: (512 - header.size % 512) % 512)
                if header.size == 0 { try finish(header, &entries) }
            case .body(let header, var left, var padding):
                let piece = rest.prefix(left)
                held += piece
                rest = rest.dropFirst(piece.count)
                left -= piece.count
                if left == 0 {
                    let filling = rest.prefix(padding)
                    rest = rest.dropFirst(filling.count)
                    padding -= filling.count
                }
                place = .body(header, left: left, padding: padding)
                if left == 0, padding == 0 { try finish(header, &entries) }
            }
        }
        return entries
    }

    private mutating func read(_ block: [UInt8]) throws(Refusal) -> Header {
        let sum = block.enumerated().reduce(0) { $0 + (148..<156 ~= $1.offset ? 32 : Int($1.element)) }
        guard Self.octal(block[148..<156]) == sum else {
            throw Refusal(reason: "one of its headers is damaged")
        }
        let type = block[156]
        let isExtended = type == UInt8(ascii: "x") || type == UInt8(ascii: "g")
        guard var size = Self.octal(block[124..<136]) else {
            throw Refusal(reason: "a length in it is not valid")
        }
        if !isExtended, let text = extended["size"] { size = Int(text) ?? -1 }
        guard size >= 0, size <= room else { throw Refusal(reason: "it is too large") }
        room -= size
        guard entriesLeft > 0 else { throw Refusal(reason: "it has too many files") }
        entriesLeft -= 1
        let prefix = Self.text(block[345..<500])
        let name = Self.text(block[0..<100])
        let path = isExtended ? nil : extended["path"]
        let link = extended["linkpath"] ?? Self.text(block[157..<257])
        let kind: Entry.Kind =
            switch type {
            case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file([])
            case UInt8(ascii: "1"): .hardLink(link)
            case UInt8(ascii: "2"): .symbolicLink(link)
            case UInt8(ascii: "5"): .folder
            default: .other
            }
        if !isExtended {
            guard !extended.keys.contains(where: { $0.hasPrefix("GNU.sparse.") }) else {
                throw Refusal(reason: "it has a sparse file")
            }
            extended = [:]
        }
        let entry = Entry(path: path ?? (prefix.isEmpty ? name : prefix + "/" + name), kind: kind)
        return (entry, type, size)
    }

    private mutating func finish(_ header: Header, _ entries: inout [Entry]) throws(Refusal) {
        let body = held
        held = []
        place = .header
        switch header.type {
        case UInt8(ascii: "x"): extended = try Self.records(body)
        // Global records, such as dates and comments, are ignored.
        case UInt8(ascii: "g"): break
        default:
            var entry = header.entry
            if case .file = entry.kind { entry.kind = .file(body) }
            entries.append(entry)
        }
    }

    /// Parses the records of an extended header: `LENGTH KEY=VALUE` and a line feed, with the length of all that.
    private static func records(_ body: [UInt8]) throws(Refusal) -> [String: String] {
        var records: [String: String] = [:]
        var rest = body[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != 0x20 }
            guard let length = Int(Bytes.text(digits)), length > digits.count + 1, length <= rest.count else {
                throw Refusal(reason: "one of its extended headers is damaged")
            }
            let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else {
                throw Refusal(reason: "one of its extended headers is damaged")
            }
            records[Bytes.text(record[..<equals])] = Bytes.text(record[(equals + 1)...])
            rest = rest.dropFirst(length)
        }
        return records
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String { Bytes.text(field.prefix { $0 != 0 }) }

    /// Parses a number in octal digits with surrounding blanks; nil if it is invalid. Larger numbers in other encodings
    /// are not supported.
    private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
    }
}
