import SonicProtocol

extension ClientTemplate {
    /// Splits a page as iOS does: blocks ignoring case, named by their last comment, and no title. The template has a
    /// name wherever the text equals that of the name's last block, ignoring case. Linear.
    init(ios page: [UInt8]) {
        let blocks = BlockFinder(text: page, foldsCase: true).blocks
        for block in blocks { data.set(Self.iosKey(of: page[block.range]), Array(page[block.range])) }
        var names: [[UInt8]: [UInt8]] = [:]
        for (key, value) in zip(data.keys, data.values) where names[value.folded] == nil {
            names[value.folded] = key
        }
        var copied = 0
        for block in blocks {
            // The text of a name's earlier blocks is not data, and stays.
            guard let key = names[Array(page[block.range]).folded] else { continue }
            bytes += page[copied..<block.range.lowerBound]
            slots.append(bytes.count..<bytes.count + key.count)
            bytes += key
            copied = block.range.upperBound
        }
        bytes += page[copied...]
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
