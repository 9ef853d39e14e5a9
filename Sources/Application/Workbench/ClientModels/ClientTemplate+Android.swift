import SonicProtocol

extension ClientTemplate {
    /// Splits a page as Android does: the blocks first, then the first `<title>` without attributes. A page without
    /// blocks is only a template. Linear.
    init(android page: [UInt8]) {
        let blocks = BlockFinder(text: page, foldsCase: false).blocks
        guard !blocks.isEmpty else {
            bytes = page
            return
        }
        var copied = 0
        for block in blocks {
            let key = Self.androidKey(of: block, in: page)
            data.set(key, Array(page[block.range]))
            bytes += page[copied..<block.range.lowerBound]
            slots.append(bytes.count..<bytes.count + key.count)
            bytes += key
            copied = block.range.upperBound
        }
        bytes += page[copied...]
        cutTitle()
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
}
