import CellGrid
import Chance
import Configuration
import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

/// Keys assigned by pressing them in the list of keys.
struct KeyOrderTests {
    /// A configuration: in each line a command, then its keys separated by blanks.
    private static func choices(_ text: String) -> [KeyChoice] {
        text.split(separator: "\n").enumerated().map { number, line in
            let words = line.split(separator: " ").map(String.init)
            let position = TextPosition(line: number + 1, column: 1)
            return KeyChoice(
                command: words[0], at: position, keys: words.dropFirst().map { .init($0, at: position) })
        }
    }

    /// The result of a press as a configuration, with its message; or why it has none.
    private static func order(
        _ key: Key, _ command: Command, _ mode: NewKey.Mode, _ preset: KeyPreset? = nil, _ text: String = ""
    ) -> (changes: [String], words: String) {
        let choices = choices(text)
        do throws(TypingMistake) {
            let order = try KeyTable.read(preset, choices).table.order(
                key, for: NewKey(command: command, mode: mode), preset, choices)
            // The resulting configuration has no mistakes.
            let after = KeyTable.read(preset, KeyChange.apply(order.changes, to: choices))
            #expect(after.problems == [] && after.table.binding(of: command)?.keys.contains(key) == true)
            return (told(order.changes), order.words)
        } catch {
            return ([], error.words)
        }
    }

    private static func told(_ changes: [KeyChange]) -> [String] {
        changes.map { ([$0.command] + ($0.keys ?? ["default"])).joined(separator: " ") }
    }

    @Test(
        arguments: [
            // A key that is not assigned.
            ("~", Command.openAddress, NewKey.Mode.replaces, nil, "", ["open ~"], "~ runs open."),
            (.function(6), .openAddress, .adds, nil, "", ["open o F6"], "F6 runs open."),
            (.alt("é"), .openAddress, .replaces, nil, "open F6\nback F7", ["open M-é"], "M-é runs open."),
            // A key of another command, which keeps its other keys.
            (
                "o", .search, .adds, nil, "", ["search / o", "open"],
                "o runs search; open has no key: type :open."
            ),
            (
                .function(5), .search, .replaces, nil, "", ["search F5", "reload r ^R"],
                "F5 runs search; reload keeps r ^R."
            ),
            (
                " ", .search, .replaces, nil, "page-down Space ^F", ["search Space", "page-down ^F"],
                "Space runs search; page-down keeps ^F."
            ),
            // The same key in another context is not taken away.
            ("j", .nextLink, .replaces, nil, "", ["next-link j"], "j runs next-link."),
            ("g", .accept, .adds, nil, "", ["accept Enter g"], "g runs accept."),
            // The prefix of key sequences removes those sequences.
            (
                "g", .search, .replaces, .vim, "",
                ["search g", "start Home", "next-tab > J", "previous-tab < K"],
                "g runs search; start keeps Home; next-tab keeps > J; previous-tab keeps < K."
            ),
            // One of several keys replaces all.
            ("Q", .quit, .replaces, nil, "", ["quit Q"], "Q runs quit."),
            // The name that the file uses for the command stays.
            (
                "~", .forwardIntercepted, .adds, nil, "accept-held F6", ["accept-held F6 ~"],
                "~ runs forward-intercepted."
            ),
        ] as [(Key, Command, NewKey.Mode, KeyPreset?, String, [String], String)])
    func `a key is assigned to a command and removed from its former one`(
        key: Key, command: Command, mode: NewKey.Mode, preset: KeyPreset?, text: String, changes: [String],
        words: String
    ) {
        let order = Self.order(key, command, mode, preset, text)
        #expect(order.changes.sorted() == changes.sorted())
        #expect(order.words == words)
    }

    @Test(
        arguments: [
            ("o", Command.openAddress, NewKey.Mode.adds, "o already runs open."),
            ("o", .openAddress, .replaces, "o already runs open."),
            (":", .search, .adds, ": is the only key of commands, which requires one (all panes)."),
            (
                .enter, .cancel, .adds,
                "Enter is the only key of accept, which requires one (input line)."
            ),
            ("5", .typeNumber, .adds, "The keys of type-number are digits; it takes no others."),
            (
                "c", .takeOptions, .adds,
                "c is the only key of copy-curl, which requires one (copy)."
            ),
            (.paste("x"), .openAddress, .replaces, "This key cannot be assigned to a command."),
            (.control("é"), .openAddress, .replaces, "This key cannot be assigned to a command."),
        ] as [(Key, Command, NewKey.Mode, String)])
    func `a key that cannot be assigned says why`(
        key: Key, command: Command, mode: NewKey.Mode, words: String
    ) {
        let order = Self.order(key, command, mode)
        #expect(order.changes == [] && order.words == words)
    }

