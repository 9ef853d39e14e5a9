import CSS
import Testing

/// The reader's style sheets together with those of a page.
@Suite struct ReaderSheetTests {
    private static func declares(_ html: String, page: String, reader: String) -> [String] {
        var rules = StyleRules()
        rules.add(Array(reader.utf8), of: .reader)
        rules.add(Array(page.utf8))
        return declared(html, rules)
    }

    @Test(arguments: [
        // An author rule overrides the reader's, whatever its specificity, unless the reader's is important.
        ("b{font-weight:400}", "body b#i.c{font-weight:700}", "<b x id=i class=c>", "bold:false"),
        ("b{font-weight:400}", "b{font-weight:700!important}", "<b x>", "bold:true"),
        ("b{font-weight:400!important}", "b{font-weight:700!important}", "<b x>", "bold:true"),
        ("", "b{display:none!important}", "<b x style='display:block!important'>", "display:none"),
        ("", "b{display:none}", "<b x style='display:block'>", "display:block"),
        ("@layer a{b{font-weight:400}}", "b{font-weight:700}", "<b x>", "bold:false"),
        ("@layer a{b{font-weight:400!important}}", "b{font-weight:700!important}", "<b x>", "bold:true"),
        // The reader's rule applies where the page has none.
        ("i{font-weight:400}", "*{font-weight:700}", "<b x>", "bold:true"),
        ("", "b{font-weight:400} b{font-weight:700}", "<b x>", "bold:true"),
        // The reader's layers count as one.
        ("", "@layer a,c;@layer c{b{font-weight:700}}@layer a{b{font-weight:400}}", "<b x>", "bold:false"),
        ("@layer z{b{font-style:italic}}", "@layer a{b{font-style:normal}}", "<b x>", "italic:true"),
    ])
    func `author style sheets override the reader's, except where both are important`(
        page: String, reader: String, html: String, expected: String
    ) {
        #expect(Self.declares(html, page: page, reader: reader) == [expected])
    }

    @Test func `reader style sheets are distinct from equal author style sheets`() {
        var (one, other) = (StyleRules(areApplied: false), StyleRules())
        one.add(Array("b{display:none}".utf8), of: .reader)
        #expect(declared("<b x>", one) == [""])
        other.add(Array("b{display:none}".utf8), of: .reader)
        #expect(declared("<b x>", other) == ["display:none"])
    }
}
