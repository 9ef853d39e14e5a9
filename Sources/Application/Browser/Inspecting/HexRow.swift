import CellGrid

/// A row of bytes in hexadecimal, like `xxd`: offset, digits in pairs of bytes, and the ASCII characters.
struct HexRow {
    private let bytes: ArraySlice<UInt8>
    private let bytesPerRow: Int

    /// Creates a row of these bytes; the slice's indices are their offsets.
    init(_ bytes: ArraySlice<UInt8>, bytesPerRow: Int) {
        self.bytes = bytes
        self.bytesPerRow = bytesPerRow
    }

    /// Returns the number of bytes that fit in a width: 16, or as many pairs as fit.
    static func bytes(width: Int) -> Int {
        // The offset takes eleven columns; a pair takes five and its two characters.
        min(16, max(2, (width - 12) / 7 * 2))
    }

    /// The row.
    var line: StyledLine {
        let offset = String(bytes.startIndex, radix: 16)
        var digits = ""
        for (place, byte) in bytes.enumerated() {
            digits += Self.digits(byte, capitals: false)
            if place % 2 == 1 { digits += " " }
        }
        var line = StyledLine(
            " " + String(repeating: "0", count: max(0, 8 - offset.count)) + offset + ": ", .name)
        line.append(digits.padded(to: bytesPerRow / 2 * 5 + 1), .text)
        // Unprintable bytes are dots, distinguished from a real dot by their colour.
        for byte in bytes {
            let isPrinted = (0x20..<0x7F).contains(byte)
            line.extend(with: isPrinted ? Character(Unicode.Scalar(byte)) : ".", isPrinted ? .text : .marker)
        }
        return line
    }

    /// The columns of the offset and the spaces around it.
    private static let offsetColumns = 11

    /// Returns the columns that bytes of a row cover, relative to its first: those of their digits, then those of their
    /// characters.
    static func columns(of bytes: Range<Int>, bytesPerRow: Int) -> [Range<Int>] {
        func digits(_ place: Int) -> Int { offsetColumns + place / 2 * 5 + place % 2 * 2 }
        let signs = offsetColumns + bytesPerRow / 2 * 5 + 1
        return [
            digits(bytes.lowerBound)..<digits(bytes.upperBound - 1) + 2,
            signs + bytes.lowerBound..<signs + bytes.upperBound,
        ]
    }

    /// Returns the two digits of a byte.
    static func digits(_ byte: UInt8, capitals: Bool) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: capitals)
    }
}
