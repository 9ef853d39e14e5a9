import CellGrid
import Testing

@testable import Browser

/// What changed as lines of the diff pane: each kind of change reads at once.
@Suite struct ChangeLinesTests {
    private static func lines(_ told: [PageChange.Line], isBackward: Bool = false) -> [String] {
        ChangeLines(
            changes: [PageChange(name: "a", lines: told, marks: [])], isBackward: isBackward, width: 60
        ).lines.map { line in
            // Words that stand out are in brackets.
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

    @Test func `a value stands as old and new in its line`() {
        #expect(
            Self.lines([
                Self.removed("Oranges: 120 boxes", 9..<12), Self.added("Oranges: 127 boxes", 9..<12),
                .kept("Lemons: 64 boxes"),
            ]) == [" a", " ± Oranges: [120] → [127] boxes", "   Lemons: 64 boxes"])
    }

    @Test func `of several lines those that are values are told so, the others as they are`() {
        #expect(
            Self.lines([
                Self.removed("closed on Monday"), Self.removed("seats: 7"), Self.added("open on Tuesday"),
                Self.added("seats: 12"),
            ]) == [" a", " - closed on Monday", " ± seats: [7] → [12]", " + open on Tuesday"])
    }

    @Test func `words stand out within their lines`() {
        #expect(
            Self.lines([
                Self.removed("Rain until Wednesday", 11..<20),
                Self.added("Rain until further notice", 11..<25),
            ]) == [" a", " - Rain until [Wednesday]", " + Rain until [further notice]"])
    }

    @Test func `a line that is gone here and new there was moved`() {
        let told = [
            Self.removed("Rowers"), .kept("Mill Lane"), Self.added("Rowers"), Self.added("Newcomers"),
        ]
        #expect(Self.lines(told) == [" a", " < Rowers", "   Mill Lane", " > Rowers", " + Newcomers"])
        // From the newer version to the older one it went the other way.
        #expect(
            Self.lines(told, isBackward: true) == [
                " a", " > Rowers", "   Mill Lane", " < Rowers", " - Newcomers",
            ])
    }

    @Test func `of lines that are often there as many were moved as are both gone and new`() {
        #expect(
            Self.lines([
                Self.removed("sold out"), .kept("one"), Self.removed("sold out"), .kept("two"),
                Self.added("  sold out"), .kept("three"), Self.removed("}"), .kept("four"), Self.added("}"),
            ]) == [
                " a", " < sold out", "   one", " - sold out", "   two", " > sold out", "   three", " - }",
                "   four", " + }",
            ])
    }

    @Test func `a move from one block to another is one`() {
        let changes = [
            PageChange(name: "a", lines: [Self.removed("  Ferry to Hull")], marks: []),
            PageChange(name: "b", lines: [Self.added("Ferry to Hull")], marks: []),
        ]
        let lines = ChangeLines(changes: changes, width: 40).lines.map(\.text)
        #expect(lines == [" a", " < Ferry to Hull", " b", " > Ferry to Hull"])
    }

    @Test func `values that do not count are told apart from those that do`() {
        #expect(
            Self.lines([.figures(old: "read 7 times", new: "read 8 times")]) == [" a", " ~ read 7 → 8 times"])
    }

    @Test func `a long value is broken within the pane`() {
        let told = [
            Self.removed("The price of a ticket is 9 euros"), Self.added("The price of a ticket is 11 euros"),
        ]
        let lines = ChangeLines(changes: [PageChange(name: "a", lines: told, marks: [])], width: 20).lines
        #expect(
            lines.map(\.text) == [" a", " ± The price of a", "   ticket is 9 → 11", "   euros"])
    }

    @Test func `the legend says what each mark means, and its key closes it`() {
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
