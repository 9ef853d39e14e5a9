import CellGrid
import SonicProtocol
import Testing

@testable import Browser
@testable import SonicSession

// What the inspector shows of bodies, of the callback, and of request and response side by side.
extension InspectorTests {
    // MARK: Colours

    /// The letters of a row's roles: n for names, c for values, m for punctuation, H for highlighted text.
    private func roles(_ text: String, _ language: SyntaxScanner.Language) -> String {
        let letters: [Role: Character] = [
            .text: ".", .name: "n", .code: "c", .marker: "m", .heading: "H", .dimmed: "d",
        ]
        var scanner = SyntaxScanner(language)
        let bytes = Array(text.utf8)
        return String(scanner.scan(bytes, 0..<bytes.count).map { letters[$0] ?? "?" })
    }

    @Test(
        arguments: [
            (#"{"a": "b", "c\"d": [1, true]}"#, "mnnnm.cccm.nnnnnnm.mHm.HHHHmm"),
            // Unclosed strings continue, and text that is not JSON is left as it is.
            (#"{"a"#, "mcc"), (#"["x" : 1"#, "mnnn.m.H"), ("no json", "HH.HHHH"), ("", ""),
        ])
    func `names, values and punctuation of JSON are distinguished`(text: String, expected: String) {
        #expect(roles(text, .json) == expected)
    }

    @Test(
        arguments: [
            ("<p id=a>x</p>", "nn.mmncn.nnnn"), (#"<a href="x>y" b>z"#, "nn.mmmmnccccc.mn."),
            ("<!--x-->y", "dddddddd."), ("<!--sonicdiff-a-->y", "HHHHHHHHHHHHHHHHHH."),
            ("<!---->y", "ddddddd."),
            ("<!doctype html>x", "ddddddddddddddd."), ("1 < 2 <3", "........"), ("<br/>x", "nnnnn."),
            // Within a script only its end tag is a tag.
            ("<script>a<b</script>x", "nnnnnnnn...nnnnnnnnn."), ("<scripts>a<b>", "nnnnnnnnn.nnn"),
            ("<", "."),
        ])
    func `tags, attributes, values and comments of HTML are distinguished`(text: String, expected: String) {
        #expect(roles(text, .html) == expected)
    }

    @Test func `a row far down has the colours of a full scan, at every width`() {
        let rows = (0..<500).map { "<p class=c\($0)>row \($0) <!-- a\nb --> end</p>" }.joined(separator: "\n")
        var text = ByteText(Array(rows.utf8), .text, .html, width: 80)
        text.layOut(throughRow: .max)
        for width in [80, 21] {
            text.resize(width: Column(width))
            text.layOut(throughRow: .max)
            let all = text.lines(0..<text.rowCount)
            for row in [1, 63, 64, 65, 127, text.rowCount - 1] {
                #expect(text.lines(row..<row + 1) == [all[row]], "row \(row) at \(width)")
            }
            #expect(all.contains { $0.runs.contains { $0.role == .dimmed && $0.text.contains("b -->") } })
        }
    }

    // MARK: The callback

    @Test func `the data for a script's callback is shown in words and as JSON`() {
        let old = "<p><!--sonicdiff-now-->rain<!--sonicdiff-now-end-->"
        let new = "<p><!--sonicdiff-now-->sun<!--sonicdiff-now-end-->"
        var stage = stage()
        stage.readCache(old)
        stage.press("I", "8")
        #expect(stage.text.contains("The page's script is called when the session has ended."))
        stage.ask(200, "OK", [("ETag", "W/\"e2\""), ("cache-offline", "true")])
        stage.update(from: old, to: new)
        stage.end(.dataUpdate, "1 of 1 blocks changed", changed: ["now"])
        #expect(what(stage) == "sonicStatus 3, code 200, source code 200, 1 changed block")
        let facts = [("eTag", "e2"), ("isReload", "false")].map { $0.padded(to: 14) + " " + $1 }
        for words in ["3, data update", " {now}", "sun"] + facts {
            #expect(stage.text.contains(words), "\(words)")
        }
        stage.press("x")
        #expect(stage.text.contains(#""srcCode": 200"#))
        stage.press("x")
        #expect(stage.text.contains(#""code":200,"srcCode":200"#))
        stage.model.visit?.discardPages()
        stage.press("1", "8")
        #expect(stage.text.contains("no longer in memory"))
    }

    @Test(
        arguments: [
            (.allCached, "sonicStatus 4, code 304, source code 304"),
            (.plain(.notSonic), "nothing is passed"),
            (.firstLoad, "sonicStatus 1, code 1000, source code 1000"),
            (.failed(.status(500)), "nothing is passed"),
            (.templateChange, "sonicStatus 2, code 2000, source code 2000"),
        ] as [(Outcome, String)])
    func `the data for a script's callback depends on the outcome`(outcome: Outcome, expected: String) {
        var stage = stage()
        stage.readCache("<p>x")
        stage.ask(outcome == .allCached ? 304 : 200)
        stage.end(outcome, "over")
        stage.press("I", "8")
        #expect(stage.text.contains(expected), "\(stage.text)")
    }

    // MARK: Request and response

    @Test(arguments: [(119, false), (120, true)])
    func `request and response are shown side by side if there is room`(columns: Int, areBeside: Bool) throws
    {
        var stage = Stage(columns: columns, rows: 24)
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/html")])
        stage.receive(Array("<p>x".utf8))
        stage.end(.firstLoad, "nothing was stored")
        for form in ["raw", "table"] {
            stage.press(form == "raw" ? "I" : "x")
            let request = try stage.place(of: " Request  ")
            let response = try stage.place(of: " Response")
            #expect((request.row == response.row) == areBeside, "\(form)")
        }
    }
}
