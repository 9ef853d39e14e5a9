import CellGrid
import Testing

@testable import Browser

/// Changes as lines of the diff pane, where each kind of change is easy to recognize.
@Suite struct ChangeLinesTests {
    private static func lines(_ told: [PageChange.Line], isBackward: Bool = false) -> [String] {
        ChangeLines(
            changes: [PageChange(name: "a", lines: told, marks: [])], isBackward: isBackward, width: 60
        ).lines.map { line in
            // Highlighted words are in brackets.
            line.runs.map { run in
                switch run.role {
                case .addedWord, .removedWord: "[\(run.text)]"
                case .text, .added, .removed, .dimmed, .name: run.text
                default: "?\(run.text)"
                }
            }.joined()
        }
    }

    private static func removed(_ text: String, _ words: Range<Int>...) -> PageChange.Line {
        .removed(text, words: words)
    }

    private static func added(_ text: String, _ words: Range<Int>...) -> PageChange.Line {
        .added(text, words: words)
    }

    @Test func `a changed value is shown as old and new in its line`() {
        #expect(
            Self.lines([
                Self.removed("Oranges: 120 boxes", 9..<12), Self.added("Oranges: 127 boxes", 9..<12),
                .kept("Lemons: 64 boxes"),
            ]) == [" a", " ± Oranges: [120] → [127] boxes", "   Lemons: 64 boxes"])
    }

    @Test func `among several lines, changed values are shown inline and the others as they are`() {
        #expect(
            Self.lines([
                Self.removed("closed on Monday"), Self.removed("seats: 7"), Self.added("open on Tuesday"),
                Self.added("seats: 12"),
            ]) == [" a", " - closed on Monday", " ± seats: [7] → [12]", " + open on Tuesday"])
    }

    @Test func `changed words are highlighted within their lines`() {
        #expect(
            Self.lines([
                Self.removed("Rain until Wednesday", 11..<20),
                Self.added("Rain until further notice", 11..<25),
            ]) == [" a", " - Rain until [Wednesday]", " + Rain until [further notice]"])
    }

    @Test func `a line removed in one place and added in another was moved`() {
        let told = [
            Self.removed("Rowers"), .kept("Mill Lane"), Self.added("Rowers"), Self.added("Newcomers"),
        ]
        #expect(Self.lines(told) == [" a", " < Rowers", "   Mill Lane", " > Rowers", " + Newcomers"])
        // From the newer version to the older one it moved in the other direction.
        #expect(
            Self.lines(told, isBackward: true) == [
                " a", " > Rowers", "   Mill Lane", " < Rowers", " - Newcomers",
            ])
    }

    @Test func `repeated lines count as moved only as often as they are both removed and added`() {
        #expect(
            Self.lines([
                Self.removed("sold out"), .kept("one"), Self.removed("sold out"), .kept("two"),
                Self.added("  sold out"), .kept("three"), Self.removed("}"), .kept("four"), Self.added("}"),
            ]) == [
                " a", " < sold out", "   one", " - sold out", "   two", " > sold out", "   three", " - }",
                "   four", " + }",
            ])
    }

    @Test func `a move from one block to another is one change`() {
        let changes = [
            PageChange(name: "a", lines: [Self.removed("  Ferry to Hull")], marks: []),
            PageChange(name: "b", lines: [Self.added("Ferry to Hull")], marks: []),
        ]
        let lines = ChangeLines(changes: changes, width: 40).lines.map(\.text)
        #expect(lines == [" a", " < Ferry to Hull", " b", " > Ferry to Hull"])
    }

    @Test func `ignored values are marked differently from those that count`() {
        #expect(
            Self.lines([.figures(old: "read 7 times", new: "read 8 times")]) == [" a", " ~ read 7 → 8 times"])
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
