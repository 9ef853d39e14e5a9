import CellGrid
import SonicSession
import Testing

@testable import Browser

/// Everything that can be on the screen, at every size from one cell to 500×200. A frame that is drawn out of bounds
/// ends the test program; the rest is checked here.
struct SizeTests {
    static let sizes: [(columns: Int, rows: Int)] = [
        (0, 0), (1, 1), (2, 1), (19, 5), (20, 4), (20, 5), (20, 6), (21, 7), (23, 8), (27, 9), (32, 10),
        (39, 11),
        (40, 12), (40, 13), (44, 14), (60, 16), (71, 15), (72, 10), (72, 16), (80, 24), (80, 25), (100, 26),
        (109, 28), (110, 30), (132, 43), (200, 60), (500, 5), (20, 200), (500, 200),
    ]

    /// A title and an address of wide characters, combining marks and a joined emoji: the borders must not move.
    private static let html =
        "<title>宽标题 e\u{301}e\u{301} 👨‍👩‍👧 עברית</title><h1>宽标题 e\u{301}</h1>"
        + "<form><input name=宽 value=宽字><select name=s><option>选项一<option>two</select></form>"
        + "<p><a href='/宽?x=宽'>宽链接</a> <!--sonicdiff-块-->old 字<!--sonicdiff-块-end-->"
        + (0..<40).map { "<h2>Heading \($0) 字</h2><p>line \($0) 字 <a href='/\($0)'>link \($0)</a>" }.joined()

    /// What can be shown, each with the keys that open it from the page.
    private static let scenes: [(name: String, keys: [Key])] = [
        ("page", []), ("state", ["2"]), ("diff", ["3"]), ("headers", ["4"]), ("zoomed", ["2", "z"]),
        ("read", ["v"]), ("debug", ["v", "v"]), ("help", ["?"]), ("help found", ["?", "/", "t", "a", "b"]),
        ("facts", ["="]), ("log", ["@"]), ("findings", ["!"]), ("copy", ["y"]), ("export", ["x"]),
        ("file", ["x", "h"]), ("inspector", ["I"]), ("source", [.alt("s")]), ("accounts", ["u"]),
        ("account", ["u", "n", "宽"]), ("tabs", ["l"]), ("request", ["e"]), ("request line", ["e", "i", "宽"]),
        ("commands", [":"]), ("command", [":", "t", "h", "宽"]), ("address", ["o", "宽", "e", "a"]),
        ("search", ["/", "字", .enter, "n"]), ("links", ["L"]), ("headings", ["H", "字"]),
        ("numbers", ["f", "1"]), ("mark", ["m"]), ("field", [.tab, .enter, "宽", .left, .left]),
        ("options", [.tab, .tab, .enter]), ("versions", ["D"]), ("sessions", ["s"]), ("older", ["["]),
        ("watched", ["w"]), ("filter", ["a"]), ("refused", ["~"]), ("end", ["G"]),
    ]

    private static func stage() -> Stage {
        var stage = Stage(columns: 110, rows: 30)
        stage.history = [3: html, 2: html, 1: "<p>old"]
        stage.accounts = ["宽", "bob"]
        stage.open("http://a.example/宽路径/e\u{301}?q=宽")
        stage.readCache(html)
        stage.ask(200, "OK", [("X-Wide", "宽字宽字")])
        stage.update(from: html, to: html.replacingOnce("old 字", by: "new 字字"))
        stage.end(.dataUpdate, "one of 1 blocks differs: 块", changed: ["块"])
        stage.settle()
        stage.press(.control("t"))
        stage.type("b.example/")
        stage.press(.enter, "<")
        return stage
    }

    @Test(arguments: scenes.indices)
    func `every view fits every size of the screen, and the cursor is on it`(index: Int) {
        let scene = Self.scenes[index]
        var stage = Self.stage()
        stage.press(Key.escape)
        for key in scene.keys { stage.press(key) }
        for (columns, rows) in Self.sizes {
            stage.send(.terminal(.resized(Size(rows: Row(rows), columns: Column(columns)))))
            let frame = view(stage.model)
            check(frame, "\(scene.name) at \(columns)×\(rows)")
            let top = frame.text(in: Rect(row: 0, column: 0, rows: 1, columns: frame.size.columns))
            if columns >= 20, rows >= 5 {
                #expect(top.contains { $0 != " " }, "\(scene.name) at \(columns)×\(rows)")
                #expect(!top.hasPrefix("Too"), "\(scene.name) at \(columns)×\(rows)")
            } else if columns > 2 {
                #expect(top.hasPrefix("Too"), "\(scene.name) at \(columns)×\(rows)")
            }
        }
    }

    @Test(arguments: scenes.indices)
    func `views opened on the smallest screens are drawn on them`(index: Int) {
        let scene = Self.scenes[index]
        for (columns, rows) in [(20, 5), (23, 8), (40, 12)] {
            var stage = Self.stage()
            stage.send(.terminal(.resized(Size(rows: Row(rows), columns: Column(columns)))))
            stage.press(Key.escape)
            for key in scene.keys { stage.press(key) }
            check(view(stage.model), "\(scene.name) at \(columns)×\(rows)")
        }
    }

    @Test func `a window too small for the page waits until it is large enough, and then finds the end`() {
        let html = (1...20_000).map { "<p>line \($0)" }.joined()
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.send(.terminal(.resized(Size(rows: 3, columns: 80))))
        stage.press("G")
        #expect(!stage.model.hasIdleWork)
        stage.send(.terminal(.resized(Size(rows: 24, columns: 80))))
        #expect(stage.model.hasIdleWork)
        stage.settle()
        stage.press("G")
        #expect(view(stage.model).text.contains { $0.contains("line 20000") })
    }

    /// Wide cells are whole, no control characters are drawn, and the cursor is in bounds.
    private func check(_ frame: Frame, _ scene: String) {
        if let cursor = frame.cursor { #expect(frame.bounds.contains(cursor), "\(scene)") }
        var broken = 0
        for row in Row(0)..<frame.size.rows {
            var isWide = false
            for cell in frame.row(row) {
                if (cell.width == 0) != isWide || cell.glyph.base.value < 0x20 { broken += 1 }
                isWide = cell.width == 2
            }
            if isWide { broken += 1 }
        }
        #expect(broken == 0, "\(scene): \(broken) cells")
    }
}

extension String {
    fileprivate func replacingOnce(_ text: String, by other: String) -> String {
        var result = ""
        var rest = self[...]
        while let first = rest.first {
            if rest.hasPrefix(text) { return result + other + rest.dropFirst(text.count) }
            result.append(first)
            rest = rest.dropFirst()
        }
        return result
    }
}
