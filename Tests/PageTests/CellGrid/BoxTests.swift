import CellGrid
import Testing

@Suite struct BoxTests {
    @Test func `touching boxes share their borders`() {
        var frame = Frame(size: Size(rows: 5, columns: 17))
        frame.box(Rect(row: 0, column: 0, rows: 5, columns: 9), title: "1 Page")
        frame.box(Rect(row: 0, column: 8, rows: 3, columns: 9), title: "2 State")
        frame.box(Rect(row: 2, column: 8, rows: 3, columns: 9), title: "Diff")
        #expect(
            frame.text == [
                "┌ 1 Pa… ┬ 2 St… ┐",
                "│       │       │",
                "│       ├ Diff ─┤",
                "│       │       │",
                "└───────┴───────┘",
            ])
    }

    @Test func `crossing boxes join their borders`() {
        var frame = Frame(size: Size(rows: 4, columns: 7))
        frame.box(Rect(row: 0, column: 0, rows: 3, columns: 5))
        frame.box(Rect(row: 1, column: 2, rows: 3, columns: 5))
        #expect(
            frame.text == [
                "┌───┐",
                "│ ┌─┼─┐",
                "└─┼─┘ │",
                "  └───┘",
            ])
    }

    @Test func `a box beyond the frame is clipped`() {
        var frame = Frame(size: Size(rows: 3, columns: 6))
        frame.box(Rect(row: 1, column: -2, rows: 9, columns: 6), title: "Cut")
        #expect(frame.text == ["", "C… ┐", "   │"])
    }

    @Test(arguments: [(0, 5), (1, 5), (5, 1), (5, 0), (-4, 8)] as [(Row, Column)])
    func `a box without room is not drawn`(rows: Row, columns: Column) {
        var frame = Frame(size: Size(rows: 4, columns: 6))
        frame.box(Rect(row: 0, column: 0, rows: rows, columns: columns), title: "T")
        #expect(frame.text == ["", "", "", ""])
    }

    @Test func `the smallest box has four corners, and a wide title is truncated`() {
        var frame = Frame(size: Size(rows: 4, columns: 8))
        frame.box(Rect(row: 0, column: 0, rows: 2, columns: 2), title: "T")
        frame.box(Rect(row: 2, column: 0, rows: 2, columns: 8), title: "字字字字")
        #expect(frame.text == ["┌┐", "└┘", "┌ 字… ─┐", "└──────┘"])
    }

    @Test func `the title has its own style`() {
        var frame = Frame(size: Size(rows: 2, columns: 9))
        let bold = Style(attributes: .bold)
        frame.box(Rect(frame.size), title: "Hi", style: .plain, titleStyle: bold)
        #expect(frame.styleLetters([bold: "b"]) == [".bbbb", ""])
    }
}
