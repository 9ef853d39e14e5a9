import SonicProtocol
import Testing

@Suite struct HTTPDateTests {
    /// 2026-11-21 00:00:00.
    private let now = Instant(milliseconds: 1_795_219_200_000)

    @Test func `a leap second is parsed as the second after it`() {
        #expect(
            HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", now: now)
                == HTTPDate.parse("Sun, 01 Jan 2017 00:00:00 GMT", now: now))
    }

    @Test func `a two-digit leap day is in a leap year`() throws {
        let in2060 = try #require(CalendarTime(year: 2060, month: 1, day: 1)).instant
        let moment = try #require(HTTPDate.parse("Sunday, 29-Feb-00 00:00:00 GMT", now: in2060))
        #expect(CalendarTime(moment).year == 2000)
    }

    @Test func `dates of eight centuries round-trip`() {
        for day in stride(from: Int64(-146_097), through: 146_097, by: 11) {
            let moment = Instant(milliseconds: (day * 86_400 + day % 86_400) * 1000)
            let time = CalendarTime(moment)
            guard time.instant == moment, HTTPDate.parse(HTTPDate.text(moment), now: moment) == moment else {
                Issue.record("day \(day) is lost: \(HTTPDate.text(moment))")
                return
            }
        }
    }

    @Test func `any instant has a calendar time`() {
        for shift in 0..<63 {
            for sign in [-1, 1] as [Int64] {
                let time = CalendarTime(Instant(milliseconds: sign << Int64(shift)))
                #expect(
                    (1...12).contains(time.month) && (1...31).contains(time.day)
                        && (0...6).contains(time.weekday))
            }
        }
        #expect(CalendarTime(Instant(milliseconds: .max)).year == 292_278_994)
        #expect(CalendarTime(Instant(milliseconds: .min)).year == -292_275_055)
    }
}
