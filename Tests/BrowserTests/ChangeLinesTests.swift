import CellGrid
import Testing

@testable import Browser

/// Changes as lines of the diff pane, where each kind of change is easy to recognize.
@Suite struct ChangeLinesTests {
    private static func removed(_ text: String, _ words: Range<Int>...) -> PageChange.Line {
        .removed(text, words: words)
    }

    private static func added(_ text: String, _ words: Range<Int>...) -> PageChange.Line {
        .added(text, words: words)
    }

    @Test func `a move from one block to another is one change`() {
        let changes = [
            PageChange(name: "a", lines: [Self.removed("  Ferry to Hull")], marks: []),
            PageChange(name: "b", lines: [Self.added("Ferry to Hull")], marks: []),
        ]
        let lines = ChangeLines(changes: changes, width: 40).lines.map(\.text)
        #expect(lines == [" a", " < Ferry to Hull", " b", " > Ferry to Hull"])
    }

    @Test func `a long value is wrapped within the pane`() {
        let told = [
            Self.removed("The price of a ticket is 9 euros"), Self.added("The price of a ticket is 11 euros"),
        ]
        let lines = ChangeLines(changes: [PageChange(name: "a", lines: told, marks: [])], width: 20).lines
        #expect(
            lines.map(\.text) == [" a", " ± The price of a", "   ticket is 9 → 11", "   euros"])
    }

    @Test func `the legend explains each mark, and its key closes it`() {
        var stage = Stage(columns: 100, rows: 60)
        stage.press("*")
        for mark in DiffMark.allCases { #expect(stage.text.contains(mark.sign.padded(to: 7) + mark.words)) }
        for ending in Plot.Ending.allCases {
            #expect(stage.screen.contains { $0.contains("│ \(Plot(.drawn).sign(ending))  ") })
        }
        stage.press("*")
        #expect(!stage.text.contains("Legend"))
    }
}
