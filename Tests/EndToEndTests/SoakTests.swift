import TestSupport
import Testing

/// The short form of `make soak`.
@Suite struct SoakTests {
    @Test func `programs that are killed while they store leave every page whole`() async throws {
        let ended = try await run(
            binary(named: "sonic-bench"), ["soak", "--kills", "12"], within: .seconds(60))
        #expect(ended.status == .exited(0), "\(ended.output)")
        #expect(ended.output.contains(" programs killed, ") && ended.output.contains(", no faults\n"))
    }

    @Test(arguments: [
        ["soak", "--kills"], ["soak", "--kills", "0"], ["soak", "--pages", "21"], ["soak", "--fast", "1"],
    ])
    func `wrong usage ends with 2`(_ words: [String]) async throws {
        #expect(try await run(binary(named: "sonic-bench"), words).status == .exited(2))
    }
}
