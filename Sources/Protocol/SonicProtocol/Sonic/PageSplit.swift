/// A page split into its template and its data, byte for byte as VasSonic's servers split it.
///
/// The title element is cut first, then the blocks between `<!--sonicdiff-NAME-->` and `<!--sonicdiff-NAME-end-->`
/// (docs/reference/protocol.md#split). All ranges are byte offsets into the page, so nothing is copied and any bytes
/// are accepted. Linear in the page.
public struct PageSplit: Sendable, Equatable {
    /// A block: its comments and everything between them.
    public struct Block: Sendable, Equatable {
        /// The name in the start comment; `auto0`, `auto1` … for blocks without a name, as Node numbers them.
        public let name: String
        /// Whether the start comment names the block.
        public let isNamed: Bool
        /// The block's bytes in the page, both comments included.
        public let range: Range<Int>
    }

    /// The first `<title…>…</title>` on one line; nil for none.
    public let title: Range<Int>?
    /// The blocks in page order; they do not overlap.
    public let blocks: [Block]

    /// Splits a page.
    public init(html: [UInt8]) {
        let bytes = html.span
        title = Self.findTitle(bytes)
        blocks = Self.findBlocks(bytes, skipping: title)
    }

    /// Splits a page whose title is already known, nil for none. Markers within the title are ignored.
    public init(html: [UInt8], title: Range<Int>?) {
        self.title = title
        blocks = Self.findBlocks(html.span, skipping: title)
    }

    init(title: Range<Int>?, blocks: [Block]) {
        self.title = title
        self.blocks = blocks
    }

    /// The index of the block that contains the title, if any: its data has `{title}` instead of the title.
    public var blockHoldingTitle: Int? {
        guard let title else { return nil }
        return blocks.firstIndex { $0.range.contains(title.lowerBound) }
    }

    private static let titleStart = ByteFinder("<title", foldsCase: true)
    private static let titleEnd = ByteFinder("</title>", foldsCase: true)
    private static let marker = ByteFinder("<!--sonicdiff", foldsCase: true)
    private static let endMarker = ByteFinder("-end-->", foldsCase: true)
    private static let commentEnd = ByteFinder("-->")

    /// Finds the servers' `<title(.*?)</title>`, where `.` is any byte except a line feed.
    static func findTitle(_ bytes: Span<UInt8>) -> Range<Int>? {
        var from = 0
        var end = 0
        while let start = titleStart.first(in: bytes, from: from) {
            let inside = start + titleStart.count
            if end < inside {
                // The same end tag is used for later start tags, so that no byte is searched twice.
                guard let next = titleEnd.first(in: bytes, from: inside) else { return nil }
                end = next
            }
            guard let lineEnd = lineFeed(in: bytes, from: inside, before: end) else {
                return start..<(end + titleEnd.count)
            }
            // There is no end tag on this line, so no other start tag on it can be a title.
            from = lineEnd
        }
        return nil
    }

    private static func lineFeed(in bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int? {
        var index = start
        while index < limit {
            if bytes[index] == 0x0A { return index }
            index &+= 1
        }
        return nil
    }

    /// Finds the servers' `<!--sonicdiff-?(\w*)-->[\s\S]+?<!--sonicdiff-?\w*-end-->` on the page without its title.
    private static func findBlocks(_ bytes: Span<UInt8>, skipping title: Range<Int>?) -> [Block] {
        var blocks: [Block] = []
        var unnamed = 0
        var from = 0
        while let start = nextMarker(bytes, from: from, skipping: title) {
            guard let opening = openingComment(bytes, at: start) else {
                from = start + marker.count
                continue
            }
            // `+?` requires at least one byte of content, so an end comment directly after the start does not count.
            guard let end = nextEnd(bytes, from: opening.end + 1, skipping: title) else { break }
            let isNamed = !opening.name.isEmpty
            blocks.append(
                Block(name: isNamed ? opening.name : "auto\(unnamed)", isNamed: isNamed, range: start..<end))
            if !isNamed { unnamed += 1 }
            from = end
        }
        return blocks
    }

    /// Returns the name in the start comment if `range` is exactly one block; empty for a block without a name, nil if
    /// it is not a block.
    static func block(
        _ bytes: Span<UInt8>, at range: Range<Int>, skipping title: Range<Int>?
    ) -> String? {
        guard marker.stands(at: range.lowerBound, in: bytes),
            let opening = openingComment(bytes, at: range.lowerBound),
            nextEnd(bytes, from: opening.end + 1, skipping: title) == range.upperBound
        else { return nil }
        return opening.name
    }

    private static func nextMarker(_ bytes: Span<UInt8>, from: Int, skipping title: Range<Int>?) -> Int? {
        var from = from
        while let start = marker.first(in: bytes, from: from) {
            guard let title, title.contains(start) else { return start }
            from = title.upperBound
        }
        return nil
    }

    /// Parses `-?(\w*)-->` after the marker at `start`.
    private static func openingComment(_ bytes: Span<UInt8>, at start: Int) -> (name: String, end: Int)? {
        let behind = start + marker.count
        for nameStart in [behind + 1, behind] {
            if nameStart > behind, behind >= bytes.count || bytes[behind] != 0x2D { continue }
            let nameEnd = endOfWord(bytes, from: nameStart)
            if commentEnd.stands(at: nameEnd, in: bytes) {
                var name: [UInt8] = []
                for index in nameStart..<nameEnd { name.append(bytes[index]) }
                return (String(decoding: name, as: UTF8.self), nameEnd + commentEnd.count)
            }
        }
        return nil
    }

    /// Returns the end of the next closing comment that starts at or after `from`.
    private static func nextEnd(_ bytes: Span<UInt8>, from: Int, skipping title: Range<Int>?) -> Int? {
        var from = from
        while let start = nextMarker(bytes, from: from, skipping: title) {
            let behind = start + marker.count
            for wordStart in [behind + 1, behind] {
                if wordStart > behind, behind >= bytes.count || bytes[behind] != 0x2D { continue }
                let wordEnd = endOfWord(bytes, from: wordStart)
                if endMarker.stands(at: wordEnd, in: bytes) { return wordEnd + endMarker.count }
            }
            from = behind
        }
        return nil
    }

    private static func endOfWord(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, isWord(bytes[index]) { index &+= 1 }
        return index
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}

// MARK: - Finding the parts
