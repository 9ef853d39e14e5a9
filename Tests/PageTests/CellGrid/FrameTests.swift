import CellGrid
import Testing

@Suite struct FrameTests {
    private let area = Rect(row: 0, column: 2, rows: 1, columns: 6)

    @Test(
        arguments: [
            ("harbour", 2, "  harbou", 9), ("harbour", 0, "  rbour", 7), ("harbour", -9, "", -2),
            ("harbour", 40, "", 47),
            // A wide character clipped by an edge leaves a blank.
            ("字字字字", 1, "   字字", 9), ("字字字字", 3, "   字字", 11), ("a字", 6, "      a", 9), ("é🇫🇷", 2, "  é🇫🇷", 5),
            ("", 3, "", 3),
        ] as [(String, Column, String, Column)])
    func `text is clipped to its area`(text: String, column: Column, expected: String, end: Column) {
        var frame = Frame(size: Size(rows: 2, columns: 12))
        let reached = frame.put(text, at: Position(row: 0, column: column), within: area)
        #expect(frame.text == [expected, ""])
        #expect(reached == end)
        #expect(frame.isWellFormed)
    }

    @Test(
        arguments: [
            // The row ends with blanks; the gap of two blanks gives one before the trailing ones are used.
            ("go  to  b", 0, 1, "·go to  b", 1), ("go  to  b", 0, 2, "··go to b", 2),
            ("go  to  b", 0, 4, "····go to b", 4), ("go  to  b", 4, 1, "go  ·to b", 1),
            ("字  字", 0, 2, "··字 字", 2), ("go to there", 3, 2, "go ·to there", 1),
            ("twelve lettr", 0, 1, "twelve lettr", 0),
        ] as [(String, Column, Int, String, Int)])
    func `blanks are inserted without losing visible text`(
        text: String, column: Column, count: Int, expected: String, made: Int
    ) {
        var frame = Frame(size: Size(rows: 2, columns: 12))
        frame.put(text, at: Position(row: 0, column: 0))
        let place = Position(row: 0, column: column)
        let count = frame.insertBlanks(count, at: place, within: frame.bounds, style: .plain)
        #expect(count == made)
        for made in 0..<count { frame.put("·", at: Position(row: 0, column: column + Column(made))) }
        #expect(frame.text[0] == expected)
        #expect(frame.isWellFormed)
    }

    @Test func `an area beyond the frame is clipped to it`() {
        var frame = Frame(size: Size(rows: 1, columns: 5))
        frame.put(
            "abcdefgh", at: Position(row: 0, column: -2),
            within: Rect(row: -3, column: -3, rows: 90, columns: 90))
        frame.put("never", at: Position(row: 7, column: 0))
        #expect(frame.text == ["cdefg"])
    }

    @Test(arguments: [
        ("a\u{1B}[31mb\u{7}", "a␛[31mb␇"), ("tab\there", "tab␉here"), ("\u{7F}\u{9B}x", "␡\u{FFFD}x"),
        ("user\u{202E}gnp.exe", "user\u{FFFD}gnp.exe"), ("hi\u{E0041}\u{E0042}", "hi\u{FFFD}\u{FFFD}"),
        ("a\u{200B}b\u{FEFF}c\u{AD}d", "abcd"), ("\u{301}x", " \u{301}x"),
        ("line\u{2028}end", "line\u{2424}end"),
    ])
    func `control characters and invisible ones become a visible mark`(text: String, drawn: String) {
        var frame = Frame(size: Size(rows: 1, columns: 30))
        frame.put(text, at: Position(row: 0, column: 0))
        #expect(frame.text == [drawn])
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

    @Test(arguments: [(0, "x 字字"), (1, " x字字"), (2, "字x 字"), (5, "字字 x")] as [(Column, String)])
    func `overwriting half of a wide cell blanks the other half`(column: Column, expected: String) {
        var frame = Frame(size: Size(rows: 1, columns: 6))
        frame.put("字字字", at: Position(row: 0, column: 0))
        frame.put("x", at: Position(row: 0, column: column))
        #expect(frame.text == [expected])
        #expect(frame.isWellFormed)
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
