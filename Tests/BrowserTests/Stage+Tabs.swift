import SonicProtocol
import SonicSession

@testable import Browser

// Actions with several tabs.
extension Stage {
    /// A page with two links, a block and enough lines to scroll.
    static func page(_ name: String) -> String {
        "<title>Page \(name)</title><h1>Page \(name)</h1><a href=/b>to b</a> <a href=/c>to c</a>"
            + "<!--sonicdiff-x--><p>old</p><!--sonicdiff-x-end-->"
            + (0..<80).map { "<p>line \($0) of \(name)</p>" }.joined()
    }

    /// A stage with `/a` on the screen.
    static func onPage(columns: Int = 80, rows: Int = 24, keeping: Bool = false) -> Stage {
        var stage = Stage(columns: columns, rows: rows, keeping: keeping)
        stage.open("http://127.0.0.1:8420/a")
        stage.come("a")
        return stage
    }

    /// A stage with `/a`, `/b` and `/c` in three tabs, the last in front.
    static func withTabs() -> Stage {
        var stage = Stage.onPage()
        for name in ["b", "c"] {
            stage.press(.control("t"))
            stage.type("127.0.0.1:8420/\(name)")
            stage.press(.enter)
            stage.come(name)
        }
        return stage
    }

    /// The opened page comes from the cache, and the server confirms it.
    mutating func come(_ name: String) {
        readCache(Self.page(name))
        end(.allCached, "over", storage: .renewed)
    }

    /// The titles of the tabs.
    var titles: [String] { model.account.tabs.indices.map { model.account.tabs[$0].title } }

    /// The requested pages.
    var openings: [Opening] {
        effects.compactMap { if case .open(let opening) = $0 { opening } else { nil } }
    }

    /// The session ends with a reason of which only the text is known.
    mutating func end(
        _ outcome: Outcome, _ reason: String, changed: [String] = [], answer: String? = nil,
        storage: SessionResult.Storage = .untouched, by comparer: SessionResult.Comparer? = nil,
        answeredBy: ConnectionName? = nil, added: [HeaderField] = []
    ) {
        end(
            outcome, .recorded(reason, code: nil), changed: changed, answer: answer, storage: storage,
            by: comparer, answeredBy: answeredBy, added: added)
    }
}
