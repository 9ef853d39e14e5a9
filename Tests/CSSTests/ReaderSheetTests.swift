import CSS
import Testing

/// The reader's own style sheets beside those of a page.
@Suite struct ReaderSheetTests {
    private static func declares(_ html: String, page: String, reader: String) -> [String] {
        var rules = StyleRules()
        rules.add(Array(reader.utf8), of: .reader)
        rules.add(Array(page.utf8))
        return declared(html, rules)
    }

    @Test(arguments: [
        // A page says more than the reader, however weak its rule, unless what the reader says is important.
        ("b{font-weight:400}", "body b#i.c{font-weight:700}", "<b x id=i class=c>", "bold:false"),
        ("b{font-weight:400}", "b{font-weight:700!important}", "<b x>", "bold:true"),
        ("b{font-weight:400!important}", "b{font-weight:700!important}", "<b x>", "bold:true"),
        ("", "b{display:none!important}", "<b x style='display:block!important'>", "display:none"),
        ("", "b{display:none}", "<b x style='display:block'>", "display:block"),
        ("@layer a{b{font-weight:400}}", "b{font-weight:700}", "<b x>", "bold:false"),
        ("@layer a{b{font-weight:400!important}}", "b{font-weight:700!important}", "<b x>", "bold:true"),
        // What the page says nothing of is the reader's.
        ("i{font-weight:400}", "*{font-weight:700}", "<b x>", "bold:true"),
        ("", "b{font-weight:400} b{font-weight:700}", "<b x>", "bold:true"),
        // Layers of the reader's are one.
        ("", "@layer a,c;@layer c{b{font-weight:700}}@layer a{b{font-weight:400}}", "<b x>", "bold:false"),
        ("@layer z{b{font-style:italic}}", "@layer a{b{font-style:normal}}", "<b x>", "italic:true"),
    ])
    func `the page's sheets are above the reader's, and below where both are important`(
        page: String, reader: String, html: String, expected: String
    ) {
        #expect(Self.declares(html, page: page, reader: reader) == [expected])
    }

    @Test func `sheets of the reader are told apart from the same sheets of a page`() {
        var (one, other) = (StyleRules(areApplied: false), StyleRules())
        one.add(Array("b{display:none}".utf8), of: .reader)
        #expect(declared("<b x>", one) == [""])
        other.add(Array("b{display:none}".utf8), of: .reader)
        #expect(declared("<b x>", other) == ["display:none"])
    }
}
