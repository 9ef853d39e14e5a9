/// A picture as pixels, which a terminal with kitty's graphics protocol shows in place of cells that name its parts.
public struct Pixels: Equatable, Sendable {
    /// The number of pictures that cells can tell apart: 240 colours of the palette, the first sixteen being the
    /// user's, for each of 256 marks.
    static let count: UInt16 = 240 * 256
    /// The highest numbers of columns and rows that cells can name.
    static let largest = 256

    /// What cells call it.
    public let number: UInt16
    /// The size in cells.
    public let columns: Int, rows: Int
    /// The size in pixels.
    public let width: Int, height: Int
    /// Red, green, blue and opacity of each pixel, row by row.
    public let bytes: [UInt8]

    /// Creates a picture; nil if its bytes are not those of its size, or if cells cannot name its parts.
    /// - Parameter number: What cells call it; after the last number that they can tell, it begins again at 0.
    public init?(number: UInt16, columns: Int, rows: Int, width: Int, height: Int, bytes: [UInt8]) {
        let cells = 1...Self.largest
        guard cells.contains(columns), cells.contains(rows), width > 0, height > 0,
            bytes.count == 4 * width * height
        else { return nil }
        (self.number, self.bytes) = (number % Self.count, bytes)
        (self.columns, self.rows) = (columns, rows)
        (self.width, self.height) = (width, height)
    }

    /// What the terminal calls it: the colour of its cells, and the third of their marks as the highest byte.
    public var terminalNumber: UInt32 { UInt32(high) << 24 | UInt32(color) }

    private var color: UInt8 { UInt8(16 + number % 240) }
    private var high: Int { Int(number / 240) }

    /// Returns the glyph of one cell. Its last scalar stands for the colour; a terminal never receives it.
    func glyph(row: Int, column: Int) -> Glyph {
        var glyph = Glyph(Glyph.placeholder)
        for index in [row, column, high] { glyph.append(Self.marks[index]) }
        glyph.append(Unicode.Scalar(0x100 + UInt16(color)) ?? " ")
        return glyph
    }

    // The marks of kitty's table for the numbers from 0: those above a base (class 230) of Unicode 6.0 that no
    // normalization joins with it.
    private static let marks: [Unicode.Scalar] =
        """
        305 30D-30E 310 312 33D-33F 346 34A-34C 350-352 357 35B 363-36F 483-487 592-595 597-599 59C-5A1 \
        5A8-5A9 5AB-5AC 5AF 5C4 610-617 657-65B 65D-65E 6D6-6DC 6DF-6E2 6E4 6E7-6E8 6EB-6EC 730 732-733 \
        735-736 73A 73D 73F-741 743 745 747 749-74A 7EB-7F1 7F3 816-819 81B-823 825-827 829-82D 951 \
        953-954 F82-F83 F86-F87 135D-135F 17DD 193A 1A17 1A75-1A7C 1B6B 1B6D-1B73 1CD0-1CD2 1CDA-1CDB \
        1CE0 1DC0-1DC1 1DC3-1DC9 1DCB-1DCC 1DD1-1DE6 1DFE 20D0-20D1 20D4-20D7 20DB-20DC 20E1 20E7 20E9 \
        20F0 2CEF-2CF1 2DE0-2DFF A66F A67C-A67D A6F0-A6F1 A8E0-A8E5
        """
        .split(separator: " ").flatMap { part -> [Unicode.Scalar] in
            let ends = part.split(separator: "-").compactMap { UInt32($0, radix: 16) }
            return ((ends.first ?? 0)...(ends.last ?? 0)).compactMap(Unicode.Scalar.init)
        }
}
