import PageLayout
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Pages that are not HTML: JSON as a tree, Markdown, plain text.
@Suite struct DataPageTests {
    /// A stage that shows a response in JSON.
    private func stage(_ text: String, pieces: Int = .max) -> Stage {
        var stage = Stage()
        stage.open("http://a.test/data")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "application/json")])
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            stage.report(.pieceReceived(Array(rest.prefix(pieces))))
            rest = rest.dropFirst(pieces)
        }
        stage.end(.plain(.notHTML), "the answer is not HTML")
        return stage
    }

    private func list(_ count: Int) -> String {
        let items = (0..<count).map { "{\"id\": \($0), \"state\": \"calm\", \"in\": {\"a\": {\"b\": [1]}}}" }
        return "[\(items.joined(separator: ",\n"))]"
    }

    @Test func `the result does not depend on how a page is split into chunks`() {
        let text = list(30)
        let whole = stage(text).screen[1...20]
        for pieces in [7, 100, 1000] { #expect(stage(text, pieces: pieces).screen[1...20] == whole) }
    }

    @Test func `ten megabytes are shown after a few steps, and the rest is laid out during idle time`() {
        let text = list(190_000)
        #expect(text.utf8.count > 10 << 20)
        var stage = stage(text)
        #expect(stage.text.contains("\"id\": 1,"))
        let read = stage.model.document?.layout.byteCount ?? 0
        #expect(read > 0)
        #expect(read < 4 << 20)
        #expect(stage.model.hasIdleWork)
        for _ in 0..<20 { _ = stage.model.idle() }
        #expect(stage.model.document?.layout.byteCount ?? 0 > read)
    }
}
