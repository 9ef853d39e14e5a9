import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// The last sessions of a page, as sparklines and charts show them.
struct PageRecordTests {
    private static let page = Stage.url("http://127.0.0.1:8420/news")

    private static func past(
        _ outcome: String, began: Int = 0, came: Int = 100, page: Int? = nil
    ) throws -> PastSession {
        let text = """
            {"began":\(began),"milliseconds":1,"requested":"\(Self.page.href)","url":"\(Self.page.href)",\
            "page":"5d41402a","outcome":"\(outcome)","bytesReceived":\(came),\
            "pageBytes":\(page.map(String.init) ?? "null")}
            """
        let node = try #require(JSONNode.read(Array(text.utf8)).node)
        return try #require(PastSession(node, account: "alice"))
    }

    private static func runs(_ sessions: PastSession...) -> [SessionRow] { sessions.map { SessionRow($0) } }

    @Test func `a single session gives no chart`() throws {
        let one = RunsText(
            runs: Self.runs(try Self.past("allCached", page: 9)), plot: Plot(.drawn), width: 40)
        #expect(one.lines.isEmpty && one.strip == nil)
    }

    @Test func `a value that was not recorded is a gap and not part of the totals`() throws {
        let runs = Self.runs(
            try Self.past("firstLoad", came: 1000, page: 1000), try Self.past("dataUpdate", came: 500),
            try Self.past("offline", came: 0, page: 1000), try Self.past("wondrous", came: 10, page: 1000),
            try Self.past("allCached", came: 100, page: 1000))
        let text = RunsText(runs: runs, plot: Plot(.drawn), width: 60)
        #expect(
            text.lines.map(\.text) == [
                " last    ▲●◇ ·", " bytes   █  ▁▁", " all loads (3): received 1,110 of 3,000 B, with headers",
                " · same ● data ▲ full ◇ offline",
            ])
        #expect(text.strip?.text == " last    ▲●◇ ·")
        let unknown = RunsText(
            runs: Self.runs(try Self.past("plain"), try Self.past("fresh")), plot: Plot(.plain), width: 60)
        #expect(unknown.lines.map(\.text) == [" last    A.", " . same A plain"])
        #expect(unknown.strip?.text == " last    A.")
    }

    @Test func `the latest sessions are shown if there is no room for all`() throws {
        var runs = try (0..<100).map { _ in SessionRow(try Self.past("allCached", came: 1, page: 9)) }
        runs.append(SessionRow(try Self.past("failed")))
        for width in [10, 20, 34, 80] {
            let text = RunsText(runs: runs, plot: Plot(.drawn), width: Column(width))
            #expect(text.strip?.text.contains("✗") == true, "\(width)")
            #expect(text.lines.allSatisfy { $0.width <= Column(width) })
        }
    }

    @Test func `totals do not overflow`() throws {
        var huge = SessionRow(try Self.past("dataUpdate"))
        (huge.bytes, huge.pageBytes) = (.max, .max)
        #expect(RunsText(runs: [huge, huge], plot: Plot(.drawn), width: 60).lines.count == 5)
    }

    @Test func `sessions from the history and of this run are listed once each`() throws {
        var stage = Stage(columns: 120, rows: 40)
        stage.past = [
            try Self.past("allCached", began: 3), try Self.past("dataUpdate", began: 2),
            try Self.past("firstLoad", began: 1),
        ]
        stage.open(Self.page.href)
        stage.readCache("<p>one")
        #expect(!stage.effects.contains(.ask(.sessionsOf(Self.page, .any))), "no first frame waits for it")
        stage.paint()
        #expect(stage.effects.contains(.ask(.sessionsOf(Self.page, .any))))
        #expect(stage.text.contains("last    ▲●·"))
        stage.end(.allCached, "the same", storage: .renewed)
        #expect(stage.text.contains("last    ▲●··"))
        stage.press("r")
        stage.end(.failed(.status(500)), "broken")
        #expect(stage.text.contains("last    ▲●··✗"))
        #expect(stage.effects.count { $0 == .ask(.sessionsOf(Self.page, .any)) } == 1)
    }

    @Test func `while another page is requested, nothing is shown of the page before`() throws {
        var stage = Stage(columns: 120, rows: 40)
        stage.past = [try Self.past("dataUpdate", began: 2), try Self.past("firstLoad", began: 1)]
        stage.lastRead = [Self.page: 2]
        stage.send(.timeRead(Instant(milliseconds: 90_000_000)))
        stage.open(Self.page.href)
        stage.readCache("<p>one")
        stage.paint()
        stage.end(.offline(.connection(.unknownHost("127.0.0.1"))), "no network")
        #expect(stage.model.ageWords != nil && stage.model.runsInFront.count == 3)
        stage.open("http://127.0.0.1:8420/mill")
        #expect(stage.model.document?.url == Self.page, "the page before is still on the screen")
        #expect(stage.model.ageWords == nil && stage.model.newsWords == nil && stage.model.nextWords == nil)
        #expect(stage.model.runsInFront.isEmpty)
        // A reload is about the page on the screen.
        stage.open(Self.page.href)
        #expect(stage.model.ageWords == nil, "it is being requested")
        #expect(stage.model.runsInFront.count == 3)
    }

    @Test func `a session that ended before the history was loaded is not listed twice`() throws {
        var records = PageRecords()
        let asked = [records.ask(for: Self.page), records.ask(for: Self.page)]
        #expect(asked == [true, false])
        var result = Self.result
        result.began = Instant(milliseconds: 7)
        records.add(result)
        records.add(
            [try Self.past("allCached", began: 7), try Self.past("firstLoad", began: 1)], of: Self.page)
        #expect(records[Self.page].map(\.ending) == [.whole, .same])
        records.forget { $0 == Self.page }
        #expect(records[Self.page].isEmpty)
    }

    @Test func `a session loaded from the history before its end is reported is not listed twice`() throws {
        var records = PageRecords()
        _ = records.ask(for: Self.page)
        var result = Self.result
        result.began = Instant(milliseconds: 7)
        records.add([try Self.past("allCached", began: 7)], of: Self.page)
        records.add(result)
        #expect(records[Self.page].map(\.began) == [Instant(milliseconds: 7)])
    }

    @Test func `of many pages and many sessions the latest are kept`() throws {
        var records = PageRecords()
        for _ in 0..<300 { records.add(Self.result) }
        #expect(records[Self.page].count == PageRecords.most)
        for number in 0..<150 { _ = records.ask(for: Stage.url("http://a.example/\(number)")) }
        #expect(records[Self.page].isEmpty)
    }

    private static var result: SessionResult {
        var stage = Stage()
        stage.open(page.href)
        stage.readCache("<p>one")
        stage.end(.allCached, "the same", storage: .renewed)
        // It has just ended.
        guard let result = stage.told?.result else { preconditionFailure("the session has ended") }
        return result
    }
}
