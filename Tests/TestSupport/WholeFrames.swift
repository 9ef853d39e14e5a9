/// Holds output between `CSI ? 2026 h` and `CSI ? 2026 l` (synchronized output) back until it is complete, as
/// terminals that support this mode do: no frame is visible half drawn.
struct WholeFrames {
    private static let beginning = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    /// The bytes held back: from the beginning of a frame on, or what may be one.
    private var kept: [UInt8] = []

    /// Appends bytes and returns those that are complete now.
    mutating func take(_ bytes: some Collection<UInt8>) -> ArraySlice<UInt8> {
        kept += bytes
        let counts = kept[..<firstKept]
        kept.removeFirst(counts.count)
        return counts
    }

    /// Returns the bytes held back when no more are received.
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
