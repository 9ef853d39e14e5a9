import CellGrid
import Chance
import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing
import Workbench

@testable import Browser
@testable import BrowserValues

/// The traffic list.
@Suite struct TrafficTests {
    /// The list of a HAR file: an iPhone's first load (1) with two resources (2, 3), its update (4), a page of
    /// curl (5), the iPhone's 304 (6), a failed form of curl (7), an unreadable entry (8).
    private static func quay(columns: Int = 120) async throws -> Stage {
        var stage = Stage(columns: columns, rows: 30)
        try await stage.readTraffic("quay.har", TextFiles.bytes("Tests/BrowserTests/Pages/quay.har"))
        return stage
    }

    private static func filter(_ stage: inout Stage, _ line: String) {
        stage.press("/")
        stage.type(line)
        stage.press(.enter)
        stage.settle()
    }

    @Test func `each exchange is a row with its outcome`() async throws {
        let stage = try await Self.quay()
        let traffic = try #require(stage.model.account.traffic)
        #expect(stage.trafficRows == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(
            traffic.log.rows.map(\.outcome)
                == [.firstLoad, nil, nil, .dataUpdate, .plain, .allCached, .failed, nil])
        #expect(traffic.state == .complete)
        #expect(stage.text.contains("Traffic: quay.har"))
    }

    @Test(arguments: [
        ("has:error", [3, 7, 8]), ("outcome:dataUpdate,allCached", [4, 6]), ("client:curl -status:500", [5]),
        ("path:/tides*", [1, 2, 4, 5, 6]), ("nothing-like-it", []),
    ])
    func `a filter leaves the matching rows, and an empty filter all`(line: String, expected: [Int])
        async throws
    {
        var stage = try await Self.quay()
        Self.filter(&stage, line)
        #expect(stage.trafficRows == expected)
        #expect(stage.model.overlay is TrafficOverlay)
        stage.press(":")
        stage.type("filter")
        stage.press(.enter)
        stage.settle()
        #expect(stage.trafficRows == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test func `an invalid filter stays to be corrected, and the rows stay`() async throws {
        var stage = try await Self.quay()
        Self.filter(&stage, "outcome:great")
        #expect(stage.trafficRows.count == 8)
        #expect(stage.model.prompt != nil)
        #expect(stage.text.contains("great"))
    }

    @Test func `rows are grouped by page and by client, each group under a heading`() async throws {
        var stage = try await Self.quay()
        stage.press("b")
        #expect(stage.trafficRows == [0, 1, 2, 3, 4, 5, 6, 0, 7, 0, 8])
        stage.press("b")
        #expect(stage.trafficRows == [0, 1, 2, 3, 4, 6, 0, 5, 7, 0, 8])
        #expect(stage.text.contains("/tides: ETag"))
        stage.press("b")
        #expect(stage.trafficRows == [1, 2, 3, 4, 5, 6, 7, 8])
    }

    @Test(arguments: [(["G", "k", "k", "k"], 49_997), (["g"], 5_001)])
    func `rows removed for lack of room leave the list, and the cursor stays on its row`(
        keys: [Key], chosen: Int
    ) throws {
        var stage = Stage(columns: 120, rows: 30)
        stage.send(.traffic(.wanted(.file("long.har"), try ExchangeFilter(""))))
        let number = try #require(stage.model.account.traffic?.number)
        func add(_ count: Int) {
            let rows = Array(repeating: TrafficRow.Content.unreadable("odd"), count: count)
            stage.send(.traffic(.news([.added(rows)], number: number)))
            stage.settle()
        }
        add(TrafficLog.maxRows)
        for key in keys { stage.press(key) }
        add(1)
        #expect(stage.model.account.traffic?.chosen == chosen)
        #expect(stage.trafficRows == Array(5_001...50_001))
        #expect(stage.text.contains("cannot be read"))
        stage.press("b")
        stage.settle()
        #expect(stage.trafficRows == [0] + Array(5_001...50_001))
    }

    @Test func `the request of the selected row is edited and resent, although no page is open`() async throws
    {
        var stage = try await Self.quay()
        stage.press("j", "j", "j", "e")
        let editor = try #require(stage.model.overlay as? RequestEditor)
        #expect(editor.draft.url.href == "http://quay.example/tides")
        #expect(editor.draft.headers.fields.contains { $0.isNamed("If-None-Match") })
        stage.press(.escape)
        #expect(stage.model.overlay is TrafficOverlay)
        stage.press("e", .enter)
        let sent = stage.effects.compactMap { effect in
            if case .ask(.resend(let order, _)) = effect { order.letters.first?.draft } else { nil }
        }
        #expect(sent == [editor.draft])
        stage = try await Self.quay()
        stage.press("b", "g", "e")
        #expect(stage.model.overlay is TrafficOverlay, "a heading has no request")
    }

    @Test func `closing a view opened from the list returns to the same row`() async throws {
        var stage = try await Self.quay()
        stage.press("j", "j", "j", .enter)
        #expect(stage.model.inspector?.visit.opening.visit == -4)
        stage.press(.escape)
        #expect(stage.model.overlay is TrafficOverlay)
        #expect(stage.model.account.traffic?.chosen == 4)
        for key: Key in ["!", "="] {
            stage.press(key)
            #expect(!(stage.model.overlay is TrafficOverlay))
            stage.press(.escape)
            #expect(stage.model.listed?.cursor.index == 3, "\(key.name)")
        }
        stage.press("y", "h")
        #expect(stage.model.overlay is TrafficOverlay)
        #expect(
            stage.effects.contains {
                if case .copy(let text) = $0 { text.contains("If-None-Match") } else { false }
            })
        stage.press(.escape)
        #expect(stage.model.overlay == nil)
        stage.press(.function(12))
        #expect(stage.model.listed?.cursor.index == 3)
    }

    @Test func `the inspector shows the body and the merged page of the selected row`() async throws {
        var stage = try await Self.quay()
        stage.press("j", "j", "j", .enter, "5")
        stage.settle()
        #expect(stage.text.contains("high at 17:40"))
        #expect(stage.text.contains("Merged page"))
        stage.press(.escape, "j", "j", "j", "j", .enter)
        #expect(stage.model.inspector == nil, "an entry that cannot be read has nothing to inspect")
    }

    @Test func `any two exchanges are compared side by side, and closing returns to the list`()
        async throws
    {
        var stage = try await Self.quay()
        stage.press(.alt("a"))
        #expect(stage.text.contains("◆") || stage.text.contains("Marked exchange 1"))
        stage.press("j", "j", "j", .alt("a"))
        stage.settle()
        #expect(stage.model.overlay is SideBySide)
        #expect(stage.text.contains("exchange 4, /tides"))
        stage.press(.escape)
        #expect(stage.model.overlay is TrafficOverlay)
        stage.press("j", "j", "j", "j", .alt("a"))
        #expect(stage.model.overlay is TrafficOverlay)
    }

    @Test func `this program's sessions become rows when they end`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://127.0.0.1:8420/news")
        stage.readCache("<p>old")
        stage.ask(304, "Not Modified")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press(.function(12))
        stage.settle()
        #expect(stage.trafficRows == [1])
        stage.press(.escape)
        stage.press("r")
        stage.readCache("<p>old")
        stage.ask(304, "Not Modified")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press(.function(12))
        stage.settle()
        #expect(stage.trafficRows == [1, 2])
        #expect(stage.model.account.traffic?.log[2]?.report != nil)
    }

    @Test func `reports of an earlier read change nothing`() async throws {
        var stage = try await Self.quay()
        stage.press(.escape)
        stage.send(.traffic(.wanted(.own, try ExchangeFilter(""))))
        stage.send(.traffic(.news([.added([.unreadable("late")])], number: 1)))
        stage.send(.traffic(.ended("late", number: 1)))
        #expect(stage.trafficRows == [])
        #expect(stage.model.account.traffic?.state == .following)
    }

    @Test func `following stays on the last row as more arrive, until it is stopped`() throws {
        var stage = Stage(columns: 120, rows: 12)
        let url = Stage.url("http://127.0.0.1:8420/")
        stage.send(.traffic(.wanted(.server(url), try ExchangeFilter(""))))
        func add(_ count: Int) {
            let rows = (0..<count).map { TrafficRow.Content.unreadable("entry \($0)") }
            stage.send(.traffic(.news([.added(rows)], number: 1)))
            stage.settle()
        }
        add(30)
        #expect(stage.model.listed?.cursor.index == 29)
        stage.press("F")
        add(5)
        #expect(stage.model.listed?.cursor.index == 29)
        stage.press("F")
        add(5)
        #expect(stage.model.listed?.cursor.index == 39)
    }

    @Test(arguments: [(499, false), (501, true)])
    func `as many new rows are shown at once as one step of idle work processes`(
        count: Int, isMoreToDo: Bool
    ) throws {
        var stage = Stage(columns: 120, rows: 12)
        stage.settle()
        stage.send(.traffic(.wanted(.file("a.har"), try ExchangeFilter("has:error"))))
        let rows = (0..<count).map { TrafficRow.Content.unreadable("entry \($0)") }
        stage.send(.traffic(.news([.added(rows)], number: 1)))
        #expect(stage.model.hasIdleWork == isMoreToDo)
        #expect(stage.model.idleChange == (isMoreToDo ? .rows : .other))
        // While rows are pending, new ones are queued after them.
        stage.send(.traffic(.news([.added(rows)], number: 1)))
        #expect(stage.model.account.traffic?.count == (isMoreToDo ? 500 : count * 2))
        stage.settle()
        #expect(stage.model.account.traffic?.count == count * 2)
    }

    /// A log of exchanges with this many pages.
    private static func log(of count: Int, pages: Int) async -> TrafficLog {
        var stream = TrafficStream(
            hashes: .nettle, headers: RequestHeaders(product: "sonic/0"), now: { Instant(milliseconds: 0) })
        var log = TrafficLog()
        for index in 0..<count {
            let line: JSONValue = [
                "request": [
                    "method": "GET", "url": .string("http://quay.example/\(index * index % pages)"),
                    "headers": .array([]),
                ],
                "response": ["status": 404, "headers": .array([]), "content": .object([])],
            ]
            for case .added(let contents) in await stream.handle(Array(line.text().utf8)) {
                for content in contents { log.append(content) }
            }
        }
        return log
    }

    @Test func `any range of grouped lines equals that of the whole list`() async throws {
        var random = SeededGenerator(seed: 44)
        let log = await Self.log(of: 80, pages: 23)
        try #require(log.rows.count == 80)
        for order in TrafficGroups.Order.allCases {
            var groups = TrafficGroups(order)
            for _ in 0..<300 {
                let row = try #require(log[Int.random(in: 1...80, using: &random)])
                if Int.random(in: 0..<3, using: &random) > 0 {
                    groups.insert(row, in: log)
                } else {
                    groups.remove(row, in: log)
                }
                let heading = order == .time ? 0 : 1
                let all = groups.groups.enumerated().flatMap { place, group in
                    (heading > 0 ? [.heading(place)] : []) + group.rows.map { TrafficGroups.Line.row($0) }
                }
                #expect(groups.count == all.count)
                let start = Int.random(in: 0...all.count, using: &random)
                let end = Int.random(in: start...all.count, using: &random)
                #expect(groups.lines(start..<end) == Array(all[start..<end]))
                // A list may request more lines than there are.
                #expect(groups.lines(start..<(all.count + 9)) == Array(all[start...]))
                let places = groups.groups.flatMap(\.rows).map { groups.index(of: $0) }
                #expect(places == all.indices.filter { if case .row = all[$0] { true } else { false } })
            }
        }
    }

    @Test func `groups contain what was added, in order, through any additions and removals`() throws {
        var random = SeededGenerator(seed: 43)
        var log = TrafficLog()
        for index in 0..<60 {
            let url = try #require(WebURL("http://quay.example/\(index % 5)"))
            let exchange = Exchange(SessionTrace(url, mode: .open))
            #expect(exchange == nil, "a session without a request is no exchange")
            log.append(.unreadable("\(index)"))
        }
        for order in TrafficGroups.Order.allCases {
            var groups = TrafficGroups(order)
            var shown: Set<Int> = []
            for _ in 0..<400 {
                let row = try #require(log[Int.random(in: 1...60, using: &random)])
                if Bool.random(using: &random) {
                    groups.insert(row, in: log)
                    shown.insert(row.id)
                } else {
                    groups.remove(row, in: log)
                    shown.remove(row.id)
                }
                let rows = groups.lines(0..<groups.count).compactMap {
                    if case .row(let id) = $0 { id } else { nil }
                }
                #expect(rows == shown.sorted())
                #expect(rows.allSatisfy { groups.index(of: $0) != nil })
            }
        }
    }
}
