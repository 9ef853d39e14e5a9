/// A walk over bytes from left to right, for what is read once and by hand: the values of headers, lines, small files.
/// What it returns lies in the bytes that it walks over, and nothing is copied.
package struct ByteScanner {
    /// What has not been passed.
    package private(set) var rest: ArraySlice<UInt8>

    /// A walk from the first of these bytes.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next byte; nil at the end.
    package var next: UInt8? { rest.first }

    /// Passes the next byte; nil at the end.
    package mutating func pop() -> UInt8? { rest.popFirst() }

    /// Whether this byte comes next; then it is passed.
    package mutating func accept(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    /// Passes the bytes, perhaps none, that a condition holds of.
    package mutating func pass(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let passed = rest.prefix(while: condition)
        rest = rest[passed.endIndex...]
        return passed
    }

    /// Passes spaces and tabs.
    package mutating func skipBlanks() { _ = pass { $0 == 0x20 || $0 == 0x09 } }

    /// Passes a line with its end, a line feed or the end of the bytes, and returns it without the end and without a
    /// carriage return before that; nil at the end of the bytes.
    package mutating func line() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let line = pass { $0 != 0x0A }
        _ = accept(0x0A)
        return line.last == 0x0D ? line.dropLast() : line
    }
}

extension Bytes {
    /// The lines that are not empty, without their ends.
    package static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var scanner = ByteScanner(bytes)
        var lines: [ArraySlice<UInt8>] = []
        while let line = scanner.line() { if !line.isEmpty { lines.append(line) } }
        return lines
    }
}
