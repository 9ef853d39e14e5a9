import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// A response that is not shown as the page: an error's body, with links and forms.
@Suite struct AnswerTests {
    private static let form = """
        <title>Not yet</title><h1>Two mistakes</h1><p><a href=help>Help</a> <a href="#end">End</a>
        <form method=post action=/save><input name=a value=1><button>Save</button></form>
        \((1...60).map { "<p>Line \($0)" }.joined())<p id=end>The end
        """

    /// A form was posted, and the response says what is wrong with it.
    private func refused() -> Stage {
        var stage = Stage()
        stage.open("http://a.test/dir/new")
        stage.readCache("<form method=post action=/dir/check><button>Send</button></form>")
        stage.end(.allCached, "status 304")
        stage.press(.tab, .enter)
        stage.ask(422, "Unprocessable", [("Content-Type", "text/html")])
        stage.end(.failed(.status(422)), "the server answered 422", answer: Self.form)
        return stage
    }

    @Test func `the notice names the key, and the response replaces the notice`() {
        var stage = refused()
        #expect(stage.text.contains("422 Unprocessable") && stage.text.contains("with links and forms"))
        stage.press("A")
        #expect(stage.text.contains("Two mistakes") && !stage.text.contains("422 Unprocessable"))
        #expect(stage.screen[0].contains("FAILED 422") && stage.screen[0].contains("the server's response"))
        stage.press("A")
        // The message comes first, then the server's text.
        #expect(stage.text.contains("422 Unprocessable") && stage.text.contains("with links and forms"))
        stage.press("A", .escape)
        #expect(stage.text.contains("422 Unprocessable"))
    }

    @Test func `links of the response are followed, by selection and by number`() {
        for keys: [Key] in [[.tab, .enter], ["f", "1", .enter]] {
            var stage = refused()
            stage.press("A")
            for key in keys { stage.press(key) }
            #expect(stage.url.href == "http://a.test/dir/help")
            #expect(stage.text.contains("Two mistakes"), "it stays until the page comes")
            stage.readCache("<h1>Help</h1>")
            #expect(stage.text.contains("Help") && !stage.text.contains("Two mistakes"))
            #expect(stage.model.history.before.map(\.url.path) == ["/dir/new", "/dir/check"])
        }
    }

    @Test func `a form of the response is filled in and sent`() {
        var stage = refused()
        stage.press("A", .tab, .tab, .tab, .enter)
        stage.type("2")
        stage.press(.enter, .tab, .enter)
        guard case .post(let body) = stage.told?.opening.method else { return #expect(Bool(false)) }
        #expect(
            stage.url.path == "/save" && String(decoding: body.body.bytesInMemory, as: UTF8.self) == "a=12")
    }

    @Test func `the response is searched, and its fragments are visited without a request`() {
        var stage = refused()
        stage.press("A", "/")
        stage.type("line 50")
        stage.press(.enter)
        stage.settle()
        #expect(stage.text.contains("Line 50"))
        let visits = stage.effects.count { if case .open = $0 { true } else { false } }
        stage.press("g", .tab, .tab, .enter)
        #expect(stage.text.contains("The end"))
        #expect(stage.effects.count { if case .open = $0 { true } else { false } } == visits)
        stage.press("A")
        #expect(stage.text.contains("422 Unprocessable"))
    }

    @Test func `closing the response restores the page as it was`() {
        var stage = Stage()
        stage.open("http://a.test/")
        stage.readCache((1...60).map { "<p>Kept \($0)" }.joined())
        stage.press(" ")
        let top = stage.model.document?.reader.topOffset
        stage.ask(500, "Oops", [("Content-Type", "text/html")])
        stage.end(.failed(.status(500)), "the server answered 500", answer: Self.form)
        stage.press("A")
        #expect(stage.text.contains("Two mistakes") && !stage.text.contains("Kept"))
        stage.press(.escape)
        #expect(stage.model.document?.reader.topOffset == top && stage.text.contains("Kept"))
        stage.press("A", .tab, .enter)
        stage.readCache("<p>Elsewhere")
        stage.end(.allCached, "status 304")
        stage.press("B")
        #expect(stage.url.href == "http://a.test/" && stage.told?.opening.mode == .back)
    }

    @Test func `reloading requests the address that the response covers`() {
        var stage = refused()
        stage.press("A", "r")
        #expect(stage.text.contains("again?"))
        stage.press("y")
        #expect(stage.url.href == "http://a.test/dir/check" && stage.told?.opening.method != .get)
        #expect(stage.text.contains("422 Unprocessable"))
    }

    @Test func `the response does not count as the page`() {
        var stage = refused()
        stage.press("A")
        for key: Key in ["p", "a", "w", "["] { stage.press(key) }
        #expect(stage.bookmarks.isEmpty && stage.model.watching == nil)
    }

    // MARK: Response body

    @Test func `saving and inspecting a notice use what the server sent`() throws {
        for keys: [Key] in [[], ["A"]] {
            var stage = refused()
            for key in keys { stage.press(key) }
            stage.press("x", "h", .enter)
            guard case .ask(.export(let order, _))? = stage.effects.last,
                case .page(let bytes) = order.content
            else {
                return #expect(Bool(false))
            }
            #expect(bytes == Array(Self.form.utf8))
            stage.press("=")
            #expect(stage.text.contains("response") && stage.text.contains("not the page on the screen"))
            #expect(stage.text.contains("Not yet") == !keys.isEmpty)
        }
    }

    @Test func `without a body there is nothing to save`() {
        for key: Key in ["h", "t"] {
            var stage = Stage()
            stage.open("http://a.test/")
            stage.readCache(nil)
            stage.end(.failed(.notStored), "only the cache was asked")
            stage.effects = []
            stage.press("x", key)
            #expect(stage.text.contains("o server sent anything for this page"))
            #expect(stage.model.prompt == nil && stage.effects.isEmpty)
            stage.press(.escape, "=")
            #expect(!stage.text.contains("lines") && !stage.text.contains(" size "))
        }
    }
}
