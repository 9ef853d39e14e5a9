import SonicProtocol
import Testing

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 0-4/10", 0..<5, 10), ("bytes 9-9/10", 9..<10, 10), ("bytes 5-9/*", 5..<10, nil),
            ("bytes */10", nil, 10), ("bytes */0", nil, 0),
        ] as [(String, Range<Int>?, Int?)])
    func `a valid value is parsed and written back`(_ text: String, _ bytes: Range<Int>?, _ total: Int?) {
        let range = ContentRange(text)
        #expect(range == ContentRange(bytes, of: total) && range?.text == text)
    }

    @Test(arguments: ["BYTES 5-9/10", "bytes   5-9/10", " bytes 5-9/10 ", "bytes 05-009/0010"])
    func `case, blanks and leading zeros are ignored`(_ text: String) {
        #expect(ContentRange(text) == ContentRange(5..<10, of: 10))
    }

    @Test func `the largest number is 2^62 - 1`() {
        let last = (1 << 62) - 1
        #expect(ContentRange("bytes 0-\(last)/*")?.bytes == 0..<(1 << 62))
        #expect(ContentRange("bytes 0-1/\(last)")?.total == last)
        #expect(ContentRange("bytes 0-1/\(last + 1)") == nil)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-4", "0-4/10", "lines 0-4/10", "bytes */*", "bytes 4-0/10", "bytes 0-10/10",
        "bytes 0-4/x", "bytes 0-4/", "bytes -1-2/3", "bytes +1-2/3", "bytes 0-4/10/10", "bytes 0-/10",
        "bytes 0 - 4/10", "bytes 100-99999999999999999999/*", "bytes 0-4/99999999999999999999",
    ]) func `a malformed or contradictory value is rejected`(_ text: String) {
        #expect(ContentRange(text) == nil)
    }
}
