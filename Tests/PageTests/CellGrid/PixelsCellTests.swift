import CellGrid
import Testing

/// The cells in whose place a terminal shows parts of pictures.
@Suite struct PixelsCellTests {
    private static func picture(number: UInt16, columns: Int = 2, rows: Int = 1) -> Pixels? {
        Pixels(number: number, columns: columns, rows: rows, width: 1, height: 1, bytes: [1, 2, 3, 4])
    }

    @Test(arguments: [
        (0, 0, 0, "\u{10EEEE}\u{305}\u{305}\u{305}", 16), (239, 0, 1, "\u{10EEEE}\u{305}\u{30D}\u{305}", 255),
        (240, 1, 0, "\u{10EEEE}\u{30D}\u{305}\u{30D}", 16),
        (61439, 255, 255, "\u{10EEEE}\u{A8E5}\u{A8E5}\u{A8E5}", 255),
        (5, 99, 40, "\u{10EEEE}\u{74A}\u{598}\u{305}", 21),
    ])
    func `a cell names picture, row and column as kitty does`(
        number: UInt16, row: Int, column: Int, text: String, color: UInt8
    ) throws {
        let picture = try #require(Self.picture(number: number, columns: 256, rows: 256))
        var frame = Frame(size: Size(rows: 1, columns: 2), style: Style(background: .palette(4)))
        frame.put(picture, row: row, column: column, at: Position(row: 0, column: 1))
        let part = try #require(frame[0, 1].glyph.picturePart)
        #expect(part.glyph.scalars == Array(text.unicodeScalars))
        #expect(part.color == color)
        #expect(frame[0, 1].style == Style(background: .palette(4)))
        #expect(frame.pictures == [number: picture])
    }

    @Test func `text never names a picture`() {
        var frame = Frame(size: Size(rows: 1, columns: 8))
        frame.put("\u{10EEEE}\u{305}\u{305}a\u{200D}\u{10EEEE}\u{305}", at: Position(row: 0, column: 0))
        let cells = Array(frame.row(0))
        #expect(cells.allSatisfy { $0.glyph.picturePart == nil })
        #expect(!frame.text[0].unicodeScalars.contains("\u{10EEEE}"))
        #expect(frame.pictures.isEmpty)
    }

    @Test func `sizes that cells cannot name are refused, and numbers begin again`() {
        #expect(Self.picture(number: 61440) == Self.picture(number: 0))
        #expect(Self.picture(number: 1, columns: 257) == nil)
        #expect(Self.picture(number: 1, rows: 0) == nil)
        #expect(Pixels(number: 1, columns: 1, rows: 1, width: 2, height: 1, bytes: [0, 0, 0, 0]) == nil)
    }
}
