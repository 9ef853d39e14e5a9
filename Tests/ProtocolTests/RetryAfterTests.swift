import Testing

@testable import SonicProtocol

/// `Retry-After` in its two forms.
@Suite struct RetryAfterTests {
    private static let now = Instant(milliseconds: 1_700_000_000_500)

    @Test(
        arguments: [
            ("30", 30), ("0", 0), ("Tue, 14 Nov 2023 22:13:50 GMT", 30), ("Tue, 14 Nov 2023 22:13:20 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Tuesday, 14-Nov-23 22:13:50 GMT", 30),
            ("Tue Nov 14 22:13:50 2023", 30), ("-1", nil), ("soon", nil), ("", nil), ("1.5", nil),
        ] as [(String, Int64?)])
    func `the value is a number of seconds or a date`(value: String, seconds: Int64?) {
        let headers = Headers([HeaderField("Retry-After", value)])
        #expect(headers.retryAfter(now: Self.now) == seconds)
    }

    @Test func `without the header there is no time to wait`() {
        #expect(Headers().retryAfter(now: Self.now) == nil)
    }
}
