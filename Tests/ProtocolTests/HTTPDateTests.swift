import SonicProtocol
import Testing

@Suite struct HTTPDateTests {
    /// 2026-11-21 00:00:00.
    private let now = Instant(milliseconds: 1_795_219_200_000)
    /// The date that RFC 9110 §5.6.7 gives in each form.
    private let example = Instant(milliseconds: 784_111_777_000)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "sun, 06 NOV 1994 08:49:37 gmt", "SUNDAY, 06-nov-94 08:49:37 Gmt", "Mon, 06 Nov 1994 08:49:37 GMT",
    ]) func `the three forms are parsed in any case and with any day name`(_ text: String) {
        #expect(HTTPDate.parse(text, now: now) == example)
    }

    @Test(arguments: [
        "", " ", ",,,,,", "Sun", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
        "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2100 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nox 1994 08:49:37 GMT", "Sux, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov 1 6 08:49:37 1994",
        "Sun Nov  16 08:49:37 1994", "Sun, 06 Nov +994 08:49:37 GMT", "Sün, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 19941 08:49:37 GMT", "Sunday, 06-Nov-94-1 08:49:37 GMT",
    ]) func `anything else is not a valid date`(_ text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }

    @Test func `a leap second is parsed as the second after it`() {
        #expect(
            HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", now: now)
                == HTTPDate.parse("Sun, 01 Jan 2017 00:00:00 GMT", now: now))
    }

    @Test(arguments: [
        ("26", 2026), ("76", 2076), ("77", 1977), ("00", 2000), ("99", 1999),
    ]) func `a two-digit year is at most fifty years ahead`(_ digits: String, _ year: Int) throws {
        let moment = try #require(HTTPDate.parse("Sunday, 01-Jan-\(digits) 00:00:00 GMT", now: now))
        #expect(CalendarTime(moment).year == year)
    }

    @Test func `a two-digit leap day is in a leap year`() throws {
        let in2060 = try #require(CalendarTime(year: 2060, month: 1, day: 1)).instant
        let moment = try #require(HTTPDate.parse("Sunday, 29-Feb-00 00:00:00 GMT", now: in2060))
        #expect(CalendarTime(moment).year == 2000)
    }

    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777_999, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_400_000, "Mon, 01 Mar 2100 00:00:00 GMT"), (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (.min, "Sat, 01 Jan 0000 00:00:00 GMT"),
        ] as [(Int64, String)]) func `a date is written in the first form`(
            _ milliseconds: Int64, _ text: String
        )
    {
        let written = HTTPDate.text(Instant(milliseconds: milliseconds))
        #expect(written == text)
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
