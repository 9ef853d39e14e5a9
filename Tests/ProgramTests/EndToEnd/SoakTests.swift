import TestSupport
import Testing

/// The short form of `make soak`.
@Suite struct SoakTests {
    @Test func `programs killed while storing leave every page intact`() async throws {
        let ended = try await run(
            binary(named: "sonic-bench"), ["soak", "--kills", "12"], within: .seconds(60))
        #expect(ended.status == .exited(0), "\(ended.output)")
        #expect(ended.output.contains(" programs killed, ") && ended.output.contains(", no faults\n"))
    }
}
