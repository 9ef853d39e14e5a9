import Testing

@testable import SonicProtocol

/// `Retry-After` in its two forms.
@Suite struct RetryAfterTests {
    private static let now = Instant(milliseconds: 1_700_000_000_500)

    @Test func `without the header there is no time to wait`() {
        #expect(Headers().retryAfter(now: Self.now) == nil)
    }
}
