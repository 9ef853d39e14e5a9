import CellGrid
import Configuration
import SonicProtocol
import Testing

@testable import Browser

/// Key sequences, and counts before keys.
struct KeySequenceTests {
    private static func table(
        _ preset: KeyPreset?, _ keys: [(String, String)] = []
    ) -> (table: KeyTable, problems: [String]) {
        let choices = keys.enumerated().map { row, pair in
            KeyChoice(
                command: pair.0, at: TextPosition(line: row + 1, column: 1),
                keys: [.init(pair.1, at: TextPosition(line: row + 1, column: 9))])
        }
        let (table, problems) = KeyTable.read(preset, choices)
        return (table, problems.map { "\($0)" })
    }

    /// A page of 200 lines with the keys of vim, 20 of which are on the screen.
    private static func stage(_ preset: KeyPreset? = .vim, _ keys: [(String, String)] = []) -> Stage {
        var stage = Stage(columns: 80, rows: 24, keys: table(preset, keys).table)
        stage.open("http://a.example/")
        let lines = (1...200).map { "line \($0) \($0 % 10 == 0 ? "tulip" : "rose")" }
        stage.readCache("<pre>" + lines.joined(separator: "\n") + "</pre>")
        stage.end(.allCached, "over")
        return stage
    }

    private static func top(_ stage: Stage) -> Int { stage.model.document?.reader.top ?? -1 }

    @Test func `a count before a key repeats its command`() {
        var stage = Self.stage()
        stage.press("5", "j")
        #expect(Self.top(stage) == 5)
        stage.press("1", "2", "j")
        #expect(Self.top(stage) == 17)
        stage.press("3", "k", "1", "0", "k")
        #expect(Self.top(stage) == 4)
        // Beyond the end it stops at the end without an error.
        stage.press("9", "9", "9", "j")
        #expect(stage.model.isAtEnd && stage.model.notice == nil)
    }

    @Test func `a count before the keys of the first and the last line is a line number`() {
        var stage = Self.stage()
        stage.press("4", "2", "G")
        #expect(Self.top(stage) == 41)
        stage.press("7", "g", "g")
        #expect(Self.top(stage) == 6)
        stage.press("G")
        #expect(stage.model.isAtEnd)
        stage.press("g", "g")
        #expect(Self.top(stage) == 0)
    }

    @Test func `a count goes to that match`() {
        var stage = Self.stage()
        stage.press("/")
        stage.type("tulip")
        stage.press(.enter)
        let first = Self.top(stage)
        stage.press("3", "n")
        stage.settle()
        let document = stage.model.document
        #expect(document?.bytesShown(height: 20).isEmpty == false && Self.top(stage) > first)
        #expect(stage.text.contains("line 40 tulip"))
    }

    @Test func `a count is ignored by commands that do not use it, and Esc clears it`() {
        var stage = Self.stage()
        stage.press("3", "=")
        #expect((stage.model.overlay as? SessionOverlay)?.topic == .facts)
        stage.press(.escape, "4", .escape, "j")
        #expect(Self.top(stage) == 1)
        stage.press("0")
        #expect(stage.text.contains("0 does nothing"))
    }

    @Test func `the bottom line shows the keys pressed and those that can follow`() {
        var stage = Self.stage()
        stage.press("3")
        #expect(stage.screen.last?.contains("3  then a command") == true)
        stage.press(.escape, .control("w"))
        #expect(
            stage.screen.last?.contains("^W  1 page, 2 state, 3 diff, 4 headers, w pane, ^W pane, Esc leaves")
                == true)
        stage.press("x")
        #expect(stage.screen.last?.contains("^W x does nothing. Press ? for the keys.") == true)
    }

    @Test func `panes have sequences of two keys with the keys of vim, and digits by default`() {
        var vim = Self.stage()
        vim.press("v", .control("w"), "2")
        #expect(vim.model.screen.focus == .state)
        vim.press(.control("w"), "1")
        #expect(vim.model.screen.focus == .page)
        vim.press(.control("w"), .control("w"))
        #expect(vim.model.screen.focus != .page)
        var own = Self.stage(nil)
        own.press("v", "2")
        #expect(own.model.screen.focus == .state)
        own.press("1", "5", "j")
        #expect(Self.top(own) == 1 && own.model.screen.focus == .page)
    }

    @Test func `tabs are switched and the program quits by two keys`() {
        var stage = Self.stage()
        stage.press(.control("t"))
        stage.type("b.example")
        stage.press(.enter)
        stage.readCache("<p>b")
        stage.end(.allCached, "over")
        #expect(stage.model.account.tabs.frontIndex == 1)
        stage.press("g", "T")
        #expect(stage.model.account.tabs.frontIndex == 0)
        stage.press("g", "t")
        #expect(stage.model.account.tabs.frontIndex == 1)
        stage.press("Z", "Z")
        #expect(stage.effects.contains(.quit))
    }

    @Test func `sequences work in overlays, which keep their own digits`() {
        var stage = Self.stage()
        stage.press("?", .escape, "@", "G", "g", "g")
        #expect(stage.model.overlay?.scroller.top == 0)
        stage.press(.escape, "I")
        let before = stage.text
        stage.press("2")
        #expect(stage.model.inputMode == nil && stage.text != before)
    }

    @Test func `a file assigns sequences to commands, and a shared prefix is a clash`() {
        let (table, problems) = Self.table(nil, [("quit", "^X ^C"), ("open", "^X ^F")])
        #expect(problems == [])
        #expect(table.command(for: .sequence([.control("x"), .control("c")]), in: [.panes]) == .quit)
        #expect(table.binding(of: .quit)?.keyNames == "^X ^C")
        let clash = Self.table(nil, [("start", "g g"), ("quit", "g")]).problems
        #expect(
            clash == [
                "2:9: “g g” of “start” and “g” of “quit” start with the same key; the first one keeps it."
            ])
        let taken = Self.table(nil, [("quit", "o o")])
        #expect(
            taken.problems == [
                "1:9: “o o” of “quit” and “o” of “open” start with the same key; assign other keys to the latter."
            ])
        #expect(taken.table.keyName(of: .openAddress) == ":open")
        let wrong = Self.table(nil, [("quit", "g Ctrl-X")]).problems
        #expect(wrong.count == 1 && wrong[0].hasPrefix("1:9: “g Ctrl-X” is not a valid key"))
    }

    @Test func `a count has an upper bound`() {
        var begun = BegunKeys()
        for _ in 0..<30 {
            begun = begun.adding(digit: "9", Self.table(.vim).table, isKnown: false) ?? BegunKeys()
        }
        #expect(begun.count == BegunKeys.maxCount)
    }
}
