/// Fast paths for most of a page: text, and complete tags without unusual syntax, are read in one pass, with
/// the same result as byte by byte. Everything else is left to the tokenizer's states.
extension Tokenizer {
    /// The maximum number of attributes of a tag on the fast path: each is compared with the previous ones.
    private static let attributeLimit = 12

    /// Reads a token in `data` content. False leaves the tokenizer unchanged.
    mutating func readPlain(_ bytes: Span<UInt8>, base: Int) -> Bool {
        let start = position &- base
        guard start < bytes.count else { return false }
        var end = start
        if Self.mayEndText(bytes[start]) {
            guard Self.isText(bytes, at: start) else {
                return bytes[start] == 0x3C && readPlainTag(bytes, at: start, base: base)
            }
            end &+= 1
        }
        let goal = lineGoal &- base
        end = SourceText.endOfText(in: bytes, from: end, lineGoal: goal)
        while end <= goal || bytes[end &- 1] != 0x0A, Self.isText(bytes, at: end) {
            end = SourceText.endOfText(in: bytes, from: end &+ 1, lineGoal: goal)
        }
        let range = position..<(end &+ base)
        token = Token(kind: .text, range: range, text: TextRange(source: range))
        position = range.upperBound
        return true
    }

    /// Whether a byte may end text.
    @inline(__always)
    private static func mayEndText(_ byte: UInt8) -> Bool {
        byte == 0x3C || byte == 0x26 || byte == 0x0D || byte == 0
    }

    /// Whether a byte that may end text is text here, such as `<` and `&` before whitespace.
    @inline(__always)
    private static func isText(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        guard index &+ 1 < bytes.count else { return false }
        let next = bytes[index &+ 1]
        switch bytes[index] {
        case 0x3C: return !ASCII.isLetter(next) && next != 0x2F && next != 0x21 && next != 0x3F
        case 0x26: return !ASCII.isLetter(next) && next != 0x23
        default: return false
        }
    }

    /// Reads the tag that begins with `<` at an index.
    private mutating func readPlainTag(_ bytes: Span<UInt8>, at start: Int, base: Int) -> Bool {
        guard start &+ 2 < bytes.count else { return false }
        let isEnd = bytes[start &+ 1] == 0x2F
        let name = start &+ (isEnd ? 2 : 1)
        guard ASCII.isLetter(bytes[name]) else { return false }
        var (tag, index) = tags.find(in: bytes, at: name)
        if index == name {
            index = SourceText.endOfWord(in: bytes, from: name)
            guard index < bytes.count, Self.endsName(bytes[index]) else { return false }
            tag = tags[bytes.extracting(name..<index)]
        }
        let text = TextRange(source: (name &+ base)..<(index &+ base))
        var isSelfClosing = false
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        if bytes[index] != 0x3E {
            guard !isEnd, let end = readPlainAttributes(bytes, from: index, base: base) else { return false }
            (index, isSelfClosing) = end
        }
        let range = position..<(index &+ 1 &+ base)
        token = Token(
            kind: isEnd ? .endTag : .startTag, range: range, text: text, tag: tag,
            isSelfClosing: isSelfClosing)
        position = range.upperBound
        return true
    }

    /// Reads attributes up to `>`; returns its index, and whether `/` precedes it. Nil for unusual syntax.
    private mutating func readPlainAttributes(_ bytes: Span<UInt8>, from start: Int, base: Int)
        -> (end: Int, isSelfClosing: Bool)?
    {
        var index = start
        while attributes.count < Self.attributeLimit {
            index = Self.endOfBlanks(in: bytes, from: index)
            guard index &+ 1 < bytes.count else { return nil }
            if bytes[index] == 0x3E { return (index, false) }
            if bytes[index] == 0x2F { return bytes[index &+ 1] == 0x3E ? (index &+ 1, true) : nil }
            let name = index
            while index < bytes.count, !Self.mayEndName(bytes[index]) { index &+= 1 }
            let end = index
            index = Self.endOfBlanks(in: bytes, from: index)
            // Of the bytes that may end a name, only whitespace does so here, and a name may begin with `=`.
            guard end > name, index < bytes.count, index > end || bytes[end] > 0x20 else { return nil }
            var value = TextRange.empty
            if bytes[index] == 0x3D {
                index = Self.endOfBlanks(in: bytes, from: index &+ 1)
                guard let place = Self.placeOfValue(in: bytes, from: index) else { return nil }
                index = place.end
                if !place.value.isEmpty {
                    value = TextRange(
                        source: (place.value.lowerBound &+ base)..<(place.value.upperBound &+ base))
                }
            }
            guard !holdsAttribute(bytes, name..<end, base: base) else { continue }
            attributes.append(
                Attribute(name: TextRange(source: (name &+ base)..<(end &+ base)), value: value))
        }
        return nil
    }

    /// Returns the range of a value, and the index where the tag continues after it; nil for unusual syntax.
    private static func placeOfValue(in bytes: Span<UInt8>, from start: Int) -> (value: Range<Int>, end: Int)?
    {
        guard start < bytes.count else { return nil }
        let quote = bytes[start]
        if quote == 0x22 || quote == 0x27 {
            let end = SourceText.endOfValue(in: bytes, from: start &+ 1, quote)
            guard end < bytes.count, bytes[end] == quote else { return nil }
            return ((start &+ 1)..<end, end &+ 1)
        }
        var end = start
        while end < bytes.count, !ASCII.isBlank(bytes[end]), bytes[end] != 0x3E {
            if bytes[end] == 0x26 || bytes[end] == 0 { return nil }
            end &+= 1
        }
        return start < end && end < bytes.count ? (start..<end, end) : nil
    }

    /// Whether the tag already has an attribute of this name.
    private func holdsAttribute(_ bytes: Span<UInt8>, _ name: Range<Int>, base: Int) -> Bool {
        for attribute in attributes where attribute.name.count == name.count {
            let other = Int(attribute.name.start) &- base
            var index = 0
            while index < name.count,
                ASCII.lowered(bytes[other &+ index]) == ASCII.lowered(bytes[name.lowerBound &+ index])
            {
                index &+= 1
            }
            if index == name.count { return true }
        }
        return false
    }

    @inline(__always)
    private static func endOfBlanks(in bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, ASCII.isBlank(bytes[index]) { index &+= 1 }
        return index
    }

    /// Whether a byte may end the name of an attribute.
    @inline(__always)
    private static func mayEndName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x3D || byte == 0x3E || byte == 0x2F
    }

    /// Whether a byte ends the name of a tag or attribute.
    @inline(__always)
    static func endsName(_ byte: UInt8) -> Bool { ASCII.isBlank(byte) || byte == 0x2F || byte == 0x3E }
}
