import Browser
import BrowserValues
import Testing

/// Intervals as they are written and parsed.
@Suite struct PaceTests {
    @Test(
        arguments: [
            ("5", .seconds(5), "5 s"), ("0.5", .milliseconds(500), "500 ms"),
            ("50ms", .milliseconds(50), "50 ms"),
            ("5s", .seconds(5), "5 s"), ("2m", .seconds(120), "2 min"), ("1h", .seconds(3600), "1 h"),
            ("1.5m", .seconds(90), "90 s"), ("2.25", .milliseconds(2250), "2.3 s"),
            (".5h", .seconds(1800), "30 min"),
            ("168h", .seconds(604_800), "168 h"),
        ] as [(String, Duration, String)])
    func `an interval is parsed and formatted`(_ text: String, _ interval: Duration, _ words: String) {
        #expect(Pace(text)?.interval == interval)
        #expect(Pace(text)?.words == words)
    }

    @Test(
        arguments: [
            "", "s", "ms", "0", "-5", "+5", "5x", "1e3", "nan", "inf", "0x10", "5 s", "9ms", "169h", ".",
            "1.2.3",
            "9999999999999999999999", "5d",
        ])
    func `an invalid interval is rejected`(_ text: String) {
        #expect(Pace(text) == nil)
    }
}
