import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// What `x` saves, and under which name.
@Suite struct ExportingTests {
    private func ordered(_ stage: Stage) -> ExportOrder? {
        if case .ask(.export(let order, _))? = stage.effects.last { order } else { nil }
    }

    @Test func `all sessions of the run are one log, and another account starts a new one`() throws {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.example/1")
        stage.end(.allCached, "status 304")
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
        #expect(stage.text.contains("no session has ended"))
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
