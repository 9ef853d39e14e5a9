import SonicProtocol
import Testing

@testable import Browser

/// Pasted text: into a line as text, elsewhere as an address or not at all, never as keys.
struct PastingTests {
    @Test(arguments: [
        "http://a.example/x?y=1", "  https://a.example \r\n", "a.example/news", "localhost:8420", "ftp://a/b",
    ])
    func `a pasted address is put into the address line, and Enter opens it`(text: String) {
        var stage = Stage()
        stage.press(.paste(text))
        guard case .address(let line) = stage.model.prompt else {
            Issue.record("no line for \(text)")
            return
        }
        #expect(line.editor.text == text.trimmed)
        #expect(stage.effects == [.ask(.pages(.any))])
    }

    @Test func `the pasted address is opened unchanged`() {
        var stage = Stage()
        stage.press(.paste("http://a.example/1\n"), .enter)
        #expect(stage.url.href == "http://a.example/1")
    }

    @Test(arguments: [
        "q", "qqq\n", "two words", "a.example b.example", "", " \n", "\u{1B}[201~http://a.example/", "...",
        "a.example\u{202E}\u{7}",
    ])
    func `other text is only reported`(text: String) {
        refused(text)
    }

    @Test func `a long text is only reported`() {
        refused(String(repeating: "a.b/", count: 5000))
    }

    private func refused(_ text: String) {
        var stage = Stage()
        stage.press(.paste(text))
        #expect(stage.model.prompt == nil)
        #expect(stage.effects.isEmpty)
    }

    @Test func `pasting is ignored while an overlay or a question is open`() {
        var stage = Stage()
        stage.press("?", .paste("http://a.example/"))
        #expect(stage.model.prompt == nil)
        #expect(stage.screen.last?.contains("Nothing can be pasted here.") == true)
    }

    @Test func `in a line it is inserted as text, with blanks for line ends and no control characters`() {
        var stage = Stage()
        stage.press("o", .paste("a\u{1B}[2J\tb\r\nc\u{9B}\u{7F}"), .paste("\rd"))
        #expect(stage.model.prompt?.editor.text == "a[2J b  c d")
        #expect(stage.effects == [.ask(.pages(.any))])
    }

    @Test func `a field of several lines keeps the line ends`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache("<form><textarea name=t></textarea></form>")
        stage.end(.allCached, "the same")
        stage.press(.tab, .enter, .paste("one\r\ntwo\rthree\nfour\u{7}"))
        #expect(stage.model.prompt?.editor.text == "one\ntwo\nthree\nfour")
    }

    @Test func `pastes over the limit are truncated, not rejected`() {
        var stage = Stage()
        stage.press("o", .paste(String(repeating: "x", count: 1 << 20)), .paste("y"))
        #expect(stage.model.prompt?.editor.text.count == LineEditor.limit)
    }
}
