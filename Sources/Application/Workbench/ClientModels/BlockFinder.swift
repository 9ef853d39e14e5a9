import SonicProtocol

/// Finds blocks with the clients' regular expression: like the servers' (docs/reference/protocol.md#split), but with
/// letters of all scripts in names, and on Android case-sensitively. The text must be UTF-8. Linear.
struct BlockFinder {
    let text: [UInt8]

    /// A block: its comments and the content between them, and the name in its first comment.
    struct Block: Equatable {
        var range: Range<Int>
        var name: Range<Int>
    }

    /// The blocks in page order.
    var blocks: [Block] {
        var blocks: [Block] = []
        var from = 0
        while let start = mark.first(in: text.span, from: from) {
            guard let (name, end) = opening(at: start) else {
                from = start + mark.count
                continue
            }
            guard let close = closing(from: end + 1) else { break }
            blocks.append(Block(range: start..<close, name: name))
            from = close
        }
        return blocks
    }

    private let mark: ByteFinder
    private let closingEnd: ByteFinder
    private static let commentEnd = ByteFinder("-->")

    /// Creates a search in a text; with `foldsCase`, `A`–`Z` are treated as `a`–`z`.
    init(text: [UInt8], foldsCase: Bool) {
        self.text = text
        mark = ByteFinder("<!--sonicdiff", foldsCase: foldsCase)
        closingEnd = ByteFinder("-end-->", foldsCase: foldsCase)
    }

    private func opening(at start: Int) -> (name: Range<Int>, end: Int)? {
        for from in nameStarts(behind: start + mark.count) {
            let name = from..<endOfWord(from)
            if Self.commentEnd.stands(at: name.upperBound, in: text.span) {
                return (name, name.upperBound + Self.commentEnd.count)
            }
        }
        return nil
    }

    private func closing(from: Int) -> Int? {
        var from = from
        while let start = mark.first(in: text.span, from: from) {
            from = start + mark.count
            for place in nameStarts(behind: from) {
                let end = endOfWord(place)
                if closingEnd.stands(at: end, in: text.span) { return end + closingEnd.count }
            }
        }
        return nil
    }

    /// Returns where a name may begin: after a hyphen, if there is one, and before it.
    private func nameStarts(behind mark: Int) -> [Int] {
        mark < text.count && text[mark] == UInt8(ascii: "-") ? [mark + 1, mark] : [mark]
    }

    private func endOfWord(_ start: Int) -> Int {
        var place = start
        while place < text.count {
            let lead = text[place]
            if lead < 0x80 {
                guard Unicode.Scalar(lead).isWordCharacter else { return place }
                place += 1
                continue
            }
            let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let bytes = text[place..<min(place + length, text.count)]
            guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first,
                scalar.isWordCharacter
            else { return place }
            place += bytes.count
        }
        return place
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a word character as in ICU (Unicode Technical Standard 18, annex C).
    fileprivate var isWordCharacter: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x200C, 0x200D: return true
        case 0..<0x80: return false
        default: break
        }
        if properties.isAlphabetic { return true }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: return true
        default: return false
        }
    }
}
