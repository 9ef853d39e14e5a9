import SonicProtocol
import Testing

@testable import Browser

/// The browser's behaviour at its limits (docs/reference/limits.md).
@Suite struct EdgeTests {
    @Test func `the history keeps the last five hundred pages`() {
        var history = History()
        for number in 0...(History.limit + 1) {
            history.record(
                .push, leaving: History.Place(url: Stage.url("http://a.example/\(number)"), offset: 0))
        }
        #expect(history.before.count == 500)
        #expect(history.before.first?.url.href == "http://a.example/2")
        #expect(history.before.last?.url.href == "http://a.example/501")
    }

    @Test func `the last twenty closed tabs can be reopened`() {
        var stage = Stage.onPage()
        for number in 1...22 {
            stage.press(.control("t"))
            stage.type("127.0.0.1:8420/p\(number)")
            stage.press(.enter)
            stage.come("p\(number)")
            stage.press("c")
        }
        #expect(stage.model.account.tabs.closed.count == 20)
        #expect(stage.model.account.tabs.closed.first?.tab.title == "Page p3")
        for _ in 1...20 { stage.press("U") }
        #expect(stage.model.account.tabs.closed.isEmpty)
    }

    @Test func `the first sixteen style sheets of a page are fetched`() {
        var stage = Stage(columns: 80, rows: 24)
        let links = (0..<20).map { "<link rel=stylesheet href=/\($0).css>" }.joined()
        stage.open("http://site.test/")
        stage.readCache(links + "<p>page")
        stage.paint()
        let asked = stage.effects.compactMap {
            if case .ask(.style(let order, _)) = $0 { order.url.path } else { nil }
        }
        #expect(asked == (0..<16).map { "/\($0).css" })
    }
}
