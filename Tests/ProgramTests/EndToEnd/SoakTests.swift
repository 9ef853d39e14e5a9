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

    @Test(arguments: [
        ["soak", "--kills"], ["soak", "--kills", "0"], ["soak", "--pages", "21"], ["soak", "--fast", "1"],
    ])
    func `wrong usage exits with status 2`(_ words: [String]) async throws {
        #expect(try await run(binary(named: "sonic-bench"), words).status == .exited(2))
    }
}
