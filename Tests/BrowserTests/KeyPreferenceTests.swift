import CellGrid
import Configuration
import SonicProtocol
import Testing

@testable import Browser

/// Keys assigned to commands in the configuration.
struct KeyPreferenceTests {
    /// One setting in each line of a file: a command, then its keys separated by blanks.
    private static func read(
        _ text: String, _ preset: KeyPreset? = nil
    ) -> (table: KeyTable, problems: [String]) {
        let wishes = text.split(separator: "\n").enumerated().map { number, line in
            let words = line.split(separator: " ").map(String.init)
            return KeyChoice(
                command: words[0], at: TextPosition(line: number + 1, column: 1),
                keys: words.dropFirst().enumerated().map {
                    .init($1, at: TextPosition(line: number + 1, column: 10 + $0))
                })
        }
        let (table, problems) = KeyTable.read(preset, wishes)
        return (table, problems.map { "\($0)" })
    }

    private static func keys(_ command: Command, _ table: KeyTable) -> String {
        (table.binding(of: command)?.keys ?? []).map(\.name).joined(separator: " ")
    }

    @Test func `a command has the configured keys and no others`() {
        let (table, problems) = Self.read("open ^O M-q\nreload F5")
        #expect(problems == [])
        #expect(Self.keys(.openAddress, table) == "^O M-q")
        #expect(table.command(for: .control("o"), in: [.panes]) == .openAddress)
        #expect(table.command(for: "o", in: [.page, .panes, .everywhere]) == nil)
        #expect(table.command(for: .function(5), in: [.panes]) == .reload)
        #expect(Self.keys(.forceReload, table) == "R")
    }

    @Test(arguments: [
        ("accept-held", Command.forwardIntercepted), ("edit-held", .editIntercepted),
        ("drop-held", .dropIntercepted), ("held", .listIntercepted), ("answer", .showAnswer),
        ("compare-answers", .compareAnswers), ("store-answer", .storeAnswer),
    ])
    func `a former name of a command still sets its keys`(name: String, command: Command) {
        let (table, problems) = Self.read("\(name) ~")
        #expect(problems == [] && Self.keys(command, table) == "~")
    }

