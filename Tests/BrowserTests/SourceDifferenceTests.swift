import SonicProtocol
import Testing

@testable import Browser

/// The first difference in the source, for changes that are not visible in the text.
@Suite struct SourceDifferenceTests {
    @Test(
        arguments: [
            ("<p>one", "<p class=x>one", "line 1:3: “<p>” → “<p class=x>”"),
            ("a\n<a href=/one>x", "a\n<a href=/two>x", "line 2:10: “href=/one>” → “href=/two>”"),
            ("<p>a\n<p>b\n", "<p>a\r\n<p>b\r\n", "line 1:5: “a[LF]<p>b[LF]” → “a[CR LF]<p>b[CR LF]”"),
            ("<p>a", "\u{FEFF}<p>a", "line 1:1: “” → “[byte order mark]”"),
            ("<p>a<!--x-->", "<p>a", "line 1:5: “a<!--x-->” → “a”"),
            ("<p>a  b", "<p>a\tb", "line 1:5: “a  b” → “a[tab]b”"),
            ("<p \u{1B}[1m>", "<p \u{1B}[2m>", "line 1:6: “␛[1m>” → “␛[2m>”"),
        ])
    func `the first difference is reported with both sides`(_ old: String, _ new: String, _ words: String) {
        let (before, after) = (Array(old.utf8), Array(new.utf8))
        var lines = LineCount(after)
        let all = BlockChange(name: "a", old: 0..<before.count, new: 0..<after.count)
        let found = SourceDifference(all, from: before, to: after, counting: &lines)
        #expect(found?.words == words)
    }

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
