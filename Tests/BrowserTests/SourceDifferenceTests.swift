import SonicProtocol
import Testing

@testable import Browser

/// The first difference in the source, for changes that are not visible in the text.
@Suite struct SourceDifferenceTests {
    @Test func `outside the blocks, a difference in a block before it is not reported`() {
        func page(_ block: String, _ footer: String) -> [UInt8] {
            Array("<p>\n<!--sonicdiff-a-->\n\(block)\n<!--sonicdiff-a-end-->\n<b>\(footer)</b>".utf8)
        }
        let found = SourceDifference(outsideBlocksFrom: page("1", "open"), to: page("2\n3", "shut"))
        #expect(found?.words == "line 6:4: “open” → “shut”")
        #expect(SourceDifference(outsideBlocksFrom: page("1", "open"), to: page("2", "open")) == nil)
    }

    @Test func `equal sources have no difference, and long ones are truncated`() {
        let bytes = Array("<p>a".utf8)
        var lines = LineCount(bytes)
        let all = BlockChange(name: "a", old: 0..<4, new: 0..<4)
        #expect(SourceDifference(all, from: bytes, to: bytes, counting: &lines) == nil)
        let long = [UInt8](repeating: 0x41, count: 500)
        let grown = BlockChange(name: "a", old: 0..<0, new: 0..<500)
        lines = LineCount(long)
        let found = SourceDifference(grown, from: [], to: long, counting: &lines)
        #expect(found?.new == String(repeating: "A", count: 80) + "…")
    }
}
