/// Finds one ASCII text in bytes, `A`–`Z` counting as `a`–`z`. Thirty-two places at once are asked whether the text's
/// first and fifth byte stand there, which tags and comments seldom have in common; only where both do are the
/// others looked at. At most text length × input length comparisons, and the texts here are short constants.
struct ByteSearch: Sendable {
    private let pattern: [UInt8]

    /// The byte that is looked at beside the first.
    private static let probe = 4

    /// A search for `text`, which is lower-case ASCII and has five bytes at least.
    init(_ text: StaticString) {
        pattern = text.withUTF8Buffer { Array($0) }
    }

    /// The length of the text searched for.
    var count: Int { pattern.count }

    /// Where the text first stands in `bytes` at or after `start` and wholly before `limit`; nil when nowhere.
    func firstIndex(in bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int? {
        let pattern = pattern.span
        let (first, firstCase) = Self.row(pattern[0])
        let (second, secondCase) = Self.row(pattern[Self.probe])
        var place = start
        while place &+ Self.probe &+ ByteRow.count <= limit {
            let differences =
                ((ByteRow(bytes, at: place) | firstCase) ^ first)
                | ((ByteRow(bytes, at: place &+ Self.probe) | secondCase) ^ second)
            guard let found = differences.zeros.first else {
                place &+= ByteRow.count
                continue
            }
            place &+= found
            guard place &+ pattern.count <= limit else { return nil }
            if matches(bytes, at: place, pattern) { return place }
            place &+= 1
        }
        while place &+ pattern.count <= limit {
            if matches(bytes, at: place, pattern) { return place }
            place &+= 1
        }
        return nil
    }

    /// Whether the text stands at `start`.
    func stands(at start: Int, in bytes: Span<UInt8>) -> Bool {
        start >= 0 && start + pattern.count <= bytes.count && matches(bytes, at: start, pattern.span)
    }

    /// A byte all along a row, and the bit that makes its upper case lower.
    @inline(__always)
    private static func row(_ byte: UInt8) -> (ByteRow, caseBit: ByteRow) {
        (ByteRow(repeating: byte), ByteRow(repeating: (0x61...0x7A).contains(byte) ? 0x20 : 0))
    }

    private func matches(_ bytes: Span<UInt8>, at start: Int, _ pattern: Span<UInt8>) -> Bool {
        for index in 0..<pattern.count where Bytes.lowered(bytes[start &+ index]) != pattern[index] {
            return false
        }
        return true
    }
}
