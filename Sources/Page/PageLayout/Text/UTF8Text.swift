import CellGrid

/// Decodes text that is known to be UTF-8, as far as lead bytes determine it; malformed text gives some other scalar.
enum UTF8Text {
    /// Returns the number of bytes of a scalar with this first byte, 1 to 4.
    static func length(_ lead: UInt8) -> Int { lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }

    /// Returns the number of bytes of a plain letter above ASCII, 2 or 3; 0 if there is none. Plain letters are those
    /// of Latin, Greek, Cyrillic, Armenian, Arabic and Georgian that take one column, break like ASCII letters, and do
    /// not combine with each other: U+00C0 to U+02BF, U+0380 to U+047F, U+0531 to U+0556, U+0561 to U+0587, U+0621 to
    /// U+064A, U+0671 to U+06D3, U+10D0 to U+10FA, U+1E00 to U+1EFF.
    @inline(__always)
    static func letterLength(_ text: Span<UInt8>, at offset: Int) -> Int {
        let lead = text[offset]
        guard lead >= 0xC3, lead <= 0xE1, offset &+ 1 < text.count else { return 0 }
        let second = text[offset &+ 1]
        switch lead {
        case 0xC3...0xCA, 0xCE...0xD1, 0xDA: return second & 0xC0 == 0x80 ? 2 : 0
        case 0xD4: return second >= 0xB1 && second <= 0xBF ? 2 : 0
        case 0xD5: return second >= 0x80 && second <= 0x96 || second >= 0xA1 && second <= 0xBF ? 2 : 0
        case 0xD6: return second >= 0x80 && second <= 0x87 ? 2 : 0
        case 0xD8: return second >= 0xA1 && second <= 0xBF ? 2 : 0
        case 0xD9: return second >= 0x80 && second <= 0x8A || second >= 0xB1 && second <= 0xBF ? 2 : 0
        case 0xDB: return second >= 0x80 && second <= 0x93 ? 2 : 0
        case 0xE1 where second == 0x83 && offset &+ 2 < text.count:
            return text[offset &+ 2] >= 0x90 && text[offset &+ 2] <= 0xBA ? 3 : 0
        case 0xE1 where second >= 0xB8 && second <= 0xBB && offset &+ 2 < text.count:
            return text[offset &+ 2] & 0xC0 == 0x80 ? 3 : 0
        default: return 0
        }
    }

    /// Returns the number of bytes of a character that is always a cluster by itself: printable ASCII or a plain
    /// letter; 0 if the next character may combine with it, and for all others.
    @inline(__always)
    static func plainLength(_ text: Span<UInt8>, at offset: Int) -> Int {
        let byte = text[offset]
        guard byte >= 0x20 else { return 0 }
        if byte < 0x7F, offset &+ 1 == text.count || text[offset &+ 1] < 0x7F { return 1 }
        return lengthBeforeLetter(text, at: offset)
    }

    @inline(never)
    private static func lengthBeforeLetter(_ text: Span<UInt8>, at offset: Int) -> Int {
        let length = text[offset] < 0x7F ? 1 : letterLength(text, at: offset)
        let next = offset &+ length
        guard length > 0, next < text.count, text[next] >= 0x7F else { return length }
        return letterLength(text, at: next) > 0 ? length : 0
    }

    /// Returns the start of the character whose last byte is before `end`, which is not 0.
    @inline(__always)
    static func start(of text: Span<UInt8>, before end: Int) -> Int {
        var start = end &- 1
        while start > 0, text[start] & 0xC0 == 0x80 { start &-= 1 }
        return start
    }

    /// Returns the value of the scalar at an offset below the count.
    static func scalar(in text: Span<UInt8>, at offset: Int) -> UInt32 {
        let lead = text[offset]
        let length = length(lead)
        if length == 1 || offset + length > text.count { return UInt32(lead) }
        var value = UInt32(lead & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07))
        for index in offset + 1..<offset + length { value = value << 6 | UInt32(text[index] & 0x3F) }
        return value
    }

    // MARK: Text that is safe for a terminal: no control characters, no reordering, valid UTF-8

    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Returns a cluster made visible: C0 controls and DEL as their pictures (U+2400 block), C1 controls, bidi
    /// embeddings, overrides and isolates, tag characters, separators and malformed UTF-8 as U+FFFD, and a no-break
    /// space as a space.
    static func visible(_ cluster: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = cluster.first else { return cluster }
        if first < 0x20 { return [0xE2, 0x90, 0x80 + first] }
        if first == 0x7F { return [0xE2, 0x90, 0xA1] }
        if first < 0x80 { return cluster.count == 1 ? cluster : checked(cluster) }
        if isPlain(first, cluster) { return cluster }
        return checked(cluster)
    }

    /// Whether the cluster is one well-formed scalar of the common scripts: Latin to Arabic, or Chinese, Japanese and
    /// Korean. A fast path.
    private static func isPlain(_ first: UInt8, _ cluster: ArraySlice<UInt8>) -> Bool {
        let start = cluster.startIndex
        switch first {
        case 0xC3...0xDA: return cluster.count == 2 && cluster[start + 1] & 0xC0 == 0x80
        case 0xE3...0xEC:
            return cluster.count == 3 && cluster[start + 1] & 0xC0 == 0x80
                && cluster[start + 2] & 0xC0 == 0x80
        default: return false
        }
    }

    private static func checked(_ cluster: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let span = cluster.span
        var offset = 0
        let isFlag = isFlag(span)
        while offset < span.count {
            guard let scalar = UTF8Scalar(in: span, at: offset) else { return replacement[...] }
            switch scalar.value {
            case 0xA0 where span.count == scalar.length: return [0x20]
            case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB, 0x10EEEE:
                return replacement[...]
            case 0xE0000...0xE007F where !isFlag: return replacement[...]
            case let value where value & 0xFFFE == 0xFFFE: return replacement[...]
            default: break
            }
            offset += scalar.length
        }
        return cluster
    }

    /// Whether the cluster is the flag of a region (UTS #51 §C.1): a black flag, up to six letters and digits as tag
    /// characters, and the tag that ends them. Tags after anything else would hide words.
    private static func isFlag(_ cluster: Span<UInt8>) -> Bool {
        // Each scalar takes four bytes.
        guard (16...32).contains(cluster.count), cluster.count % 4 == 0 else { return false }
        for offset in stride(from: 0, to: cluster.count, by: 4) {
            guard let scalar = UTF8Scalar(in: cluster, at: offset)?.value else { return false }
            let isRight =
                switch offset {
                case 0: scalar == 0x1F3F4
                case cluster.count - 4: scalar == 0xE007F
                default: (0xE0030...0xE0039).contains(scalar) || (0xE0061...0xE007A).contains(scalar)
                }
            guard isRight else { return false }
        }
        return true
    }
}
