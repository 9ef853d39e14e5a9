import CellGrid
import Testing

@Suite struct FrameTests {
    @Test func `text is clipped to its area`() {
        var frame = Frame(size: Size(rows: 2, columns: 12))
        let end = frame.put(
            "harbour bridge", at: Position(row: 0, column: 2),
            within: Rect(row: 0, column: 0, rows: 1, columns: 9))
        #expect(frame.text == ["  harbour", ""])
        #expect(end == 16)
    }

    @Test func `boxes that touch join`() {
        var frame = Frame(size: Size(rows: 5, columns: 16))
        frame.box(Rect(row: 0, column: 0, rows: 5, columns: 8), title: "Page")
        frame.box(Rect(row: 0, column: 7, rows: 3, columns: 9), title: "State pane")
        frame.box(Rect(row: 2, column: 7, rows: 3, columns: 9), title: "Diff")
        #expect(
            frame.text == [
                "┌ Page ┬ Stat… ┐",
                "│      │       │",
                "│      ├ Diff ─┤",
                "│      │       │",
                "└──────┴───────┘",
            ])
    }
}
