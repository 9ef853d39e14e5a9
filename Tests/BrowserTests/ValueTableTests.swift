import BrowserValues
import CellGrid
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Browser
@testable import BrowserValues

/// Functions of the browser that return values, as a table of what they are given and what they return.
struct ValueTableTests {
    private static let path = "Tests/BrowserTests/Tables/values.table"

    @Test(arguments: TableRow.all(in: path))
    func `a function returns what its row says`(row: TableRow) throws {
        switch row[0] {
        case "runs": #expect(Self.line(row[1]).call ?? "none" == row[2])
        case "completes":
            var line = Self.line(row[1])
            let isCompleted = line.complete()
            #expect((isCompleted ? line.editor.text : "none") == row[2])
            #expect(isCompleted || line.editor.text == row[1])
        case "finds":
            #expect(Self.line(row[1]).list.chosen?.name == row[2])
            var help = HelpList(focus: .page)
            help.list.narrow(to: row[1])
            #expect(help.list.chosen?.name == row[2])
        case "lists before":
            let list = Self.line(row[1]).list
            let names = list.shown.map { list.entries[$0].name }
            let later = names.firstIndex(of: row[3]) ?? names.count
            #expect(names.prefix(later).contains(row[2]))
        case "nearest": #expect(Self.line(row[1]).nearest ?? "none" == row[2])
        case "regions", "regions merged":
            let (old, new) = (row.bytes[1], row.bytes[2])
            let regions = BlockChange.regions(from: old, to: new, merging: row[0] == "regions" ? 0 : 80)
            let told = regions?.map { change in
                let texts = [old[change.old], new[change.new]].map { String(decoding: $0, as: UTF8.self) }
                return "\(change.name): \(texts[0]) / \(texts[1])"
            }
            #expect(told == row.lines(3))
        case "only figures": #expect(row[2].differsOnlyInFigures(from: row[1]) == (row[3] == "yes"))
        case "pattern": #expect(TextPattern(row[1]).removed(from: row[2]) == row[3])
        case "part":
            let selector = row[2].hasPrefix("selector ") ? String(row[2].dropFirst(9)) : nil
            let pattern = ComparisonRules.Part.text(TextPattern(String(row[1].dropFirst().dropLast())))
            #expect(ComparisonRules.Part(row[1]) == (selector.map { .elements(selector: $0) } ?? pattern))
        case "words":
            let words = WordDiff(from: row[1], to: row[2])
            #expect(words.old.map { "\($0)" } == row.lines(3))
            if row.count > 4 { #expect(words.new.map { "\($0)" } == row.lines(4)) }
        case "figures": #expect(WordDiff.change(from: row[1], to: row[2]).map(\.text).joined() == row[3])
        case "sizes":
            let (part, whole) = (try row.number(1), try row.number(2))
            #expect(part.byteText(of: whole) == row[3] && part.byteText(forPage: whole) == row[4])
        case "size": #expect(try row.number(1).byteText == row[2])
        case "times":
            let times = row[1].split(separator: " ").compactMap { Int($0) }
            let shown = StateText.inOneUnit(times.map { .microseconds($0) })
            #expect(shown.figures.joined(separator: " ") == row[2] && shown.unit == row[3])
        case "path":
            var environment = Setup.Environment()
            (environment.currentFolder, environment.homeFolder) = ("/srv/here", "/home/ann")
            #expect(environment.url(ofPath: row[1])?.href ?? "none" == row[2])
        case "frames": #expect(Self.frames(row[1]) == row[1])
        case "rows": #expect(Self.rows(row.bytes[2], .text, try row.number(1)) == row.lines(3))
        case "hex": #expect(Self.rows(row.bytes[2], .hex, try row.number(1)) == row.lines(3))
        case "indented":
            var indenter = JSONIndenter()
            #expect(String(decoding: indenter.append(row.bytes[1]), as: UTF8.self) == row[2])
        case "told", "told backward":
            #expect(Self.told(row.lines(1), isBackward: row[0] != "told") == row.lines(2))
        case "changes": #expect(try Self.changes(row) == row.lines(4))
        default: Issue.record("no function: \(row)")
        }
    }

    @Test func `no row is missing`() {
        #expect(TableRow.all(in: Self.path).count >= 213)
    }

    private static func line(_ text: String) -> CommandLine {
        var line = CommandLine()
        line.editor = LineEditor(text)
        return line
    }

    /// The changes at their times, with the decisions that are made: `5 rows draw, 6 rows 105`.
    private static func frames(_ text: String) -> String {
        let changes: [String: FrameSchedule.Change] = ["rows": .rows, "other": .other, "nothing": .nothing]
        var schedule = FrameSchedule()
        let steps = text.split(separator: ", ").map { step in
            let words = step.split(separator: " ").map(String.init)
            let change = changes[words[1]] ?? .nothing
            let decision =
                switch schedule.decide(on: change, at: .milliseconds(Int(words[0]) ?? 0)) {
                case .draw: "draw"
                case .leave: "leave"
                case .wait(let until): "\(until.wholeMilliseconds)"
                }
            return "\(words[0]) \(words[1]) \(decision)"
        }
        return steps.joined(separator: ", ")
    }

    /// All rows of the bytes on a screen of a width.
    private static func rows(_ bytes: [UInt8], _ form: ByteText.Form, _ width: Int) -> [String] {
        var text = ByteText(bytes, form, width: Column(width))
        text.layOut(throughRow: .max)
        #expect(text.isWhole)
        return text.lines(0..<text.rowCount).map(\.text)
    }

    /// The lines of the diff pane, with highlighted words in brackets.
    private static func told(_ written: [String], isBackward: Bool) -> [String] {
        let change = PageChange(name: "a", lines: written.map(changedLine), marks: [])
        return ChangeLines(changes: [change], isBackward: isBackward, width: 60).lines.map { line in
            line.runs.map { run in
                switch run.role {
                case .addedWord, .removedWord: "[\(run.text)]"
                case .text, .added, .removed, .dimmed, .name: run.text
                default: "?\(run.text)"
                }
            }.joined()
        }
    }

    private static func changedLine(_ written: String) -> PageChange.Line {
        let text = written.dropFirst()
        let pieces = text.split(omittingEmptySubsequences: false) { "[]".contains($0) }
        let plain = pieces.joined()
        let start = pieces[0].utf8.count
        let words = pieces.count > 1 ? [start..<(start + pieces[1].utf8.count)] : []
        switch written.first {
        case "-": return .removed(plain, words: words)
        case "+": return .added(plain, words: words)
        case "~":
            let sides = text.split(separator: "→").map(String.init)
            return .figures(old: sides.first ?? "", new: sides.last ?? "")
        default: return .kept(plain)
        }
    }

    /// What changed between two pages, as text; the third cell has the settings: `all`, `numbers` or `ignore PART`.
    private static func changes(_ row: TableRow) throws -> [String] {
        var rules = ComparisonRules.everything
        if row[3] == "numbers" { rules = ComparisonRules(numbers: .ignore) }
        if row[3].hasPrefix("ignore ") {
            rules = ComparisonRules(ignore: [.init(String(row[3].dropFirst(7)))])
        }
        return ChangeText(
            from: ChangeTextTests.page(row.bytes[1]), to: ChangeTextTests.page(row.bytes[2]), rules,
            charsets: .asciiOnly
        ).lines
    }
}

extension TableRow {
    /// A cell as lines; none for an empty cell.
    fileprivate func lines(_ index: Int) -> [String] {
        self[index].isEmpty
            ? [] : self[index].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    fileprivate func number(_ index: Int) throws -> Int { try #require(Int(self[index])) }
}
