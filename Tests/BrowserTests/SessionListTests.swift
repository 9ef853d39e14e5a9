import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// The recorded sessions, in the browser.
struct SessionListTests {
    private static func past(
        _ path: String, _ outcome: String, found: Int?, left: Int?
    ) throws -> PastSession {
        func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }
        let text = """
            {"began":7200000,"milliseconds":12,"requested":"http://127.0.0.1:8420\(path)",\
            "url":"http://127.0.0.1:8420\(path)","page":"5d41402a","outcome":"\(outcome)","code":200,\
            "status":200,"reason":"the etag differs","bytesReceived":1234,"bytesSent":321,\
            "found":\(number(found)),"left":\(number(left))}
            """
        let node = try #require(JSONNode.read(Array(text.utf8)).node)
        return try #require(PastSession(node, account: "alice"))
    }

    private func listed() throws -> Stage {
        var stage = Stage(columns: 100)
        stage.history = [2: "<p>old", 3: "<p>new"]
        stage.past = [
            try Self.past("/b", "failed", found: nil, left: nil),
            try Self.past("/news", "dataUpdate", found: 2, left: 3),
            try Self.past("/b", "firstLoad", found: nil, left: 3),
            try Self.past("/news", "firstLoad", found: nil, left: 2),
        ]
        stage.open("http://127.0.0.1:8420/news")
        stage.readCache("<p>new")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("s")
        return stage
    }

    @Test func `this page's sessions come first, each with its outcome`() throws {
        let stage = try listed()
        let rows = stage.popupRows.prefix(4).map {
            "│\($0)│".split(separator: " ").joined(separator: " ")
        }
        #expect(
            rows == [
                "│▸1 Jan 1970 02:00:00 ● data update 1 KB 12 ms v2 → v3 this page │",
                "│ 1 Jan 1970 02:00:00 ▲ first load: full page 1 KB 12 ms v2 this page │",
                "│ 1 Jan 1970 02:00:00 ✗ failed: the etag differs 1 KB 12 ms /b │",
                "│ 1 Jan 1970 02:00:00 ▲ first load: full page 1 KB 12 ms v3 /b │",
            ])
        #expect(stage.text.contains("http://127.0.0.1:8420/news: the etag differs"))
    }

    @Test func `typed text filters the list, and Esc shows all again`() throws {
        var stage = try listed()
        stage.press("/")
        stage.type("fail")
        #expect(stage.text.contains("1/4"))
        stage.press(.escape)
        #expect(stage.text.contains("4/4"))
        stage.press("/")
        stage.type("nothing like it")
        #expect(stage.text.contains("No matches."))
        stage.press(.enter, .enter)
        #expect(stage.text.contains("Sessions"))
    }

    @Test func `Enter goes to the version that a session stored`() throws {
        var stage = try listed()
        stage.press("j", .enter)
        #expect(stage.screen[0].contains("v2 of 3"))
        #expect(stage.text.contains("old"))
    }

    @Test func `for another page the version is shown once the page is loaded`() throws {
        var stage = try listed()
        stage.history = [3: "<p>new", 4: "<p>newest"]
        stage.press("G", .enter)
        #expect(stage.openingPaths == ["/news", "/b"])
        stage.readCache("<p>newest")
        stage.end(.fresh(.lifetime), "no request was due", storage: .stored(number: 4))
        #expect(stage.screen[0].contains("v3 of 4"))
    }

    @Test func `if the version no longer exists, the facts are shown`() throws {
        var stage = try listed()
        stage.press("j", "j", .enter)
        #expect(stage.text.contains("Past session") && stage.text.contains("none is stored"))
        stage.press(.escape, "s")
        stage.history = [:]
        stage.press("j", .enter)
        #expect(stage.text.contains("Past session"))
        #expect(stage.screen.last?.contains("It is not kept.") == true)
    }

    @Test func `unreadable lines of the history are reported`() throws {
        var stage = try listed()
        stage.press(.escape)
        stage.answer((sessions: stage.past, damaged: 2)) {
            if case .sessions(let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("2 lines of the history that cannot be read"))
        stage.press(.escape)
        stage.answer((sessions: [PastSession](), damaged: 0)) {
            if case .sessions(let reply) = $0 { reply } else { nil }
        }
        #expect(stage.text.contains("No past sessions yet."))
    }
}

extension Stage {
    /// The paths of the requested pages, in order.
    fileprivate var openingPaths: [String] { openings.map(\.url.path) }
}

// Sessions in progress.
extension SessionListTests {
    @Test func `running sessions and prefetches come before those of the past`() throws {
        var stage = Stage.onPage()
        stage.press(.tab, ",")
        stage.press("s")
        let rows = stage.popupRows.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows.first == "▸now ▶ reading cache, tab 2 /b")
        stage.press(.enter)
        #expect(stage.model.overlay == nil && stage.model.account.tabs.frontIndex == 1)
    }

    @Test func `a prefetched page is opened from the list, which shows its progress`() throws {
        var stage = Stage.onPage()
        let url = Stage.url("http://127.0.0.1:8420/b")
        stage.press(.tab, "P")
        stage.press("s")
        #expect(stage.popupRows.first?.contains("loading ahead") == true)
        stage.press(.escape)
        // A prefetch that was discarded is not reported as received.
        stage.send(.preloaded(.forgotten, of: url, after: .zero))
        stage.press("s")
        #expect(stage.model.overlay == nil)
    }
}
