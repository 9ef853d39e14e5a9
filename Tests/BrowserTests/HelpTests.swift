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

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (120, 40)])
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
