import Testing

@testable import Browser

/// Pages whose styles hide everything, and styles that arrive late.
@Suite struct HiddenTextTests {
    private func shown(_ html: String) -> Stage {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://quay.example/")
        stage.readCache(html)
        stage.end(.allCached, "current")
        stage.paint()
        return stage
    }

    @Test func `a page hidden entirely by its styles says so, with the key that shows it`() {
        var stage = shown("<style>.app{visibility:hidden}</style><div class=app><p>Tide table")
        #expect(stage.text.contains("hide all of its text: V shows it"))
        for _ in 0..<2 where !stage.text.contains("Tide table") {
            stage.press("V")
            stage.settle()
            stage.paint()
        }
        #expect(stage.text.contains("Tide table"))
    }

    @Test(arguments: [
        "<p>Tide table", "", "<title>Quay</title>", "<style>p{display:none}</style><p>gone<div>Tide",
    ])
    func `other pages show no such message`(html: String) {
        #expect(!shown(html).text.contains("hide all"))
    }

    @Test func `styles after content apply to a page that loads in chunks, and the position stays`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://quay.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/html")])
        let paragraphs = (1...200).map { "<p class=p\($0 % 2)>Line \($0)\n" }.joined()
        stage.report(.pieceReceived(Array(paragraphs.utf8)))
        stage.settle()
        #expect(stage.text.contains("Line 1"))
        stage.report(.pieceReceived(Array("<style>.p1{display:none}</style><p>End".utf8)))
        stage.end(.firstLoad, "came whole")
        stage.settle()
        stage.paint()
        #expect(!stage.text.contains("Line 1 ") && !stage.text.contains("Line 3"))
        #expect(stage.text.contains("Line 2") && stage.text.contains("Line 4"))
    }
}
