import SonicProtocol
import Testing

@Suite struct DurationUnitsTests {
    private static let extremes: [Duration] = [.seconds(Int64.min), .seconds(Int64.max)]

    @Test(
        arguments: [
            (.zero, 0), (.microseconds(999), 0), (.milliseconds(1), 1), (.microseconds(1_999), 1),
            (.milliseconds(-1500), -1500), (.microseconds(-999), 0), (extremes[0], .min), (extremes[1], .max),
            (.seconds(9_223_372_036_854_775) + .milliseconds(999), .max),
        ] as [(Duration, Int64)]) func `whole milliseconds are truncated and saturate at the limits`(
            _ time: Duration, _ expected: Int64
        )
    {
        #expect(time.wholeMilliseconds == expected)
    }

    @Test(
        arguments: [
            (.seconds(-1), 0), (.zero, 0), (.nanoseconds(1), 1), (.milliseconds(1), 1),
            (.microseconds(1_001), 2),
            (.milliseconds(3_599_999), 3_599_999), (.seconds(3601), 3_600_000), (extremes[0], 0),
            (extremes[1], 3_600_000),
        ] as [(Duration, Int)]) func `waiting milliseconds are rounded up, from zero to an hour`(
            _ time: Duration, _ expected: Int
        )
    {
        #expect(time.waitingMilliseconds == expected)
    }

    @Test(
        arguments: [
            (.seconds(-1), 0), (.nanoseconds(1_999), 1), (.seconds(2), 2_000_000),
            (.seconds(3601), 3_600_000_000),
        ] as [(Duration, Int)]) func `whole microseconds are truncated, from zero to an hour`(
            _ time: Duration, _ expected: Int
        )
    {
        #expect(time.microsecondsToAnHour == expected)
    }

    @Test(
        arguments: [
            (.nanoseconds(1_234_567), 1.234567, 1.235, 1.235, 1.234),
            (.nanoseconds(-1_234_567), -1.234567, -1.235, -1.235, -1.234),
            (.nanoseconds(999_999_999), 999.999999, 1000, 1000, 999.999),
            (.seconds(2), 2000, 2000, 2000, 2000),
            // Half a microsecond: as milliseconds in a double it is below the middle.
            (.nanoseconds(1_024_007_500), 1024.0075, 1024.007, 1024.008, 1024.007),
        ] as [(Duration, Double, Double, Double, Double)])
    func `fractions of a millisecond are exact, rounded or truncated`(
        _ time: Duration, _ exact: Double, _ rounded: Double, _ forSums: Double, _ cut: Double
    ) {
        #expect(time.milliseconds == exact && time.seconds == exact / 1000)
        #expect(time.millisecondsToMicrosecond == rounded && time.millisecondsForSums == forSums)
        #expect(time.millisecondsCutToMicrosecond == cut)
    }

    @Test(
        arguments: [
            (.milliseconds(-3), "0 ms"), (.zero, "0 ms"), (.microseconds(449), "0.4 ms"),
            (.microseconds(9_949), "9.9 ms"), (.microseconds(9_950), "10 ms"),
            (.microseconds(999_499), "999 ms"),
            (.microseconds(999_500), "1 s"), (.milliseconds(1_249), "1.2 s"),
            (.milliseconds(99_949), "99.9 s"),
            (.milliseconds(99_950), "1 min"), (.seconds(239), "3 min"), (.seconds(7200), "120 min"),
        ] as [(Duration, String)]) func `the brief text has two significant digits`(
            _ time: Duration, _ text: String
        )
    {
        #expect(time.brief == text)
    }

    @Test(
        arguments: [
            (.zero, "0 ms"), (.milliseconds(500), "500 ms"), (.milliseconds(1500), "1.5 s"),
            (.milliseconds(1949), "1.9 s"), (.milliseconds(1950), "2.0 s"), (.seconds(5), "5 s"),
            (.seconds(60), "1 min"), (.seconds(90), "90 s"), (.seconds(3600), "1 h"),
            (.seconds(5400), "90 min"),
        ] as [(Duration, String)]) func `a configured time is written in its whole unit`(
            _ time: Duration, _ text: String
        )
    {
        #expect(time.inWholeUnit == text)
    }

    @Test(
        arguments: [
            (.zero, "0 s", "0 s", "0:00"), (.milliseconds(199), "0 s", "0.1 s", "0:00"),
            (.milliseconds(500), "0 s", "0.5 s", "0:00"), (.milliseconds(9999), "9 s", "9.9 s", "0:09"),
            (.seconds(760), "760 s", "760 s", "12:40"), (.seconds(11_099), "11099 s", "11099 s", "3:04:59"),
            (.seconds(86_399), "86399 s", "86399 s", "23:59:59"),
            (.seconds(86_400), "86400 s", "86400 s", "over a day"),
        ] as [(Duration, String, String, String)])
    func `seconds, tenths of seconds and the clock are truncated`(
        _ time: Duration, _ seconds: String, _ tenths: String, _ clock: String
    ) {
        #expect(time.inSeconds == seconds && time.inTenthsOfSeconds == tenths && time.clock == clock)
    }

    @Test(
        arguments: [
            (-5, "0 s"), (59, "59 s"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_399, "23 h"),
            (86_400, "1 day"), (172_799, "1 day"), (172_800, "2 days"),
        ] as [(Int64, String)]) func `the time since a moment is written in its largest whole unit`(
            _ seconds: Int64, _ text: String
        )
    {
        let moment = Instant(milliseconds: 1_000_000)
        #expect(moment.adding(seconds: seconds).words(since: moment) == text)
    }

    @Test(
        arguments: [
            (-86_400, nil), (-61, nil), (-60, "0 s"), (0, "0 s"), (59, "59 s"), (86_400, "1 day"),
        ] as [(Int64, String?)]) func `a moment that the clock has yet to reach has no age`(
            _ seconds: Int64, _ age: String?
        )
    {
        let (moment, now) = (
            Instant(milliseconds: 1_000_000), Instant(milliseconds: 1_000_000 + seconds * 1000)
        )
        #expect(moment.age(at: now) == age)
        #expect(moment.ago(at: now) == age.map { "\($0) ago" } ?? "at a later time by this clock")
        #expect(Instant(milliseconds: .max).age(at: Instant(milliseconds: .min)) == nil)
    }
}
