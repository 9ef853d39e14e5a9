/// Splits bytes that are received in chunks into lines. A line longer than the limit is dropped as a whole.
public struct LineSplitter: Sendable {
    private let limit: Int
    private var line: [UInt8] = []
    private var isTooLong = false

    /// Creates a splitter before the first chunk.
    public init(limit: Int) { self.limit = limit }

    /// Returns the lines that end in a chunk, without their line feeds; empty ones are omitted. Linear.
    public mutating func lines(endingIn piece: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = piece[...]
        while let feed = rest.firstIndex(of: 0x0A) {
            add(rest[..<feed])
            if !line.isEmpty, !isTooLong { lines.append(line) }
            (line, isTooLong) = ([], false)
            rest = rest[(feed + 1)...]
        }
        add(rest)
        return lines
    }

    private mutating func add(_ part: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        if line.count + part.count > limit {
            (line, isTooLong) = ([], true)
        } else {
            line += part
        }
    }
}
