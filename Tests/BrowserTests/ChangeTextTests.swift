import HTML
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// What changed in a page, as plain text.
@Suite struct ChangeTextTests {
    private func page(_ html: String, _ type: String = "text/html; charset=utf-8") throws -> ShownPage {
        let bytes = Array(html.utf8)
        return ShownPage(
            url: try WebURL.parse("http://a.example/", domainToASCII: nil), html: bytes,
            split: PageSplit(html: bytes),
            headers: Headers([HeaderField("Content-Type", type)]))
    }

    private func lines(_ old: String, _ new: String, _ rules: ComparisonRules = .everything) throws
        -> [String]
    {
        ChangeText(from: try page(old), to: try page(new), rules, charsets: .asciiOnly).lines
    }

    private func block(_ text: String, _ style: String = "") -> String {
        "<body \(style)><!--sonicdiff-news--><p>\(text)<!--sonicdiff-news-end--><p>The end."
    }

    @Test func `a block is shown by name, old lines before new ones`() throws {
        #expect(try lines(block("one"), block("two")) == ["news:", "- one", "+ two"])
    }

    @Test func `equal pages give no changes`() throws {
        #expect(try lines(block("one"), block("one")) == [])
    }

    @Test func `a page with another template is shown as hunks of its source`() throws {
        let told = try lines("<p>one\n<p>two\n", "<p>one\n<p>three\n")
        #expect(told == ["line 2:", "  one", "- two", "+ three"])
    }

    @Test func `a change that is not visible is still reported`() throws {
        #expect(
            try lines(block("one"), block("one", "class=x")) == [
                "line 1:", "  (its text is the same)", "  source line 1:7: “>” → “class=x>”",
            ])
    }

    @Test func `ignored parts are not shown`() throws {
        let rules = ComparisonRules(ignore: [.init("/Updated */")])
        #expect(try lines(block("Updated 1"), block("Updated 2"), rules) == [])
        // The ignored line stays in place, as context of a change.
        #expect(
            try lines(block("one<p>Updated 1"), block("two<p>Updated 2"), rules)
                == ["news:", "- one", "+ two", "  Updated 2"])
    }

    @Test func `a changed price is shown with the old price, unless numbers are ignored`() throws {
        let (old, new) = (block("price 12.50 EUR"), block("price 99.50 EUR"))
        #expect(try lines(old, new) == ["news:", "- price 12.50 EUR", "+ price 99.50 EUR"])
        let rules = ComparisonRules(numbers: .ignore)
        #expect(try lines(old, new, rules) == [])
        #expect(
            try lines(block("1 left<p>rain"), block("2 left<p>sun"), rules)
                == ["news:", "~ 1 → 2 left", "- rain", "+ sun"])
    }

    @Test func `terminal control sequences are visible and have no effect`() throws {
        let told = try lines(block("one"), block("\u{1B}[31mtwo \u{202E}"))
        #expect(!told.joined().unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
        #expect(told.joined().contains("two"))
    }

    @Test func `text that is not a page is compared as a whole`() throws {
        let old = try page("{\"n\": 1}\n{\"m\": 1}\n", "application/json")
        let new = try page("{\"n\": 2}\n{\"m\": 1}\n", "application/json")
        let told = ChangeText(from: old, to: new, charsets: .asciiOnly).lines
        #expect(told.first == "whole page:")
        #expect(told.contains { $0.contains("\"n\": 2") } && !told.contains { $0.hasPrefix("- {\"m\"") })
    }

    @Test func `a page with too many differences is reported as such`() throws {
        let old = (0..<30_000).map { "<p>old \($0)" }.joined()
        let new = (0..<30_000).map { "<p>new \($0)" }.joined()
        #expect(try lines(old, new) == ["whole page:", "  (too many changes to list line by line)"])
    }
}
