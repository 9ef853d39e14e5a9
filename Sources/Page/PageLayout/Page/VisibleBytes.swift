import CellGrid

/// Makes page text safe for a terminal: no control characters, no reordering, valid UTF-8.
enum VisibleBytes {
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Returns a cluster made visible: C0 controls and DEL as their pictures (U+2400 block), C1 controls, bidi
    /// embeddings, overrides and isolates, tag characters, separators and malformed UTF-8 as U+FFFD, and a no-break
    /// space as a space.
    static func of(_ cluster: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
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
            case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB:
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
