/// Cuts bytes that come in pieces into lines. A line longer than a limit is dropped as a whole.
public struct LineSplitter: Sendable {
    private let limit: Int
    private var line: [UInt8] = []
    private var isTooLong = false

    /// A splitter of which nothing is known yet.
    public init(limit: Int) { self.limit = limit }

    /// The lines that end in a piece, without their line feeds; empty ones are left out. Linear.
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
