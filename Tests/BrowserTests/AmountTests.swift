import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues

/// Sizes and times that stand next to each other.
struct AmountTests {
    @Test(arguments: [
        (1200, 1950, "1,200 of 1,950 B", "1,200 of 1,950 B"), (0, 99_999, "0 of 99,999 B", "0 of 99,999 B"),
        (34_000, 200_000, "33 KB of 195 KB", "33 KB of 195 KB"),
        (199_990, 200_000, "199,990 of 200,000 B", "199,990 of 200,000 B"),
        (200_000, 200_000, "195 KB of 195 KB", "195 KB of 195 KB"),
        (1 << 20, 64 << 20, "1.0 MB of 64.0 MB", "1.0 MB of 64.0 MB"),
        (514, 160, "514 of 160 B", "514 B, page 160 B"),
        (1100, 1050, "1,100 of 1,050 B", "1,100 B, page 1,050 B"),
        (9 << 20, 1 << 20, "9.0 MB of 1.0 MB", "9.0 MB, page 1.0 MB"),
    ])
    func `two sizes next to each other are exact unless that is too long to read`(
        _ part: Int, _ whole: Int, _ words: String, _ ofPage: String
    ) {
        #expect(part.byteText(of: whole) == words && part.byteText(forPage: whole) == ofPage)
    }

    @Test(
        arguments: [
            ([.microseconds(500), .milliseconds(1500)], ["0.5", "1500"], "ms"),
            ([.microseconds(40), .milliseconds(3), .milliseconds(12)], ["0", "3", "12"], "ms"),
            ([.milliseconds(9), .seconds(10), .seconds(90)], ["0", "10", "90"], "s"), ([], [], "ms"),
            ([.milliseconds(-5), .milliseconds(9_960)], ["0", "9960"], "ms"),
        ] as [([Duration], [String], String)])
    func `the times of a row have one unit`(_ times: [Duration], _ figures: [String], _ unit: String) {
        let row = StateText.inOneUnit(times)
        #expect(row.figures == figures && row.unit == unit)
    }
}