    @Test func `default keys are restored unless another command has them now`() throws {
        func restore(_ text: String) -> (changes: [String], words: String) {
            let choices = Self.choices(text)
            do throws(TypingMistake) {
                let order = try KeyTable.read(nil, choices).table.orderStandardKeys(
                    of: .openAddress, nil, choices)
                return (Self.told(order.changes), order.words)
            } catch {
                return ([], error.words)
            }
        }
        #expect(restore("open x") == (["open default"], "open has its default keys: o."))
        #expect(restore("search x") == ([], "open has its default keys."))
        #expect(
            restore("open x\nsearch o") == (
                [], "“o” is a key of “search” and of “open”; assign other keys to the latter."
            ))
    }

    @Test func `no assignment leaves a clash or a command without a way to run it`() {
        var random = SeededGenerator(seed: 11)
        let keys: [Key] = ["o", "j", "g", " ", ":", "?", "Z", .tab, .enter, .control("w"), .function(1)]
        for preset in KeyPreset.allCases.map(Optional.some) + [nil] {
            var choices: [KeyChoice] = []
            var table = KeyTable.read(preset, choices).table
            for _ in 0..<25 {
                guard let key = keys.randomElement(using: &random),
                    let command = Command.allCases.randomElement(using: &random),
                    // A refused assignment changes nothing.
                    let order = try? table.order(
                        key, for: NewKey(command: command, mode: .adds), preset, choices)
                else { continue }
                choices = KeyChange.apply(order.changes, to: choices)
                let (next, problems) = KeyTable.read(preset, choices)
                #expect(problems == [], "\(key.name) \(command)")
                #expect(
                    next.bindings.allSatisfy { !$0.keys.isEmpty || next.called.contains($0.command) },
                    "\(key.name) \(command)")
                #expect(next.command(for: key, in: [command.context]) == command)
                table = next
            }
            #expect(!choices.isEmpty)
        }
    }
}

/// The list of keys, waiting for a new key for a command.
struct KeyListTests {
    private func stage(_ typed: String) -> Stage {
        var stage = Stage(columns: 80, rows: 24)
        stage.open("http://a.example/one")
        stage.readCache("<p>One")
        stage.end(.allCached, "over")
        stage.press("?", "/")
        stage.type(typed)
        stage.press(.enter)
        return stage
    }

    /// The requested change, applied as the program does it.
    private func save(_ stage: inout Stage) -> KeyOrder? {
        guard case .ask(.changeKeys(let order, let reply)) = stage.effects.last else { return nil }
        var settings = stage.model.settings
        settings.general[Settings.keys] = KeyChange.apply(order.changes, to: settings.general[Settings.keys])
        let keys = KeyTable.read(nil, settings.general[Settings.keys]).table
        stage.send(.configured(settings, keys: keys, warning: nil))
        stage.send(reply.event(.success("Saved: \(order.words)")))
        return order
    }

    @Test func `r and a press assign another key to a command, effective at once`() {
        var stage = stage("reload without")
        #expect(stage.text.contains("▸R "))
        stage.press("r")
        #expect(stage.model.inputMode == .newKey(NewKey(command: .forceReload, mode: .replaces)))
        stage.press("~")
        #expect(save(&stage)?.changes == [KeyChange(command: "force-reload", keys: ["~"])])
        // The list keeps its position and shows the new key.
        #expect(stage.model.overlay is HelpList && stage.text.contains("▸~ "))
        #expect(stage.model.notice == .news("Saved: ~ runs force-reload."))
        stage.press(.escape, .escape, "R")
        #expect(stage.model.visit?.opening.mode == .open)
        stage.press("~")
        #expect(stage.model.visit?.opening.mode == .forceReload)
    }

    @Test func `a press adds a key, d restores the default, Esc changes nothing`() {
        var stage = stage("reload without")
        stage.press("a", .escape)
        #expect(stage.effects.allSatisfy { if case .ask(.changeKeys) = $0 { false } else { true } })
        stage.press("d")
        #expect(stage.model.notice == .refusal("force-reload has its default keys."))
        stage.press("a", "~")
        #expect(save(&stage)?.changes == [KeyChange(command: "force-reload", keys: ["R", "~"])])
        stage.press("d")
        #expect(save(&stage)?.changes == [KeyChange(command: "force-reload", keys: nil)])
        #expect(stage.text.contains("▸R "))
    }

    @Test func `a key that would leave a command without one is refused, and the list stays open`() {
        var stage = stage("reload without")
        stage.press("r", ":")
        #expect(stage.effects.allSatisfy { if case .ask(.changeKeys) = $0 { false } else { true } })
        #expect(stage.model.inputMode == nil && stage.model.overlay is HelpList)
        #expect(stage.text.contains(": is the only key of commands"))
    }

    @Test func `the key of a command's second row cannot be changed`() {
        var stage = stage("The last request as a command")
        stage.press("r")
        #expect(stage.model.inputMode == nil && stage.text.contains("c is fixed here (copy)."))
    }
}
