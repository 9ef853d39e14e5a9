import TestSupport
import Testing

/// The short form of `make limits`.
@Suite struct LimitsTests {
    @Test func `pages that are large in every way can be stored, searched, printed and shown`() async throws {
        let ended = try await run(
            binary(named: "sonic-bench"), ["limits", "--divisor", "500"], within: .seconds(90))
        #expect(ended.status == .exited(0), "\(ended.output)")
        for words in ["a page of 200 MB", "100,000 links", "100,000 blocks", "10,000 cached pages"] {
            #expect(ended.output.contains(words), "\(ended.output)")
        }
    }
}
