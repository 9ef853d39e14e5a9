import CellGrid
import Testing

@testable import Browser

struct HelpTests {
    private func lines(_ focus: Pane, width: Int = 200) -> [String] {
        var help = HelpList(focus: focus)
        help.settle(width: .init(width), height: 500)
        return help.text.lines.map(\.text)
    }

    @Test(arguments: Pane.allCases)
    func `help lists every command, whichever pane is in focus`(pane: Pane) {
        let text = lines(pane).joined(separator: "\n")
        for binding in KeyTable.standard.bindings {
            #expect(text.contains(binding.help), "\(binding.command)")
            for key in binding.keys { #expect(text.contains(key.name)) }
            #expect(!binding.keys.isEmpty || text.contains(":\(binding.command.rawValue)"))
        }
    }

    @Test func `help begins with the keys of the pane in focus`() {
        #expect(lines(.page).first == " " + KeyTable.Context.page.heading)
        #expect(lines(.state).first == " " + KeyTable.Context.everywhere.heading)
    }

    private func stage(columns: Int = 80, rows: Int = 24) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/one")
        stage.readCache("<a href=/two>two</a>" + (1...300).map { "<p>Line \($0)" }.joined())
        stage.end(.allCached, "over")
        return stage
    }

    @Test func `Enter runs the selected key in the panes`() {
        var stage = stage()
        stage.press("?", "/")
        stage.type("reload without")
        #expect(stage.text.contains("▸R "))
        #expect(!stage.text.contains("Reload: request"))
        stage.press(.enter, .enter)
        #expect(stage.model.visit?.opening.mode == .forceReload)
        #expect(stage.model.overlay == nil)
    }

    @Test(arguments: [
        (typed: "page-down", top: 20), ("half a screen down", 10), ("last line", 580),
    ])
    func `a scrolling key run from help scrolls the page, not help`(typed: String, top: Int) {
        var stage = stage()
        stage.press("?", "/")
        stage.type(typed)
        stage.press(.enter, .enter)
        stage.settle()
        #expect(stage.model.overlay == nil)
        #expect(stage.model.document.map { $0.top >= top } ?? false)
    }

    @Test(arguments: [
        ("forward", "there is no page to go forward to"), ("cursor-left", "input line"),
        ("agree", "confirmation"),
    ])
    func `a key that cannot be run says why, and help stays open`(typed: String, words: String) {
        var stage = stage()
        let effects = stage.effects
        stage.press("?", "/")
        stage.type(typed)
        stage.press(.enter, .enter)
        #expect(stage.text.contains(words))
        #expect(stage.text.contains("Keys"))
        #expect(stage.effects == effects)
    }

    @Test func `a command without a key is inserted in the command line`() {
        var stage = stage()
        stage.press("?", "/")
        stage.type("percent")
        #expect(stage.text.contains("▸:go LINE|N%"))
        stage.press(.enter, .enter)
        stage.type("5")
        stage.press(.enter)
        #expect(stage.model.document?.reader.top == 4)
    }

    @Test func `Esc clears the search, then closes help`() {
        var stage = stage()
        stage.press("?")
        let whole = stage.screen.dropLast()
        stage.press("/")
        stage.type("link")
        stage.press(.down, .down, .up)
        #expect(stage.screen.dropLast() != whole)
        stage.press(.escape)
        #expect(stage.screen.dropLast() == whole)
        stage.press(.escape)
        #expect(stage.model.overlay == nil)
        stage.press("?", "?")
        #expect(stage.model.overlay == nil)
    }

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
    func `the selected key is on the screen`(columns: Int, rows: Int) {
        var stage = stage(columns: columns, rows: rows)
        stage.press("?")
        for _ in KeyTable.standard.bindings {
            #expect(stage.text.contains("▸"))
            stage.press("j")
        }
        for _ in KeyTable.standard.bindings {
            #expect(stage.text.contains("▸"))
            stage.press("k")
        }
        // The heading above the first key is visible again if there is room for both.
        #expect(stage.text.contains("Page pane") == (rows > 5))
        for key: Key in [" ", .pageDown, "G", .pageUp, "g"] {
            stage.press(key)
            #expect(stage.text.contains("▸"))
        }
    }
}
