/// What a program writes between `CSI ? 2026 h` and `CSI ? 2026 l` counts once all of it is there, as in the terminals
/// that know this mode: nobody sees a frame half drawn.
struct WholeFrames {
    private static let beginning = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    /// What is kept back: from the beginning of a frame on, or what may become one.
    private var kept: [UInt8] = []

    /// Takes bytes as they come and returns those that count now.
    mutating func take(_ bytes: some Collection<UInt8>) -> ArraySlice<UInt8> {
        kept += bytes
        let counts = kept[..<firstKept]
        kept.removeFirst(counts.count)
        return counts
    }

    /// What is kept back, when nothing comes any more.
    mutating func rest() -> ArraySlice<UInt8> {
        defer { kept = [] }
        return kept[...]
    }

    private var firstKept: Int {
        var ended = kept.startIndex
        while let begun = kept[ended...].firstRange(of: Self.beginning) {
            guard let end = kept[begun.upperBound...].firstRange(of: Self.end) else {
                return begun.lowerBound
            }
            ended = end.upperBound
        }
        let split = (1..<Self.beginning.count).last {
            kept[ended...].suffix($0).elementsEqual(Self.beginning.prefix($0))
        }
        return kept.endIndex - (split ?? 0)
    }
}
