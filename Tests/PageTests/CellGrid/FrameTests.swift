import CellGrid
import Testing

@Suite struct FrameTests {
    @Test func `an area beyond the frame is clipped to it`() {
        var frame = Frame(size: Size(rows: 1, columns: 5))
        frame.put(
            "abcdefgh", at: Position(row: 0, column: -2),
            within: Rect(row: -3, column: -3, rows: 90, columns: 90))
        frame.put("never", at: Position(row: 7, column: 0))
        #expect(frame.text == ["cdefg"])
    }

    @Test func `bytes that are not UTF-8 are drawn as replacement characters`() {
        var frame = Frame(size: Size(rows: 1, columns: 9))
        let bytes: [UInt8] = [0x61, 0xFF, 0xE5, 0xAD, 0x62]
        frame.put(bytes.span, at: Position(row: 0, column: 0), within: frame.bounds)
        #expect(frame.text == ["a\u{FFFD}\u{FFFD}\u{FFFD}b"])
    }

    @Test func `grapheme clusters are drawn as all terminals show them alike`() {
        var frame = Frame(size: Size(rows: 1, columns: 20))
        frame.put("👨‍👩‍👧|👍🏽|❤\u{FE0F}|🇫🇷|1\u{FE0F}\u{20E3}", at: Position(row: 0, column: 0))
        #expect(frame[0, 0] == Cell(Glyph("👨"), isWide: true))
        #expect(frame[0, 1].width == 0)
        #expect(frame[0, 3] == Cell(Glyph("👍"), isWide: true))
        #expect(frame[0, 6] == Cell(Glyph("❤"), isWide: true))
        #expect(frame[0, 9] == Cell(Glyph("🇫")))
        #expect(frame[0, 10] == Cell(Glyph("🇷")))
        var keycap = Glyph("1")
        keycap.append("\u{20E3}")
        #expect(frame[0, 12] == Cell(keycap, isWide: true))
    }

    @Test func `a glyph keeps at most four combining marks`() {
        var glyph = Glyph("a")
        #expect(glyph.isSingle)
        for mark in ["\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}"] as [Unicode.Scalar] {
            glyph.append(mark)
        }
        #expect(glyph.scalars == ["a", "\u{300}", "\u{301}", "\u{302}", "\u{303}"])
        #expect(!glyph.isSingle)
    }

    @Test func `a wide cell over halves of two wide ones blanks both`() {
        var frame = Frame(size: Size(rows: 1, columns: 6))
        frame.put("字字字", at: Position(row: 0, column: 0))
        frame[0, 1] = Cell(Glyph("語"), isWide: true)
        #expect(frame.text == [" 語 字"])
        frame[0, 5] = Cell(Glyph("語"), isWide: true)
        #expect(frame.text == [" 語"])
        #expect(frame.isWellFormed)
    }

    @Test func `fill and restyle change only their rectangle`() {
        var frame = Frame(size: Size(rows: 3, columns: 6))
        let blue = Style(background: .palette(4))
        frame.fill(Rect(row: 1, column: 2, rows: 9, columns: 3), with: Glyph("·"), style: blue)
        #expect(frame.text == ["", "  ···", "  ···"])
        frame.restyle(Rect(row: 2, column: 3, rows: 1, columns: 99)) { $0.attributes.insert(.bold) }
        let bold = Style(background: .palette(4), attributes: .bold)
        #expect(
            frame.styleLetters([blue: "b", bold: "B", Style(attributes: .bold): "p"]) == [
                "", "..bbb", "..bBBp",
            ])
        #expect(frame.styleLetters([:]) == ["", "..???", "..????"])
        frame.fill(Rect(row: 5, column: 5, rows: -1, columns: 4), style: blue)
        #expect(frame.text == ["", "  ···", "  ···"])
    }

    @Test func `only rows that differ are reported as changed`() {
        var earlier = Frame(size: Size(rows: 4, columns: 10))
        earlier.put("one", at: Position(row: 1, column: 0))
        var later = earlier
        #expect(later.changedRows(since: earlier).isEmpty)
        later.put("two", at: Position(row: 1, column: 0))
        later.restyle(Rect(row: 3, column: 9, rows: 1, columns: 1)) { $0.foreground = .rgb(1, 2, 3) }
        #expect(later.changedRows(since: earlier) == [1, 3])
        #expect(later.changedRows(since: Frame(size: Size(rows: 4, columns: 9))) == [0, 1, 2, 3])
    }

    @Test func `an empty frame accepts every drawing`() {
        var frame = Frame(size: Size(rows: 0, columns: -3))
        frame.put("text", at: Position(row: 0, column: 0))
        frame.box(Rect(row: 0, column: 0, rows: 5, columns: 5), title: "Page")
        frame.fill(Rect(row: 0, column: 0, rows: 5, columns: 5), style: .plain)
        #expect(frame.text.isEmpty)
    }
}
