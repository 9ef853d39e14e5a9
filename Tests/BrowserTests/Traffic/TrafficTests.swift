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
        stage.press("b")
        stage.settle()
        #expect(stage.trafficRows == [0] + Array(5_001...50_001))
    }

    @Test func `a session that was released is read again when the cursor is on its row`() async throws {
        var stage = try await Self.quay()
        guard case .exchange(let exchange, let reading)? = stage.model.account.traffic?.log[4]?.content else {
            Issue.record("row 4 is an exchange")
            return
        }
        stage.send(.traffic(.wanted(.file("long.har"), try ExchangeFilter(""))))
        let number = try #require(stage.model.account.traffic?.number)
        let rows = Array(repeating: TrafficRow.Content.exchange(exchange, .waiting), count: 1200)
        stage.send(.traffic(.news([.added(rows)], number: number)))
        stage.send(.traffic(.news((1...1200).map { .read(row: $0, reading) }, number: number)))
        stage.settle()
        stage.press("j", .enter)
        let log = try #require(stage.model.account.traffic?.log)
        #expect(log[2]?.session == nil && log[2]?.outcome == .dataUpdate && log[1200]?.session != nil)
        #expect(stage.model.inspector?.visit.trace.result == nil)
        stage.answer(reading) { if case .reading(_, let reply) = $0 { reply } else { nil } }
        #expect(stage.model.inspector?.visit.trace.result?.outcome == .dataUpdate)
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
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
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
                groups.set(row, isShown: Int.random(in: 0..<3, using: &random) > 0, in: log)
                let heading = order == .time ? 0 : 1
                let all = groups.groups.enumerated().flatMap { place, group in
                    (heading > 0 && !group.rows.isEmpty ? [.heading(place)] : [])
                        + group.rows.map { TrafficGroups.Line.row($0) }
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
                let isShown = Bool.random(using: &random)
                groups.set(row, isShown: isShown, in: log)
                if isShown { shown.insert(row.id) } else { shown.remove(row.id) }
                let rows = groups.lines(0..<groups.count).compactMap {
                    if case .row(let id) = $0 { id } else { nil }
                }
                #expect(rows == shown.sorted())
                #expect(rows.allSatisfy { groups.index(of: $0) != nil })
            }
        }
    }
}