    @Test func `a clash is reported with both commands and its place, and the setting applies`() {
        let (table, problems) = Self.read("search o")
        #expect(
            problems == ["1:10: “o” is a key of “search” and of “open”; assign other keys to the latter."])
        #expect(table.command(for: "o", in: [.page, .panes, .everywhere]) == .search)
        #expect(Self.keys(.openAddress, table) == "")
        #expect(table.keyName(of: .openAddress) == ":open")
    }

    @Test func `a command that gives its key away in the same file is no clash`() {
        #expect(Self.read("search o\nopen O\noffline M-q").problems == [])
        #expect(Self.read("search o\nopen").problems == [])
    }

    @Test func `of two settings for a key the first applies`() {
        let (table, problems) = Self.read("back ~\nforward ~ M-~")
        #expect(problems == ["2:10: “~” is a key of “back” and of “forward”; the first one keeps it."])
        #expect(Self.keys(.back, table) == "~")
        #expect(Self.keys(.forward, table) == "M-~")
    }

    @Test func `a key of the page takes precedence over the same global key`() {
        let (table, problems) = Self.read("next-link j")
        #expect(problems == [])
        #expect(table.command(for: "j", in: [.page, .panes, .everywhere]) == .nextLink)
        #expect(table.command(for: "j", in: [.overlay, .everywhere]) == .lineDown)
    }

    @Test(arguments: [
        ("opne x", "1:1: Unknown command “opne”. Did you mean “open”?"),
        (
            "open Ctrl-X",
            "1:10: “Ctrl-X” is not a valid key; keys are x, Space, ^X, M-x, Tab, Enter, PgDn, F1, Up and the like, and “g g” one after the other."
        ),
        (
            "open ^I",
            "1:10: “^I” is not a valid key; keys are x, Space, ^X, M-x, Tab, Enter, PgDn, F1, Up and the like, and “g g” one after the other."
        ),
        ("accept", "1:1: “accept” cannot be run with “:”, so it requires a key."),
        ("show-tab x", "1:1: The keys of “show-tab” are digits; it takes no others."),
        ("view x", "1:1: The keys of “view” are digits; it takes no others."),
        ("lie x", "1:1: The keys of “lie” are digits; it takes no others."),
    ])
    func `a mistake is reported and changes nothing`(text: String, problem: String) {
        let (table, problems) = Self.read(text)
        #expect(problems == [problem])
        #expect(Self.keys(.openAddress, table) == "o")
        #expect(Self.keys(.accept, table) == "Enter")
    }

    @Test func `a list names the keys of its actions as configured`() {
        var stage = Stage(columns: 120, keys: Self.read("leave-list F3").table)
        stage.history = [3: "<p>new", 2: "<p>old"]
        stage.open("http://a.example/")
        stage.readCache("<p>new")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("D", "~")
        let keys = "Enter goes there, Space marks, D compares, F3 leaves."
        #expect(stage.text.contains("~ does nothing here: \(keys)"))
        stage.press(.function(3), "y", "~")
        #expect(stage.text.contains("~ does nothing here: press a letter, or F3 to leave."))
    }

    @Test func `every key has a name that parses back to it`() {
        for key in KeyTable.standard.bindings.flatMap(\.keys) { #expect(Key(named: key.name) == key) }
        #expect(Key(named: "C-d") == .control("d") && Key(named: "Up") == .up && Key(named: "é") == "é")
        for name in ["", "ab", "^", "M-", "F0", "F25", "^M", "\u{1B}", " ", "C-é"] {
            #expect((Key(named: name) == nil) == (name != "^"), "\(name)")
        }
    }

    @Test(arguments: KeyPreset.allCases)
    func `with the keys of another program every command is reachable and no key is ambiguous`(
        preset: KeyPreset
    ) throws {
        let (table, problems) = Self.read("", preset)
        #expect(problems == [])
        for binding in KeyTable.standard.bindings where !binding.keys.isEmpty {
            #expect(!Self.keys(binding.command, table).isEmpty, "\(binding.command)")
        }
        for (key, one, other) in KeyTableTests.sharedKeys(of: table)
        where Set([one.context, other.context]) != [.page, .everywhere] {
            Issue.record("\(key.name): \(one.command), \(other.command)")
        }
        for (command, keys) in preset.keys {
            #expect(Self.keys(command, table) == keys.map(\.name).joined(separator: " "))
        }
    }

    @Test func `messages, help and hints name the current keys`() {
        var stage = Stage(keys: Self.read("open x\nhelp h\nreload ^R").table)
        stage.press("o")
        #expect(stage.bottom.contains("o does nothing. Press h for the keys."))
        stage.press(.control("r"))
        #expect(stage.bottom.contains("there is no page yet: press x to open one"))
        #expect(stage.text.contains("Press x and type an address."))
        stage.press("h", "/")
        stage.type("type an address to open.")
        #expect(stage.text.contains("▸x "))
        stage.press(.escape, .escape, ":")
        stage.type("reload")
        #expect(stage.text.contains("^R"))
    }

    @Test func `the hint line can be left empty`() {
        var stage = Stage(choices: Choices { $0[Settings.hints] = false })
        #expect(stage.screen.last?.contains { $0 != " " } == false)
        stage.press("é")
        #expect(stage.bottom.contains("é does nothing"))
    }

    @Test func `overlays are closed by the key that opens them, however it is configured`() {
        func stage(_ table: KeyTable?) -> Stage {
            var stage = Stage(keys: table)
            stage.open("http://a.example/")
            stage.readCache("<p>x")
            stage.end(.allCached, "the same")
            return stage
        }
        var own = stage(nil)
        for key in ["=", "@", "!", .alt("l")] as [Key] {
            own.press(key)
            #expect(own.model.overlay != nil, "\(key.name)")
            own.press(key)
            #expect(own.model.overlay == nil, "\(key.name)")
        }
        own.press("=", "?")
        #expect(own.model.overlay == nil)
        let (table, problems) = Self.read("facts ~\nclose x")
        #expect(problems == [])
        var other = stage(table)
        other.press("~")
        #expect(other.model.overlay != nil)
        other.press(.escape)
        #expect(other.bottom.contains("Esc does nothing here: press x to go back"))
        other.press("=")
        #expect(other.model.overlay != nil)
        other.press("~")
        #expect(other.model.overlay == nil)
        other.press("~", "x")
        #expect(other.model.overlay == nil)
    }
}
