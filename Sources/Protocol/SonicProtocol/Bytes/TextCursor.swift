/// A cursor over UTF-8 bytes that counts lines and columns.
struct TextCursor {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1

    /// Creates a cursor at the first byte.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The byte at the cursor; nil at the end.
    var first: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether the cursor is at the end.
    var isAtEnd: Bool { index >= bytes.count }

    /// The position of the cursor.
    var position: TextPosition { TextPosition(line: line, column: column) }

    /// Whether the rest begins with this text.
    func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    /// Advances by `count` bytes, at most to the end.
    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A || (byte == 0x0D && first != 0x0A) {
                line += 1
                column = 1
            } else if first.map({ $0 & 0xC0 != 0x80 }) ?? true {
                // Continuation bytes of a scalar do not count as columns.
                column += 1
            }
        }
    }

    /// Advances to the end.
    mutating func advanceToEnd() { advance(bytes.count - index) }
}
