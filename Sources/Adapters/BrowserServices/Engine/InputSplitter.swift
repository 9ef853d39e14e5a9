/// Splits bytes into lines as they are received. Pure; a line beyond the limit takes no more memory than the limit.
public struct InputSplitter: Sendable {
    /// An input line.
    public enum Line: Equatable, Sendable {
        /// The bytes of the line, without its end.
        case whole([UInt8])
        /// The line was longer than the limit, and its bytes were discarded.
        case tooLong
    }

    /// The maximum size of a line: 64 MiB.
    public static let limit = 64 << 20

    /// The beginning of an incomplete line.
    private enum Begun {
        case kept([UInt8])
        case tooLong
    }

    private let limit: Int
    private var begun = Begun.kept([])

    /// Creates an empty splitter.
    /// - Parameter limit: The maximum number of bytes of a line.
    public init(limit: Int = limit) { self.limit = limit }

    /// Appends the next bytes and returns the lines that they complete.
    /// - Complexity: Linear in the number of bytes.
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

    /// Returns the bytes after the last line end; nil for none.
    public mutating func finish() -> Line? {
        if case .kept([]) = begun { return nil }
        return line()
    }

    private mutating func extendLine(_ piece: ArraySlice<UInt8>) {
        guard case .kept(var bytes) = begun else { return }
        // Releases the array, so that appending does not copy it.
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
