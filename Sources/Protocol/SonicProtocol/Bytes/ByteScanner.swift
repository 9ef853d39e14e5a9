/// A scanner over bytes, for small hand-written parsers: header values, lines, small files. It returns slices of the
/// input, without copying.
package struct ByteScanner {
    /// The bytes not yet consumed.
    package private(set) var rest: ArraySlice<UInt8>

    /// Creates a scanner at the first of these bytes.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next byte; nil at the end.
    package var next: UInt8? { rest.first }

    /// Consumes the next byte; nil at the end.
    package mutating func pop() -> UInt8? { rest.popFirst() }

    /// Consumes the next byte if it is this one, and returns whether it is.
    package mutating func accept(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    /// Consumes the bytes, possibly none, while a condition is true.
    package mutating func pass(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let passed = rest.prefix(while: condition)
        rest = rest[passed.endIndex...]
        return passed
    }

    /// Skips spaces and tabs.
    package mutating func skipBlanks() { _ = pass { $0 == 0x20 || $0 == 0x09 } }

    /// Consumes a line up to and including a line feed, or to the end of the bytes, and returns it without the line
    /// feed and a carriage return before it; nil at the end.
    package mutating func line() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let line = pass { $0 != 0x0A }
        _ = accept(0x0A)
        return line.last == 0x0D ? line.dropLast() : line
    }
}
