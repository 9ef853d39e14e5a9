import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// What `y`, its menu and `Y` copy to the clipboard.
@Suite struct CopyingTests {
    private static let page = """
        <title>A</title><p>Before.
        <!--sonicdiff-a--><p>Inside <a href=/x>a</a>.<!--sonicdiff-a-end-->
        <!--sonicdiff-b--><p>Also inside <a href=/y>b</a>.<!--sonicdiff-b-end-->
        """

    /// A stage on which a page was requested, with secrets in request and response.
    private func stage(_ html: String = page) -> Stage {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://ann:opened@a.example/b?token=kept")
        stage.readCache(html)
        var headers = Headers()
        headers.append("Cookie", "sid=hidden")
        headers.append("Authorization", "Basic hidden")
        let request = Request(method: "GET", url: stage.url, headers: headers)
        stage.report(.requestDecided(request, notes: [.cookies("no tags")]))
        stage.report(
            .requestSent(Array("GET /b HTTP/1.1\r\nHost: a.example\r\ncookie: sid=hidden\r\n\r\n".utf8)))
        let raw = "HTTP/1.1 304 Not Modified\r\nSet-Cookie: sid=hidden; Path=/\r\nX-Odd: a\u{1B}[2Jb\r\n\r\n"
        if let head = ResponseHead(raw: Array(raw.utf8)) { stage.report(.headReceived(head)) }
        stage.end(.allCached, "status 304")
        return stage
    }

    private func copied(_ stage: Stage) -> String? {
        if case .copy(let text)? = stage.effects.last { text } else { nil }
    }

    @Test func `the address of the page on the screen is copied`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.example/b?c#d")
        stage.readCache("<title>A</title>one")
        stage.press("y", "y")
        #expect(stage.effects.last == .copy("http://a.example/b?c#d"))
        #expect(stage.text.contains("The address was copied"))
        stage.send(.copyRefused)
        #expect(stage.text.contains("Not copied: no clipboard"))
    }

    @Test func `without a request there is no curl command, and the menu says so`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.example/")
        stage.readCache("<title>A</title>one")
        stage.press("Y")
        #expect(stage.text.contains("no request was made for this page"))
        stage.press("y")
        #expect(stage.text.contains("c  No request was made for this page"))
        stage.press("c")
        #expect(stage.text.contains("c: no request was made for this page") && stage.text.contains("Copy"))
        #expect(copied(stage) == nil)
    }

    @Test func `without a page nothing is copied`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.press("y", "Y")
        #expect(copied(stage) == nil)
        #expect(stage.text.contains("there is no page yet"))
    }

    @Test func `headers are copied as sent, with secrets masked unless they are revealed`() {
        var stage = stage()
        stage.press("y", "h")
        #expect(
            copied(stage) == """
                GET /b HTTP/1.1
                Host: a.example
                cookie: sid=***

                HTTP/1.1 304 Not Modified
                Set-Cookie: sid=***; Path=/
                X-Odd: a␛[2Jb

                """)
        stage.press("y", "m")
        #expect(stage.text.contains("NOTHING IS MASKED"))
        stage.press("h")
        #expect(copied(stage)?.contains("cookie: sid=hidden") == true)
        #expect(stage.text.contains("with its secrets"))
        // The next menu masks them again.
        stage.press("y", "h")
        #expect(copied(stage)?.contains("hidden") == false)
    }

    @Test func `the copied explanation of a session has each step and no secret`() throws {
        var stage = stage()
        stage.press("y", "x")
        let text = try #require(copied(stage))
        #expect(
            text.hasPrefix("http://a.example/b?token=kept: all cached, code 304\nstatus 304\nwith sonic\n"))
        for words in ["\nAsked\n", "\nAnswered\n", "  cookie: sid=***\n", "  no tags\n", "\nShown\n"] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(!text.contains("hidden") && !text.contains("opened") && !text.contains("\u{1B}"))
    }

    @Test func `control characters in copied text are replaced by marks`() {
        var stage = self.stage(
            "<!--sonicdiff-a--><p>x\u{1B}]0;y\u{7}\u{202E}\u{FFFE}\r\n\tz\r!<!--sonicdiff-a-end-->")
        stage.press("y", "b")
        #expect(
            copied(stage)
                == "<!--sonicdiff-a--><p>x␛]0;y␇\u{FFFD}\u{FFFD}\r\n\tz␍!<!--sonicdiff-a-end-->")
        stage.press("y", "h")
        #expect(copied(stage)?.contains("X-Odd: a␛[2Jb") == true)
    }

    @Test func `the block is that of the selected link, else the first one on the screen`() {
        var stage = stage()
        stage.press("y", "b")
        #expect(copied(stage) == "<!--sonicdiff-a--><p>Inside <a href=/x>a</a>.<!--sonicdiff-a-end-->")
        #expect(stage.text.contains("The block “a” was copied"))
        stage.press(.tab, .tab)
        stage.press("y", "b")
        #expect(copied(stage)?.hasPrefix("<!--sonicdiff-b-->") == true)
        var plain = self.stage("<p>Nothing here.")
        plain.press("y", "b")
        #expect(plain.text.contains("No block is on the screen.") && copied(plain) == nil)
    }

    @Test func `a key without an entry is reported and closes the menu`() {
        var stage = stage()
        stage.press("y", "w")
        #expect(stage.text.contains("w does nothing here: press a letter"))
        stage.press("j", "k", .escape)
        #expect(stage.model.overlay == nil && copied(stage) == nil)
        stage.press("y", .enter)
        #expect(copied(stage) == "http://a.example/b?token=kept")
    }

    @Test func `entries can be selected by name`() {
        var stage = stage()
        stage.press(":")
        stage.type("copy-headers")
        stage.press(.enter)
        #expect(copied(stage)?.contains("sid=***") == true)
    }

    @Test func `the key, the name and a setting of a command that is gone say what to use`() {
        let words = "copy-test is gone: use export-session, and sonic replay --expect on its file."
        var stage = stage()
        stage.press("y", "t")
        #expect(copied(stage) == nil && stage.screen.last?.contains(words) == true)
        stage.press(.escape, ":")
        stage.type("copy-test")
        stage.press(.enter)
        #expect(stage.text.contains(words))
        let key = KeyChoice(command: "copy-test", at: TextPosition(line: 1, column: 1), keys: [])
        #expect(KeyTable.read(nil, [key]).problems.map(\.message) == [words])
    }
}
