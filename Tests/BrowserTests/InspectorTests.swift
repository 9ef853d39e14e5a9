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

    func what(_ stage: Stage) -> String? { stage.model.inspector?.what }

    // MARK: Keys

    @Test func `each key opens the inspector at its view, switches to that view, and closes it there`() {
        var stage = loaded(Array("<p>x".utf8))
        let keys: [(Key, InspectorView)] = [
            ("|", .headers), ("I", .headers), ("\\", .body), (.alt("s"), .body),
        ]
        for (key, view) in keys {
            stage.press(key)
            #expect(stage.model.inspector?.view == view)
            stage.press(key)
            #expect(stage.model.overlay == nil)
        }
        stage.press("I", "\\")
        #expect(stage.model.inspector?.view == .body)
        stage.press(.escape)
        #expect(stage.model.overlay == nil)
    }

    @Test func `views are cycled, and selected by number`() {
        var stage = loaded(Array("<p>x".utf8))
        stage.press("I")
        var seen: [InspectorView] = []
        for _ in InspectorView.allCases {
            seen += [stage.model.inspector?.view].compactMap(\.self)
            stage.press(.tab)
        }
        #expect(seen == InspectorView.allCases)
        #expect(stage.model.inspector?.view == .headers)
        stage.press(.left)
        #expect(stage.model.inspector?.view == .callback)
        for view in InspectorView.allCases {
            stage.press(.character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(view.number))))
            #expect(stage.model.inspector?.view == view)
        }
    }

    @Test func `without a page there is nothing to inspect`() {
        var stage = Stage()
        stage.press("I")
        #expect(stage.model.overlay == nil)
        #expect(stage.text.contains("nothing was requested yet"))
    }

    @Test func `a chosen form is kept for its view`() {
        var stage = loaded(Array("<p>x".utf8))
        stage.press("\\", "x")
        #expect(stage.model.inspector?.form == .raw)
        stage.press("5")
        #expect(stage.model.inspector?.form == .highlighted)
        stage.press("2")
        #expect(stage.model.inspector?.form == .raw)
    }

    // MARK: Bodies

    @Test func `binary bytes are shown in hexadecimal, and as text on demand`() {
        var stage = loaded([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
        stage.press("\\")
        #expect(stage.text.contains("00000000: 8950 4e47 0d0a 1a0a 0000"))
        stage.press("x")
        #expect(stage.text.contains("<89>PNG␍"))
    }

    @Test func `text in another encoding is shown as bytes, and decoded on demand`() {
        let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0xCD, 0xF8, 0xD2, 0xB3]
        var stage = loaded(Array("<p>".utf8) + chinese, [("Content-Type", "text/html; charset=gbk")])
        stage.press("\\")
        #expect(stage.text.contains("<p>中文网页"))
        #expect(
            what(stage) == "Body, 11 B, decoded as gb18030")
        stage.press("x")
        #expect(stage.text.contains("<p><D6><D0>"))
        #expect(what(stage) == "Body, 11 B")
    }

    @Test func `the encoded size is shown next to the decoded size, and the encoded bytes can be viewed`() {
        var stage = stage()
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Encoding", "gzip")])
        stage.receive(Array(String(repeating: "x", count: 1204).utf8), coded: [0x1F, 0x8B, 0x08])
        stage.end(.firstLoad, "nothing was stored")
        stage.press("\\")
        #expect(what(stage) == "Body, 3 B on the wire (gzip), 1,204 B decoded")
        stage.press("x", "x")
        #expect(stage.model.inspector?.form == .wire)
        #expect(stage.text.contains("00000000: 1f8b 08"))
    }

    @Test func `bytes that were discarded are reported with the reason`() {
        var stage = stage()
        stage.readCache(nil)
        stage.ask(200)
        stage.receive([UInt8](repeating: 0x20, count: Tabs.bodyLimit + 1))
        stage.end(.failed(.status(500)), "the server failed")
        stage.press("\\")
        #expect(
            stage.text.contains(
                "The body, 16,777,217 B, is no longer in memory: bodies larger than 16.0 MB"))
        stage = loaded(Array("<p>x".utf8))
        stage.model.visit?.discardPages()
        stage.press("I", "5")
        #expect(
            stage.text.contains(
                "The page, 4 B, is no longer in memory: all tabs together keep 64.0 MB"))
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

    // MARK: Sessions

    @Test func `each request of a session can be selected, the last first`() {
        var stage = stage()
        stage.readCache(nil)
        stage.ask(302, "Found", [("Location", "/b")])
        let target = Stage.url("http://127.0.0.1:8420/b")
        stage.report(.redirected(from: stage.url, to: target, status: 302))
        stage.ask(200)
        stage.receive(Array("<p>b".utf8))
        stage.end(.firstLoad, "nothing was stored")
        stage.press("I")
        #expect(stage.text.contains("Request 2 of 2: "))
        #expect(stage.text.contains("HTTP/1.1 200 OK␍"))
        stage.press(">")
        #expect(stage.text.contains("no later request"))
        stage.press("<")
        #expect(stage.text.contains("Request 1 of 2: "))
        #expect(stage.text.contains("HTTP/1.1 302 Found␍"))
        #expect(stage.text.contains("Location: /b␍"))
        stage.press("<")
        #expect(stage.text.contains("no earlier request"))
    }

    @Test func `it follows its session to the end, and a later session changes nothing in it`() {
        var stage = stage()
        stage.readCache(nil)
        stage.press("\\")
        #expect(stage.text.contains("No request has been made yet."))
        stage.ask(200)
        #expect(stage.text.contains("The body is not complete yet."))
        stage.receive(Array("<p>first".utf8))
        #expect(stage.text.contains("<p>first"))
        stage.replace(with: "<p>first")
        stage.end(.firstLoad, "nothing was stored", storage: .stored(number: 1))
        stage.press(.escape, "r", "\\")
        let opened = stage.model.inspector?.visit.opening.visit
        stage.press(.escape)
        stage.ask(200)
        stage.receive(Array("<p>second".utf8))
        stage.press("\\")
        #expect(stage.model.inspector?.visit.opening.visit == opened)
        #expect(stage.text.contains("<p>second"))
        stage.end(.templateChange, "all is new", storage: .stored(number: 2))
        // A watch requests the page again while the inspector is open.
        _ = stage.model.account.tabs.front.begin(
            Opening(visit: 99, url: stage.url, mode: .reload), move: .stay)
        stage.send(.timeRead(Instant(milliseconds: 0)))
        #expect(stage.text.contains("<p>second"))
        #expect(stage.text.contains(" Inspector: an earlier session, . shows the newest "))
        stage.press(".")
        #expect(stage.model.inspector?.visit.opening.visit == 99 && stage.model.inspector?.view == .body)
        #expect(stage.text.contains(" Inspector ─"))
        stage.press(".")
        #expect(stage.text.contains("this is the newest session of the tab"))
    }

    @Test func `the newest session is shown at the same place in the same form`() {
        let page = (1...200).map { "<p>row \($0)\n" }.joined()
        var stage = loaded(Array(page.utf8))
        stage.press("\\", "x", "x", " ", " ")
        let top = stage.model.inspector?.top
        _ = stage.model.account.tabs.front.begin(
            Opening(visit: 99, url: stage.url, mode: .reload), move: .stay)
        stage.visit = 99
        stage.readCache(page)
        stage.ask(200)
        stage.receive(Array(page.replacing("row", with: "new").utf8))
        stage.press(".")
        #expect(stage.model.inspector?.visit.opening.visit == 99)
        #expect(stage.model.inspector?.top == top && stage.model.inspector?.form == .hex)
        #expect(stage.text.contains("new"))
    }

    @Test func `a request that was not sent is shown as not sent`() {
        var stage = stage()
        stage.readCache(nil)
        let request = Request(method: "GET", url: stage.url, headers: Headers(), body: [])
        stage.report(.requestDecided(request, notes: []))
        stage.press("I")
        #expect(what(stage) == "Request headers, not sent yet. No response yet.")
        let failure = ConnectionFailure.insecure(host: "a.example", detail: "self-signed")
        stage.learn(.lost(failure))
        stage.end(.failed(.connection(failure)), "it cannot be trusted")
        #expect(what(stage)?.hasPrefix("Request headers, not sent. No response: the TLS connection") == true)
        #expect(stage.text.contains("decided, not sent:"))
    }

    @Test func `a failure is shown in place of the response`() {
        var stage = stage()
        stage.readCache(nil)
        stage.ask(200)
        stage.learn(.lost(.truncated(received: 3, expected: 10)))
        stage.learn(.bodyReceived(Array("<p>".utf8)))
        stage.end(.failed(.connection(.truncated(received: 3, expected: 10))), "it broke off")
        stage.press("\\")
        #expect(
            what(stage)?.hasPrefix(
                "Body, 3 B, as far as it was received: the connection closed after 3 of 10")
                == true)
    }
}
