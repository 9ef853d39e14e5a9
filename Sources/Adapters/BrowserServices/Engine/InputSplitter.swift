/// Lines out of bytes as they come. Pure; a line beyond the limit takes no more memory than one of that length.
public struct InputSplitter: Sendable {
    /// What stands between two line ends.
    public enum Line: Equatable, Sendable {
        /// Its bytes, without the end.
        case whole([UInt8])
        /// It was longer than the limit, and its bytes are gone.
        case tooLong
    }

    /// The most bytes of a line: 64 MiB.
    public static let limit = 64 << 20

    /// What came of a line that has not ended.
    private enum Begun {
        case kept([UInt8])
        case tooLong
    }

    private let limit: Int
    private var begun = Begun.kept([])

    /// A splitter before its first byte.
    /// - Parameter limit: The most bytes of a line.
    public init(limit: Int = limit) { self.limit = limit }

    /// Takes the next bytes; returns the lines that they end. Linear.
    public mutating func append(_ bytes: ArraySlice<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = bytes
        while let end = rest.firstIndex(of: 0x0A) {
            extendLine(rest[..<end])
            lines.append(line())
            rest = rest[(end + 1)...]
        }
        extendLine(rest)
        return lines
    }

    /// What stands behind the last line end; nil for nothing.
    public mutating func finish() -> Line? {
        if case .kept([]) = begun { return nil }
        return line()
    }

    private mutating func extendLine(_ piece: ArraySlice<UInt8>) {
        guard case .kept(var bytes) = begun else { return }
        // Lets go of the bytes, so that appending copies nothing.
        begun = .tooLong
        guard bytes.count + piece.count <= limit else { return }
        bytes += piece
        begun = .kept(bytes)
    }

    private mutating func line() -> Line {
        defer { begun = .kept([]) }
        switch begun {
        case .kept(let bytes): return .whole(bytes)
        case .tooLong: return .tooLong
        }
    }
}
