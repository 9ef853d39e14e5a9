import CellGrid
import SonicLint
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// What `!` and `=` show about a session.
@Suite struct FindingsTests {
    private static let page =
        "<title>T</title><!--sonicdiff-a-->one<!--sonicdiff-a-end--><!-- sonicdiff-b -->"

    /// A first load with the facts that its session reported.
    private func stage(_ fields: [(String, String)], columns: Int = 80, rows: Int = 24) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", fields)
        let headers = Headers(fields.map { HeaderField($0.0, $0.1) })
        let head = ResponseHead(version: "HTTP/1.1", status: 200, reason: "OK", headers: headers, raw: [])
        let found = ResponseClassifier.classification(
            of: head, tags: ResponseTags(headers), asked: RequestConditions())
        stage.report(.learnt(.classified(found, added: [])))
        stage.report(.learnt(.bodyReceived(Array(Self.page.utf8))))
        stage.report(.learnt(.pageKnown(Array(Self.page.utf8))))
        stage.replace(with: Self.page)
        stage.end(.firstLoad, "it came")
        return stage
    }

    private static let sonic = [
        ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "private"), ("Etag", "W/\"1\""),
        ("template-tag", "2"), ("template-change", "true"), ("cache-offline", "true"),
    ]

    @Test func `findings are listed with severity, evidence, reason and fix, the worst first`() {
        var stage = stage(Self.sonic, rows: 40)
        stage.press("!")
        let lines = stage.screen.map { $0.filter { $0 != "│" }.trimming }
        #expect(stage.text.contains("Findings"))
        #expect(lines.contains("1 error, 1 warning:"))
        let (error, warning) = (
            lines.firstIndex(of: "error block-misspelt"), lines.firstIndex(of: "warning etag-weak")
        )
        #expect(error != nil && warning != nil && (error ?? 0) < (warning ?? 0))
        #expect(lines.contains { $0.hasPrefix("why: A comment that is not spelt exactly") })
        #expect(lines.contains { $0.hasPrefix("fix: Write <!--sonicdiff-NAME-->") })
        stage.press("!")
        #expect(!stage.text.contains("etag-weak"))
    }

    @Test func `the state pane counts findings and names the key`() {
        let stage = stage(Self.sonic, columns: 120, rows: 40)
        #expect(stage.text.contains("! 1 error, 1 warning: press ! for details"))
    }

    @Test func `before the end and without a response the overlay shows what is known`() {
        var stage = Stage()
        stage.press("!")
        #expect(stage.text.contains("there is no page yet"))
        stage.open("http://a.example/")
        stage.press("!")
        #expect(stage.text.contains("The session is running"))
        stage.press(.escape)
        stage.end(.failed(.connection(.unknownHost("a.example"))), "no address")
        stage.press("!")
        #expect(stage.text.contains("no response was received"))
    }

    @Test func `a late report is assigned to its own visit`() {
        var stage = stage(Self.sonic)
        stage.open("http://b.example/")
        stage.answer(LintReport(findings: [Finding(.blocksMissing, "late")])) {
            if case .findings(_, let reply) = $0 { reply } else { nil }
        }
        stage.press("!")
        #expect(stage.text.contains("The session is running"))
    }

    @Test(arguments: [(20, 5), (80, 24), (200, 60)])
    func `control characters in headers are visible and do not break the screen`(columns: Int, rows: Int) {
        let long = String(repeating: "x\u{1B}[2J\u{7F}ü\u{202E}", count: 300)
        var stage = stage(
            Self.sonic + [("X-\u{1}", long), ("Set-Cookie", long)], columns: columns, rows: rows)
        for key: Key in ["=", "!", "@"] {
            stage.press(key)
            for _ in 0..<4 { stage.press(" ") }
            let text = stage.text
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
            stage.press("G", "g", .escape)
        }
    }

    @Test func `a header of the maximum size is shown without delay`() {
        var stage = stage(Self.sonic + [("X-Long", String(repeating: "ü", count: 60_000))])
        stage.press("=", "G")
        #expect(stage.text.contains("shown") || stage.text.contains("whole page"))
    }

    @Test func `the facts explain the session step by step`() {
        var stage = stage(Self.sonic, columns: 100, rows: 110)
        stage.press("=")
        let text = stage.text
        for word in [
            "Asked", "Answered", "Classified", "yes sonic-page:", "no  not-modified:", "Stored", "Shown",
        ] {
            #expect(text.contains(word), "\(word)")
        }
    }
}

extension String {
    fileprivate var trimming: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
