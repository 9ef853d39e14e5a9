import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// What `x` saves, and under which name.
@Suite struct ExportingTests {
    private func stage(_ address: String = "http://a.example:81/b/c.html?d") -> Stage {
        var stage = Stage(columns: 100, rows: 24)
        stage.open(address)
        stage.readCache("<title>A</title><p>one")
        stage.end(.allCached, "status 304")
        return stage
    }

    private func ordered(_ stage: Stage) -> ExportOrder? {
        if case .ask(.export(let order, _))? = stage.effects.last { order } else { nil }
    }

    @Test(
        arguments: [
            ("s", "http://a.example:81/b/c.html?d", "a.example-81-b-c.har"),
            ("h", "http://a.example/", "a.example.html"),
            ("t", "http://a.example/ä;x/..y", "a.example--C3-A4-x-..y.txt"),
            ("a", "http://a.example/", "sonic-sessions.har"),
        ] as [(Key, String, String)])
    func `the suggested name describes the content and needs no shell quoting`(
        _ key: Key, _ address: String, _ name: String
    ) {
        var stage = stage(address)
        stage.press("x", key)
        #expect(stage.model.prompt?.editor.text == name)
        stage.press(.enter)
        #expect(ordered(stage)?.path == name && ordered(stage)?.replacesFile == false)
    }

    @Test func `a saved file is reported with its size`() throws {
        var stage = stage()
        stage.press("x", "s", .enter)
        let order = try #require(ordered(stage))
        stage.answer(ExportReport.written(order, bytes: 5000))
        #expect(stage.text.contains("Saved a.example-81-b-c.har: 4 KB, 1 session, secrets masked."))
        stage.answer(ExportReport.failed("no room"))
        #expect(stage.text.contains("No room."))
    }

    @Test func `an existing file is replaced only after confirmation`() throws {
        var stage = stage()
        stage.press("x", "h", .enter)
        let first = try #require(ordered(stage))
        stage.answer(ExportReport.exists(first, bytes: 12))
        #expect(stage.text.contains("Replace the file a.example-81-b-c.html (12 B)?"))
        stage.press("n")
        #expect(stage.text.contains("Nothing was saved.") && ordered(stage)?.replacesFile == false)
        stage.answer(ExportReport.exists(first, bytes: 12))
        stage.press("y")
        #expect(ordered(stage)?.replacesFile == true && ordered(stage)?.path == first.path)
    }

    @Test func `an empty name saves nothing, and names have no control characters`() {
        var stage = stage()
        stage.press("x", "s", .control("u"), .enter)
        #expect(ordered(stage) == nil && stage.text.contains("nothing is saved"))
        stage.press("x", "s", .paste("a\u{1B}b"), .enter)
        #expect(ordered(stage)?.path.hasSuffix(".harab") == true)
    }

    @Test func `during a session, and without one, the menu says why nothing can be saved`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.press("x")
        #expect(stage.text.contains("There is no page yet") && stage.text.contains("No session has ended"))
        stage.press(.escape)
        stage.open("http://a.example/")
        stage.readCache("<p>one")
        stage.press("x", "s")
        #expect(stage.text.contains("the session is still running") && stage.model.prompt == nil)
    }

    @Test func `a page is saved as sent, or as text at the width of its pane`() throws {
        var stage = stage()
        stage.press("x", "h", .enter)
        #expect(try #require(ordered(stage)).bytes(version: "1") == Array("<title>A</title><p>one".utf8))
        stage.press("x", "t", .enter)
        #expect(try #require(ordered(stage)).bytes(version: "1") == Array("one\n".utf8))
    }

    @Test func `saved text is what reader view shows`() throws {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.example/")
        stage.readCache("<nav>Menu</nav><main><p>one</main>")
        stage.end(.allCached, "status 304")
        stage.press(.alt("r"), "x", "t", .enter)
        #expect(try #require(ordered(stage)).bytes(version: "1") == Array("one\n".utf8))
        stage.press(.alt("r"), "x", "t", .enter)
        #expect(try #require(ordered(stage)).bytes(version: "1") == Array("Menu\n\none\n".utf8))
    }

    @Test func `all sessions of the run are one log, and another account starts a new one`() throws {
        var stage = stage()
        stage.open("http://a.example/2")
        stage.end(.firstLoad, "it came")
        stage.press("x", "a", .enter)
        let text = String(decoding: try #require(ordered(stage)).bytes(version: "1"), as: UTF8.self)
        #expect(text.contains("\"id\": \"session_2\"") && text.contains("\"secrets\": \"masked\""))
        stage.press("x", "m", "a", .enter)
        #expect(
            String(decoding: try #require(ordered(stage)).bytes(version: "1"), as: UTF8.self)
                .contains("\"secrets\": \"kept\""))
        stage.send(.accountSwitched("bob"))
        stage.press("x")
        #expect(stage.text.contains("No session has ended"))
    }

    @Test func `the oldest sessions are dropped at the limit, the latest never`() throws {
        let url = try #require(WebURL("http://a.example/"))
        var journal = SessionJournal()
        let empty = SessionTrace(url, mode: .open)
        var large = empty
        large.handle(
            .learnt(.pageKnown([UInt8](repeating: 0, count: SessionJournal.maxBytes + 1))), at: .zero)
        for _ in 0..<3 { journal.add(empty) }
        journal.add(large)
        #expect(journal.sessions.map(\.heldBytes) == [SessionJournal.maxBytes + 1])
        for _ in 0...SessionJournal.most { journal.add(empty) }
        #expect(journal.sessions.count == SessionJournal.most)
    }
}
