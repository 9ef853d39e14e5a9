import TestSupport
import Testing

/// The short form of `make load`.
@Suite struct LoadTests {
    @Test func `concurrent clients get the outcomes that the server logs`() async throws {
        let ended = try await run(
            binary(named: "sonic-bench"), ["load", "--clients", "8", "--requests", "60"])
        #expect(ended.status == .exited(0))
        #expect(ended.output.contains("8 clients, ") && ended.output.contains(", 480 requests, "))
        #expect(ended.output.contains("the server logged the same outcomes"))
        let tables = ended.output.split(separator: "\n").filter { $0.hasPrefix("a table of ") }
        #expect(
            tables.count == 5 && tables.allSatisfy { $0.hasSuffix(" requests a second") }, "\(ended.output)")
    }
}
