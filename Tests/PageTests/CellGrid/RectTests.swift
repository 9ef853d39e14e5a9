import CellGrid
import Testing

@Suite struct RectTests {
    @Test func `rows and columns can be counted and compared`() {
        #expect(Row(3) + 2 == 5)
        #expect(Column(3) * 4 - 2 == 10)
        #expect(-Column(7) / 2 == -3)
        #expect((Row(1)..<4).map(\.value) == [1, 2, 3])
        #expect(Row(2) < 3 && "\(Row(2))" == "2")
        #expect(Row(2).distance(to: 5) == 3)
        var row: Row = 1
        row += 4
        row -= 2
        #expect(row == 3)
    }

    @Test func `rectangles intersect and contain positions`() {
        let rect = Rect(row: 1, column: 2, rows: 4, columns: 10)
        #expect(
            rect.clipped(to: Rect(row: 3, column: 0, rows: 9, columns: 5))
                == Rect(row: 3, column: 2, rows: 2, columns: 3))
        #expect(rect.clipped(to: Rect(row: 9, column: 0, rows: 9, columns: 5)).isEmpty)
        #expect(rect.inside == Rect(row: 2, column: 3, rows: 2, columns: 8))
        #expect(Rect(row: 0, column: 0, rows: 1, columns: 1).inside.isEmpty)
        #expect(rect.contains(Position(row: 4, column: 11)))
        #expect(!rect.contains(Position(row: 5, column: 11)))
        #expect(!rect.contains(Position(row: 4, column: 12)))
        #expect(Size(rows: -1, columns: 4) == Size(rows: 0, columns: 4))
    }
}
