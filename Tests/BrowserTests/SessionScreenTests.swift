import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

struct SessionScreenTests {
    private static let page = "<title>T</title><h1>Head</h1><p>one two</p>"

    @Test func `a cached page is on the screen before the network responds`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        #expect(stage.text.contains("one two"))
        #expect(stage.model.isBusy)
    }

    @Test func `headers added to a response are distinguished from the server's`() {
        var stage = Stage(rows: 60)
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/html")])
        let head = ResponseHead(version: "HTTP/1.1", status: 200, reason: "OK", headers: Headers(), raw: [])
        let found = ResponseClassifier.classification(
            of: head, tags: ResponseTags(Headers()), asked: RequestConditions())
        stage.report(.learnt(.classified(found, added: [HeaderField("Cache-Offline", "true")])))
        stage.replace(with: Self.page)
        stage.end(.firstLoad, "it came", added: [HeaderField("Cache-Offline", "true")])
        stage.press("=")
        let lines = stage.screen.map { $0.filter { $0 != " " } }
        #expect(lines.contains("│addedCache-Offline:true│"))
        let place = lines.firstIndex { $0 == "│Cache-Offline:true│" }
        #expect(place.map { lines[$0 - 1] } == "│Content-Type:text/html│")
        #expect(place.map { lines[$0 + 1] } == "│·addedhere;theserversentnone│")
    }

    @Test func `the log shows events and times, and is closed by its key`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.press("@")
        #expect(stage.text.contains("Log of this session"))
        stage.readCache(Self.page)
        #expect(stage.text.contains("SessionDidLoadLocalCache: stored version 3"))
        stage.press("@")
        #expect(!stage.text.contains("Log of this session"))
    }

    @Test func `reports of an earlier visit change nothing`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.open("http://b.example/")
        let before = stage.text
        stage.send(.session(.pieceReceived(Array("<p>old".utf8)), visit: 1, after: .zero))
        #expect(stage.text == before)
        #expect(stage.effects.contains(.cancel(visit: 1)))
    }

    @Test func `a page without a cached copy appears as it arrives`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200)
        stage.report(.pieceReceived(Array("<p>first part".utf8)))
        #expect(stage.text.contains("first part"))
        #expect(stage.text.contains("RECEIVING 13 B"))
        stage.report(.pieceReceived(Array(" and more".utf8)))
        #expect(stage.text.contains("first part and more"))
        stage.replace(with: "<p>first part and more")
        stage.end(.firstLoad, "nothing was stored; the page came whole")
        #expect(stage.text.contains("FIRST LOAD"))
        #expect(!stage.model.isBusy)
    }

    @Test func `a second response starts the page over`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200)
        stage.report(.pieceReceived(Array("<p>broken".utf8)))
        stage.ask(200)
        stage.report(.pieceReceived(Array("<p>whole".utf8)))
        #expect(stage.text.contains("whole"))
        #expect(!stage.text.contains("broken"))
    }

    @Test func `the title line shows account, outcome and both times`() {
        var stage = Stage(columns: 100)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.paint()
        stage.ask(304, "Not Modified")
        stage.end(.allCached, "status 304", storage: .renewed)
        #expect(stage.screen[0].contains("http://a.example/"))
        #expect(stage.screen[0].contains("alice · ALL CACHED · painted 3 ms, checked 32 ms"))
    }

    @Test func `an unverified server is marked on every screen`() {
        for (columns, rows) in [(20, 5), (80, 24), (200, 60)] {
            var stage = Stage(columns: columns, rows: rows, isInsecure: true)
            for keys: [Key] in [[], ["?"], [.escape, "o"], [.escape, "v"], ["2"]] {
                for key in keys { stage.press(key) }
                #expect(stage.screen[0].hasPrefix(" INSECURE"))
            }
        }
    }

    @Test func `if the request fails, the cached page stays and is marked`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        let failure = ConnectionFailure.unreachable(host: "a.example", port: 80, detail: "refused")
        stage.end(.offline(.connection(failure)), "cannot connect to a.example:80 (refused)")
        #expect(stage.text.contains("one two"))
        #expect(stage.screen[0].contains("OFFLINE"))
        #expect(stage.text.contains("Cannot connect to a.example:80"))
    }

    @Test func `an error status is reported, and a key shows its body`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(404, "Not Found", [("Content-Type", "text/html")])
        stage.end(.failed(.status(404)), "the server answered 404 Not Found", answer: "<h1>Nothing here</h1>")
        #expect(stage.text.contains("one two"))
        #expect(stage.screen[0].contains("FAILED 404"))
        #expect(stage.text.contains("Press A for the server's response."))
        stage.press("A")
        #expect(stage.text.contains("Nothing here"))
        stage.press(.escape)
        #expect(stage.text.contains("one two"))
    }

    @Test func `a response that is not HTML is shown as it is`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(500, "Oops", [("Content-Type", "application/json")])
        stage.end(.failed(.status(500)), "the server answered 500", answer: "{\"a\": \"<b>\"}")
        stage.press("A")
        #expect(stage.text.contains("{\"a\":"))
    }

    @Test func `without anything to show the screen says what failed and what can be done`() {
        var stage = Stage()
        stage.open("http://nowhere.example/")
        stage.readCache(nil)
        stage.end(
            .failed(.connection(.unknownHost("nowhere.example"))),
            "the host name nowhere.example has no address")
        #expect(stage.text.contains("This page cannot be shown"))
        #expect(stage.text.contains("has no address"))
        stage.press("r")
        #expect(
            stage.effects.last
                == .open(Opening(visit: 2, url: Stage.url("http://nowhere.example/"), mode: .reload)))
    }

    @Test func `stopping cancels once and is reported`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.press(.escape)
        #expect(stage.effects.last == .cancel(visit: 1))
        #expect(stage.text.contains("Stopped."))
        #expect(stage.screen[0].contains("STOPPED"))
        #expect(!stage.model.isBusy)
        stage.press(.escape)
        #expect(stage.effects.count { $0 == .cancel(visit: 1) } == 1 && stage.visit == 1)
        #expect(stage.text.contains("nothing is loading"))
    }

    @Test func `a newer copy that is only stored is reported, with the key that shows it`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(200)
        stage.report(.newerCopyStored)
        stage.end(.dataUpdate, "cache-offline: store", changed: ["a"], storage: .stored(number: 4))
        #expect(stage.text.contains("A newer copy is stored: press r to see it."))
        #expect(stage.text.contains("one two"))
    }

    @Test func `a newer copy that was only stored is marked when it is shown`() {
        let old = "<h1>News</h1><!--sonicdiff-a--><p>old words</p><!--sonicdiff-a-end-->"
        let new = "<h1>News</h1><!--sonicdiff-a--><p>new words</p><!--sonicdiff-a-end-->"
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(old)
        stage.ask(200)
        stage.report(.newerCopyStored)
        stage.end(.dataUpdate, "cache-offline: store", storage: .stored(number: 4))
        stage.press("r")
        stage.readCache(new)
        #expect(stage.text.contains("▌new words"))
        #expect(stage.text.contains("- old words"))
        stage.end(.allCached, "status 304")
        #expect(stage.text.contains("▌new words"))
    }

    @Test func `a password is prompted for, hidden, and sent with a new session`() {
        var stage = Stage()
        stage.open("http://a.example/secret")
        stage.readCache(nil)
        stage.ask(401, "Unauthorized", [("WWW-Authenticate", "Basic realm=\"the \\\"vault\\\"\"")])
        stage.end(.failed(.status(401)), "the server answered 401", answer: "no")
        #expect(stage.text.contains("User for “the \"vault\"” at a.example:"))
        stage.type("bob")
        stage.press(.enter)
        stage.type("s3cret")
        #expect(!stage.text.contains("s3cret"))
        #expect(stage.text.contains("Password of bob: ••••••"))
        stage.press(.enter)
        let opening = Opening(
            visit: 2, url: Stage.url("http://a.example/secret"), mode: .open,
            credentials: Credentials(user: "bob", password: "s3cret"))
        #expect(stage.effects.last == .open(opening))
    }
}
