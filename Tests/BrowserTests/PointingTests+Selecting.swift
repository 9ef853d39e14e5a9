import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

// Text selected with the mouse.
extension PointingTests {
    @Test func `a drag selects text in one pane, and the release copies it`() throws {
        var stage = Self.stage(columns: 120, rows: 30)
        let start = try stage.place(of: "Paragraph 1.")
        stage.mouse(.pressed, start.moved(columns: 10))
        stage.mouse(.dragged, start.moved(rows: 2, columns: 8))
        #expect(stage.selected.map { String($0.prefix { $0 != " " }) } == ["1.", "", "Paragraph"])
        #expect(stage.copied.isEmpty)
        // Beyond the pane the selection ends at its edge.
        stage.mouse(.dragged, start.moved(rows: 2, columns: 90))
        #expect(stage.selected.allSatisfy { !$0.contains("│") })
        stage.mouse(.released, start.moved(rows: 2, columns: 90))
        #expect(stage.copied == ["1.\n\nParagraph 2."])
        #expect(stage.screen.last?.contains("The selection was copied, 16 ") == true)
        #expect(!stage.selected.isEmpty)
        stage.press("j")
        #expect(stage.selected.isEmpty)
    }

    @Test func `dragging backwards or upwards selects the same text`() throws {
        var stage = Self.stage()
        let start = try stage.place(of: "Paragraph 1.")
        stage.drag(start.moved(rows: 2, columns: 8), to: start.moved(columns: 10))
        #expect(stage.copied == ["1.\n\nParagraph"])
    }

    @Test func `wrapped lines are copied as one line`() throws {
        let words = (1...30).map { "word\($0)" }.joined(separator: " ")
        let long = String(repeating: "0123456789", count: 9)
        var stage = Self.stage(
            columns: 60, "<p>\(words)<blockquote>\(words)</blockquote><p>\(long)<pre>a\nb</pre>")
        let start = try stage.place(of: "word1 ")
        let end = try stage.place(of: "b")
        stage.drag(start, to: end)
        let copied = try #require(stage.copied.first)
        #expect(copied.split(separator: "\n").first.map(String.init) == words)
        #expect(copied.split(separator: "\n").dropFirst().first?.hasSuffix(words) == true)
        #expect(copied.contains("\n" + long + "\n"))
        #expect(copied.hasSuffix("a\nb"))
    }

    @Test func `text in an overlay can be selected, too, and blanks alone are not copied`() throws {
        var stage = Self.stage()
        stage.press("=")
        let start = try stage.place(of: "address")
        stage.drag(start, to: start.moved(columns: 6))
        #expect(stage.copied == ["address"])
        stage.drag(Position(row: 20, column: 60), to: Position(row: 20, column: 70))
        #expect(stage.copied.count == 1)
    }

    @Test func `a drag beyond the edge scrolls one line per event, and all of it is copied`() throws {
        var stage = Self.stage()
        let start = try stage.place(of: "Paragraph 3.")
        stage.mouse(.pressed, start)
        for column in 1...60 { stage.mouse(.dragged, Position(row: 23, column: Column(column))) }
        #expect(stage.model.document?.reader.top == 60)
        #expect(!stage.text.contains("Paragraph 3."))
        stage.mouse(.released, Position(row: 23, column: 60))
        let lines = try #require(stage.copied.first).split(separator: "\n")
        #expect(lines.count > 35)
        #expect(lines == (3...).prefix(lines.count).map { "Paragraph \($0)." })
        stage.press("k")
        #expect(stage.selected.isEmpty)
    }

    @Test func `a drag can return over the scrolled lines, and up beyond the first line`() throws {
        var stage = Self.stage()
        stage.press(" ")
        let start = try stage.place(of: "Paragraph 12.")
        stage.mouse(.pressed, start.moved(columns: 12))
        for _ in 1...3 { stage.mouse(.dragged, Position(row: 23, column: 40)) }
        for column in 1...60 { stage.mouse(.dragged, Position(row: 0, column: Column(1 + column % 2))) }
        #expect(stage.model.document?.reader.top == 0)
        stage.mouse(.released, Position(row: 0, column: 1))
        let text = try #require(stage.copied.first)
        #expect(text.contains("See the first and the second.\n\nParagraph 1."))
        #expect(text.hasSuffix("\n\nParagraph 12."))
    }

    @Test func `panes other than the page scroll during a drag, too`() throws {
        for keys: [Key] in [["="], ["2", "z"]] {
            var stage = Self.stage(columns: 40, rows: 10)
            for key in keys { stage.press(key) }
            let first = try #require(stage.screen.dropFirst(2).first)
            stage.mouse(.pressed, Position(row: 2, column: 1))
            for column in 1...4 { stage.mouse(.dragged, Position(row: 9, column: Column(column))) }
            #expect((2...4).contains(stage.model.scrollTop))
            stage.mouse(.released, Position(row: 9, column: 30))
            let lines = try #require(stage.copied.first).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count > 4)
            #expect(first.contains(lines[0]))
        }
    }
}
