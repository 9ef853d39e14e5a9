import TestSupport
import Testing

@testable import SonicProtocol

/// Dates and durations: the rows of a table, whose head lists the questions.
struct TimeTableTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/Times.table")
    /// 2026-11-21 00:00:00.
    private static let today = Instant(milliseconds: 1_795_219_200_000)

    @Test(arguments: rows)
    func `a time is what its row says`(row: TableRow) throws {
        let time = Self.duration(row[1])
        switch row[0] {
        case "example":
            #expect(HTTPDate.parse(row[1], now: Self.today) == Instant(milliseconds: 784_111_777_000))
        case "no date": #expect(HTTPDate.parse(row[1], now: Self.today) == nil)
        case "year":
            let moment = HTTPDate.parse("Sunday, 01-Jan-\(row[1]) 00:00:00 GMT", now: Self.today)
            #expect(CalendarTime(try #require(moment)).year == Int(row[2]))
        case "written":
            #expect(HTTPDate.text(Instant(milliseconds: try #require(Int64(row[1])))) == row[2])
        case "cookie":
            let seconds = SetCookie.date(row[1]).map { $0.milliseconds / 1000 }
            #expect(seconds.map(String.init) ?? "-" == row[2])
        case "retry":
            let headers = Headers([HeaderField("Retry-After", row[1])])
            let seconds = headers.retryAfter(now: Instant(milliseconds: 1_700_000_000_500))
            #expect(seconds.map { "\($0)" } ?? "-" == row[2])
        case "milliseconds": #expect("\(time.wholeMilliseconds)" == row[2])
        case "waiting": #expect("\(time.waitingMilliseconds)" == row[2])
        case "microseconds": #expect("\(time.microsecondsToAnHour)" == row[2])
        case "brief": #expect(time.brief == row[2])
        case "exact":
            let numbers = (2..<6).map { Double(row[$0]) }
            #expect(time.milliseconds == numbers[0] && time.seconds == numbers[0].map { $0 / 1000 })
            #expect(time.millisecondsToMicrosecond == numbers[1] && time.millisecondsForSums == numbers[2])
            #expect(time.millisecondsCutToMicrosecond == numbers[3])
        case "unit": #expect(time.inWholeUnit == row[2])
        case "clock":
            #expect([time.inSeconds, time.inTenthsOfSeconds, time.clock] == [row[2], row[3], row[4]])
        case "since":
            let moment = Instant(milliseconds: 1_000_000)
            let later = moment.adding(seconds: try #require(Int64(row[1])))
            #expect(later.words(since: moment) == row[2])
        case "age":
            let moment = Instant(milliseconds: 1_000_000)
            let now = Instant(milliseconds: 1_000_000 + (try #require(Int64(row[1]))) * 1000)
            let age = row[2] == "-" ? nil : row[2]
            #expect(moment.age(at: now) == age)
            #expect(moment.ago(at: now) == age.map { "\($0) ago" } ?? "at a later time by this clock")
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of times has its rows`() { #expect(Self.rows.count >= 159) }

    @Test func `a moment at the other end of time has no age`() {
        #expect(Instant(milliseconds: .max).age(at: Instant(milliseconds: .min)) == nil)
    }

    /// A number of nanoseconds, `min` or `max`.
    private static func duration(_ text: String) -> Duration {
        if text == "min" || text == "max" { return .seconds(text == "min" ? Int64.min : .max) }
        let number = Int128(text) ?? 0
        return .seconds(Int64(number / 1_000_000_000)) + .nanoseconds(Int64(number % 1_000_000_000))
    }
}
