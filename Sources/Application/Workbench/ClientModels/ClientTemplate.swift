import SonicProtocol

/// A page split by a client's rules.
struct ClientTemplate: Equatable {
    /// The template: names in braces instead of the data.
    var bytes: [UInt8] = []
    /// The ranges of names that replaced data in the template, in order.
    var slots: [Range<Int>] = []
    var data = ClientRecord()
}

/// Values by name, in the order of the names; a repeated name gets the later value.
struct ClientRecord: Equatable {
    private(set) var keys: [[UInt8]] = []
    private(set) var values: [[UInt8]] = []
    private var places: [[UInt8]: Int] = [:]

    /// The value of a name; nil for none.
    subscript(key: [UInt8]) -> [UInt8]? { places[key].map { values[$0] } }

    var pairs: [ClientOutcome.Datum] { zip(keys, values).map { ClientOutcome.Datum(key: $0, value: $1) } }

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

extension ClientTemplate {
    /// Splits a page as Android does: the blocks first, then the first `<title>` without attributes. A page without
    /// blocks is only a template. Linear.
    init(android page: [UInt8]) {
        let blocks = BlockFinder(text: page, foldsCase: false).blocks
        guard !blocks.isEmpty else {
            bytes = page
            return
        }
        let keys = blocks.map { ($0.range, Self.androidKey(of: $0, in: page)) }
        for (range, key) in keys { data.set(key, Array(page[range])) }
        copy(page, with: keys)
        cutTitle()
    }

    /// Copies a page with a key in the place of each of these ranges.
    private mutating func copy(_ page: [UInt8], with keys: [(range: Range<Int>, key: [UInt8])]) {
        var copied = 0
        for (range, key) in keys {
            bytes += page[copied..<range.lowerBound]
            slots.append(bytes.count..<bytes.count + key.count)
            bytes += key
            copied = range.upperBound
        }
        bytes += page[copied...]
    }

    /// The name is used only after a hyphen.
    private static func androidKey(of block: BlockFinder.Block, in page: [UInt8]) -> [UInt8] {
        let isNamed = !block.name.isEmpty && page[block.name.lowerBound - 1] == UInt8(ascii: "-")
        return .braced(isNamed ? page[block.name] : ArraySlice("null".utf8))
    }

    private static let titleStart = ByteFinder("<title>")
    private static let titleEnd = ByteFinder("</title>")
    private static let titleKey = Array("{title}".utf8)

    private mutating func cutTitle() {
        guard let start = Self.titleStart.first(in: bytes.span) else { return }
        let inside = start + Self.titleStart.count
        let end: Int
        if let close = Self.titleEnd.first(in: bytes.span, from: inside) {
            end = close + Self.titleEnd.count
        } else {
            // If it is not found, its index is -1: the range then ends after seven characters.
            end = placeBehind(units: 7)
            guard start < end else { return }
        }
        let title = start..<end
        data.set(Self.titleKey, Array(bytes[title]))
        bytes.replaceSubrange(title, with: Self.titleKey)
        let moved = Self.titleKey.count - title.count
        slots = slots.compactMap { slot in
            if slot.upperBound <= title.lowerBound { return slot }
            if slot.lowerBound < title.upperBound { return nil }
            return slot.lowerBound + moved..<slot.upperBound + moved
        }
        let place = slots.firstIndex { $0.lowerBound > start } ?? slots.endIndex
        slots.insert(start..<start + Self.titleKey.count, at: place)
    }

    /// Returns the position after a number of UTF-16 code units.
    private func placeBehind(units: Int) -> Int {
        var place = 0
        var passed = 0
        while place < bytes.count, passed < units {
            passed += bytes[place] >= 0xF0 ? 2 : bytes[place] & 0xC0 == 0x80 ? 0 : 1
            place += 1
        }
        while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }

    /// Splits a page as iOS does: blocks ignoring case, named by their last comment, and no title. The template has a
    /// name wherever the text equals that of the name's last block, ignoring case. Linear.
    init(ios page: [UInt8]) {
        let blocks = BlockFinder(text: page, foldsCase: true).blocks
        for block in blocks { data.set(Self.iosKey(of: page[block.range]), Array(page[block.range])) }
        var names: [[UInt8]: [UInt8]] = [:]
        for (key, value) in zip(data.keys, data.values) where names[value.folded] == nil {
            names[value.folded] = key
        }
        let keys = blocks.compactMap { block in
            // The text of a name's earlier blocks is not data, and stays.
            names[Array(page[block.range]).folded].map { (block.range, $0) }
        }
        copy(page, with: keys)
    }

    private static let mark = ByteFinder("<!--sonicdiff-")
    private static let end = ByteFinder("-end-->")

    /// Returns the text after the last `<!--sonicdiff-`, up to `-end-->`, both in lower case; all of it if there is
    /// none.
    private static func iosKey(of block: ArraySlice<UInt8>) -> [UInt8] {
        let text = Array(block)
        var start = 0
        while let found = mark.first(in: text.span, from: start) { start = found + mark.count }
        let stop = end.first(in: text.span, from: start) ?? text.count
        return .braced(text[start..<stop])
    }
}
