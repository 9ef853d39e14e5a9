import CellGrid
import SonicProtocol
import Testing

@testable import Browser
@testable import SonicSession

/// The inspector: what it shows of each session, and moving through it.
struct InspectorTests {
    func stage(rows: Int = 24) -> Stage {
        var stage = Stage(rows: rows)
        stage.open("http://127.0.0.1:8420/a")
        return stage
    }

    /// A page that was received in full.
    func loaded(_ html: [UInt8], rows: Int = 24, _ fields: [(String, String)] = []) -> Stage {
        var stage = stage(rows: rows)
        stage.readCache(nil)
        stage.ask(200, "OK", fields)
        stage.receive(html)
        stage.learn(.pageKnown(html))
        stage.end(.firstLoad, "nothing was stored", storage: .stored(number: 1))
        return stage
    }

    @Test func `a body that is too large to keep is reported with the reason`() {
        var stage = stage()
        stage.readCache(nil)
        stage.ask(200)
        stage.receive([UInt8](repeating: 0x20, count: Tabs.bodyLimit + 1))
        stage.end(.failed(.status(500)), "the server failed")
        stage.press("\\")
        #expect(
            stage.text.contains(
                "The body, 16,777,217 B, is no longer in memory: bodies larger than 16.0 MB"))
    }

    @Test func `a large body is shown at once, and its end when it is known`() {
        let line = String(repeating: "word ", count: 20) + "\n"
        var stage = loaded(Array(String(repeating: line, count: 10_000).utf8))
        stage.press("\\")
        guard case .bytes(let text) = stage.model.inspector?.content else {
            Issue.record("no bytes are shown")
            return
        }
        #expect(text.brokenBytes < 100_000)
        stage.press("G")
        #expect(stage.model.inspector?.top == 0)
        #expect(stage.model.hasIdleWork && stage.model.showsProgress)
        #expect(stage.text.contains(" reading on: "))
        stage.settle()
        #expect(stage.text.contains(" 20000/20000 ┐"))
        #expect(stage.model.isAtEnd)
        stage.send(.terminal(.resized(Size(rows: 24, columns: 60))))
        stage.settle()
        #expect(stage.text.contains("word word"))
        stage.press("g")
        #expect(stage.model.isAtStart)
    }

    @Test(
        arguments: [
            ("{\"a\":1}", true), (" {\n}", true), ("[1]", true), ("[{", true), ("{title}<p>", false),
            ("<p>{}", false), ("[x]", false), ("", false),
        ] as [(String, Bool)])
    func `bodies that begin like JSON can be indented`(_ body: String, _ can: Bool) {
        var stage = loaded(Array(body.utf8))
        stage.press("\\")
        #expect(stage.model.inspector?.forms.contains(.pretty) == can)
    }

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
}
