import CSS
import Testing

/// The reader's style sheets together with those of a page.
@Suite struct ReaderSheetTests {
    @Test func `reader style sheets are distinct from equal author style sheets`() {
        var (one, other) = (StyleRules(areApplied: false), StyleRules())
        one.add(Array("b{display:none}".utf8), of: .reader)
        #expect(declared("<b x>", one) == [""])
        other.add(Array("b{display:none}".utf8), of: .reader)
        #expect(declared("<b x>", other) == ["display:none"])
    }
}
