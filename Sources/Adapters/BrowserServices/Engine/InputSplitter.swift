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

    private let limit: Int
    /// The beginning of an incomplete line; nil if it is too long.
    private var begun: [UInt8]? = []

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
    public mutating func finish() -> Line? { begun == [] ? nil : line() }

    private mutating func extendLine(_ piece: ArraySlice<UInt8>) {
        guard let count = begun?.count else { return }
        if count + piece.count <= limit { begun? += piece } else { begun = nil }
    }

    private mutating func line() -> Line {
        defer { begun = [] }
        return begun.map { .whole($0) } ?? .tooLong
    }
}
