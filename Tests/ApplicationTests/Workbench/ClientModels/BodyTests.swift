import SonicProtocol
import Testing
import Workbench

/// Responses that a play cannot write (Plays).
@Suite struct BodyTests {
    private let page = ClientScene.page("T", [("a", "1"), ("b", "2")])
    private let old = ClientScene.page("T", [("a", "1")])
    private let new = ClientScene.page("T", [("a", "2")])
    private let scene = ClientScene(
        old: ClientScene.page("T", [("a", "1")]), new: ClientScene.page("T", [("a", "2")]))

    @Test func `invalid UTF-8 is replaced on Android and refused on iOS`() {
        let headers = Headers([
            HeaderField("ETag", "e"), HeaderField("template-tag", "t"),
            HeaderField("template-change", "false"), HeaderField("cache-offline", "true"),
        ])
        let body = Array("{\"data\":{\"{a}\":\"".utf8) + [0xFF] + Array("\",\"{title}\":\"\"}}".utf8)
        let android = scene.reading(on: .android, status: 200, headers, body)
        #expect(android.text == "<html>\u{FFFD}</html>")
        #expect(scene.reading(on: .ios, status: 200, headers, body).outcome == .refused)
    }

    @Test func `deep nesting does not recurse`() {
        let deep = String(repeating: "[", count: 100_000)
        for phone in ClientModel.allCases {
            #expect(scene.update(on: phone, body: deep).outcome == .refused)
            #expect(scene.update(on: phone, body: "{\"data\":{\"{a}\":" + deep).outcome == .refused)
        }
    }

    @Test func `a duplicate cache-offline is invalid to both clients`() {
        var exchange = ClientScene(old: nil, new: new).exchange(
            status: 200,
            Headers([
                HeaderField("cache-offline", "true"), HeaderField("Cache-Offline", "store"),
                HeaderField("etag", "e"), HeaderField("template-tag", "t"),
                HeaderField("template-change", "true"),
            ]), Array(new.utf8))
        for phone in ClientModel.allCases {
            #expect(exchange.reading(on: phone, hashes: ClientScene.hashes).storage == .none)
        }
        exchange.redirectStatus = 302
        #expect(exchange.reading(on: .android, hashes: ClientScene.hashes).errors == [302])
        #expect(exchange.reading(on: .ios, hashes: ClientScene.hashes).outcome == .firstLoad)
    }

    @Test func `Latin-1 is stored as UTF-8, and an unsupported encoding is reported`() {
        let page = "<title>T</title><!--sonicdiff-a-->"
        let latin = Array(page.utf8) + [0xE9] + Array("<!--sonicdiff-a-end-->".utf8)
        for phone in ClientModel.allCases {
            var exchange = ClientScene(old: old, new: new).exchange(status: 304, Headers(), [])
            exchange.storedPage?.html = latin
            exchange.storedPage?.headers.replace("Content-Type", "text/html; charset=ISO-8859-1")
            #expect(
                exchange.reading(on: phone, hashes: ClientScene.hashes).text == page
                    + "é<!--sonicdiff-a-end-->")
            exchange.storedPage?.headers.replace("Content-Type", "text/html; charset=gbk")
            let reading = exchange.reading(on: phone, hashes: ClientScene.hashes)
            #expect(reading.outcome == .unknown)
            #expect(reading.notes.last?.contains("gbk") == true)
        }
    }

    @Test func `a merged page is not compared with a later page`() {
        let new = ClientScene.page("T", [("a", "one"), ("b", "2")])
        let reading = ClientScene(old: page, new: new).update(on: .android)
        let later = Array(ClientScene.page("T", [("a", "later"), ("b", "2")]).utf8)
        let verdict = ClientVerdict(reading, ours: later) { Bytes.text($0) == new }
        #expect(verdict.sentence == "Android has the page that html-sha1 names; the one here is newer")
        #expect(verdict.isSamePage == true && verdict.differsAt == nil && verdict.block == nil)
        let wrong = ClientVerdict(reading, ours: later) { _ in false }
        #expect(wrong.sentence.hasPrefix("Android merges another page than html-sha1 names"))
        #expect(wrong.isSamePage == false && wrong.differsAt == nil)
        #expect(
            ClientVerdict(reading, ours: Array(new.utf8)) { _ in false }.sentence
                == "Android has the same page"
        )
    }
}
