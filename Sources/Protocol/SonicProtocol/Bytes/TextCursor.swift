/// A walk over bytes of UTF-8 that knows its line and column.
struct TextCursor {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1

    /// A cursor at the first byte.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The byte under the cursor; nil at the end.
    var first: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether no byte is left.
    var isAtEnd: Bool { index >= bytes.count }

    /// Where the cursor stands.
    var position: TextPosition { TextPosition(line: line, column: column) }

    /// Whether the bytes from the cursor on begin with these.
    func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    /// Moves on by bytes, not past the end.
    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A || (byte == 0x0D && first != 0x0A) {
                line += 1
                column = 1
            } else if first.map({ $0 & 0xC0 != 0x80 }) ?? true {
                // Bytes that continue a scalar stand in its column.
                column += 1
            }
        }
    }

    /// Moves behind the last byte.
    mutating func advanceToEnd() { advance(bytes.count - index) }
}
