import SonicProtocol
import Testing

@Suite struct WildcardsTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("*", "", true), ("*", "abc", true), ("a*c", "abbc", true),
        ("a*c", "abcb", false), ("*.b", "a.b.b", true), ("a**b", "ab", true), ("a*b*c", "aXbYbZc", true),
        ("*aab", "aaab", true), ("abc", "abc", true), ("abc", "abcd", false), ("a*", "ba", false),
    ]) func `a star matches any text`(_ pattern: String, _ text: String, _ fits: Bool) {
        #expect(Wildcards.fit(any: [pattern], text) == fits)
    }

    @Test func `many stars in a repetitive text take linear time`() {
        let pattern = Array(String(repeating: "a*", count: 500).utf8) + [UInt8(ascii: "b")]
        #expect(!Wildcards.fit(pattern, [UInt8](repeating: UInt8(ascii: "a"), count: 100_000)))
    }
}
