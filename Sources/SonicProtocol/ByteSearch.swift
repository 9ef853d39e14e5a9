/// Finds one ASCII text in bytes, `A`–`Z` counting as `a`–`z`, by Horspool's algorithm: most bytes are never
/// looked at. At most text length × input length comparisons, and the texts here are short constants.
struct ByteSearch: Sendable {
    private let pattern: [UInt8]
    /// How far the window may move when its last byte is this one.
    private let shift: [UInt8]

    /// A search for `text`, which is lower-case ASCII and not empty.
    init(_ text: StaticString) {
        pattern = text.withUTF8Buffer { Array($0) }
        var shift = [UInt8](repeating: UInt8(pattern.count), count: 256)
        for (index, byte) in pattern.dropLast().enumerated() {
            let distance = UInt8(pattern.count - 1 - index)
            shift[Int(byte)] = distance
            if byte >= 0x61 && byte <= 0x7A { shift[Int(byte) - 0x20] = distance }
        }
        self.shift = shift
    }

    /// The length of the text searched for.
    var count: Int { pattern.count }

    /// Where the text first stands in `bytes` at or after `start` and wholly before `limit`; nil when nowhere.
    func firstIndex(in bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int? {
        let pattern = pattern.span
        let shift = shift.span
        let last = pattern.count - 1
        var window = start
        while window &+ last < limit {
            let end = bytes[window &+ last]
            if Bytes.lowered(end) == pattern[last], matches(bytes, at: window, pattern) { return window }
            window &+= Int(shift[Int(end)])
        }
        return nil
    }

    /// Whether the text stands at `start`.
    func stands(at start: Int, in bytes: Span<UInt8>) -> Bool {
        start >= 0 && start + pattern.count <= bytes.count && matches(bytes, at: start, pattern.span)
    }

    private func matches(_ bytes: Span<UInt8>, at start: Int, _ pattern: Span<UInt8>) -> Bool {
        for index in 0..<pattern.count where Bytes.lowered(bytes[start &+ index]) != pattern[index] {
            return false
        }
        return true
    }
}
