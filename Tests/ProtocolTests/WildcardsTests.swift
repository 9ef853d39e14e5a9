import SonicProtocol
import Testing

@Suite struct WildcardsTests {
    @Test func `many stars in a repetitive text take linear time`() {
        let pattern = Array(String(repeating: "a*", count: 500).utf8) + [UInt8(ascii: "b")]
        #expect(!Wildcards.fit(pattern, [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)))
    }
}
