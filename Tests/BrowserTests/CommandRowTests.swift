import CellGrid
import Configuration
import Foundation
import SonicProtocol
import Testing

@testable import Browser

/// Everything about commands is read from their rows: adding a row adds a command everywhere.
struct CommandRowTests {
    private static let fixture = Command(
        "fixture", ["~"], "fix", "Do what a test wants.", in: .panes, takes: .place, unless: [.noPage],
        given: { model, text in
            model.notice = .news("Given \(text).")
            return []
        },
        does: { model in
            model.notice = .news("Done.")
            return [.redraw]
        })
    private static let table = KeyTable(
        KeyTable.standard.bindings + [KeyTable.Binding(command: fixture, keys: fixture.keys)],
        called: KeyTable.standard.called + [fixture])

    private static func loaded(_ keys: KeyTable) -> Stage {
        var stage = Stage(keys: keys)
        stage.open("http://a.example/")
        stage.readCache("<p>text")
        stage.end(.allCached, "status 304")
        return stage
    }

    @Test func `a new command's key runs it, or says why it cannot`() {
        var stage = Stage(keys: Self.table)
        stage.press("~")
        #expect(stage.bottom.contains("there is no page yet: press o to open one"))
        stage = Self.loaded(Self.table)
        stage.press("~")
        #expect(stage.bottom.contains("Done.") && stage.effects.last == .redraw)
        stage = Self.loaded(.standard)
        stage.press("~")
        #expect(stage.bottom.contains("~ does nothing."))
    }

    @Test func `the command line runs a new command by name, with its arguments`() {
        var stage = Self.loaded(Self.table)
        stage.press(":")
        stage.type("fixture 7")
        #expect(stage.text.contains("fixture LINE|N%"))
        stage.press(.enter)
        #expect(stage.bottom.contains("Given 7."))
        stage = Self.loaded(.standard)
        stage.press(":")
        stage.type("fixture 7")
        stage.press(.enter)
        #expect(stage.text.contains("Unknown command “fixture”"))
    }

    @Test func `help and documents list a new command`() {
        let row =
            "| `~` | `fixture LINE\\|N%` | Do what a test wants. | there is no page yet: press o to open one |"
        for (table, isThere) in [(Self.table, true), (KeyTable.standard, false)] {
            var help = HelpList(focus: .page, keys: table)
            help.settle(width: 100, height: 500)
            #expect(help.text.lines.contains { $0.text.contains("Do what a test wants.") } == isThere)
            #expect(KeyDocument.text(of: table).contains(row) == isThere)
            #expect((table.namingKeys("press {fixture}") == "press ~") == isThere)
        }
    }

    @Test func `each name in braces in a text of the browser is that of a command`() throws {
        let folder = TextFiles.root.appendingPathComponent("Sources/Application/Browser")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".swift")
        }
        var names: Set<Substring> = []
        for path in paths {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains("\"") {
                names.formUnion(line.matches(of: /[^\\]{([a-z][a-z-]+)}/).map(\.output.1))
            }
        }
        #expect(names.count > 50)
        #expect(names.filter { KeyTable.standard.binding(named: String($0)) == nil } == [])
    }

    @Test func `a new command can be given other keys like any command`() {
        let position = TextPosition(line: 1, column: 1)
        let wish = KeyChoice(
            command: "fixture", at: position, keys: [.init("F6", at: position)])
        let (table, problems) = KeyTable.read(.vim, [wish], over: Self.table)
        #expect(problems.isEmpty && table.command(for: .function(6), in: [.panes]) == Self.fixture)
        #expect(table.command(for: "~", in: [.panes]) == nil)
        #expect(KeyTable.read(.vim, [wish]).problems.count == 1)
    }

    @Test func `the keys of a command that is gone are reported with what to use instead`() {
        let key = KeyChoice(command: "copy-test", at: TextPosition(line: 1, column: 1), keys: [])
        let words = "copy-test is gone: use export-session, and sonic replay --expect on its file."
        #expect(KeyTable.read(nil, [key]).problems.map(\.message) == [words])
    }
}
