import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

struct SessionScreenTests {
    @Test func `headers added to a response are distinguished from the server's`() {
        var stage = Stage(rows: 60)
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/html")])
        let head = ResponseHead(version: "HTTP/1.1", status: 200, reason: "OK", headers: Headers(), raw: [])
        let found = ResponseClassifier.classification(
            of: head, tags: ResponseTags(Headers()), asked: RequestConditions())
        stage.report(.learnt(.classified(found, added: [HeaderField("Cache-Offline", "true")])))
        stage.replace(with: "<p>one two</p>")
        stage.end(.firstLoad, "it came", added: [HeaderField("Cache-Offline", "true")])
        stage.press("=")
        let lines = stage.screen.map { $0.filter { $0 != " " } }
        #expect(lines.contains("│addedCache-Offline:true│"))
        let place = lines.firstIndex { $0 == "│Cache-Offline:true│" }
        #expect(place.map { lines[$0 - 1] } == "│Content-Type:text/html│")
        #expect(place.map { lines[$0 + 1] } == "│·addedhere;theserversentnone│")
    }
}
