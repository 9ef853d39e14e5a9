import Chance
import SessionWords
import SonicProtocol
import Testing

@testable import SonicLint

struct PageLintTests {
    /// A correct page, except for this body.
    private func page(_ body: String, title: String = "<title>News</title>") -> [UInt8] {
        Array("<html><head>\(title)</head>\n<body>\n\(body)\n</body></html>\n".utf8)
    }

    private func told(_ html: [UInt8]) -> [String] {
        PageLint.findings(in: html).map { "\($0.rule.rawValue): \($0.message)" }
    }

    @Test func `a page that suits servers and phones has no findings`() {
        #expect(
            told(
                page(
                    "<!--sonicdiff-a--><p>one</p><!--sonicdiff-a-end-->\n<!--sonicdiff-b-->x<!--sonicdiff-b-end-->"
                )) == [])
        #expect(told(page("<!--sonicdiffa-->x<!--sonicdiffa-end--><!-- a comment -->")) == [])
    }

    @Test(arguments: [
        ("<!-- sonicdiff-a -->", "spaces precede “sonicdiff”"),
        ("<!--sonicdiff-a -->", "it has spaces"),
        (
            "<!--sonicdiff-head-line-->",
            "its name has “-”: only letters, digits and underscores are allowed"
        ),
        ("<!--sonicdiff-überschrift-->", "its name has characters beyond ASCII"),
        ("<!--sonic-diff-a-->", "it does not begin with “sonicdiff”"),
        ("<!--sonicdif-a-->", "it does not begin with “sonicdiff”"),
    ]) func `a malformed block comment is reported with the mistake`(_ comment: String, _ what: String) {
        let html = page("<!--sonicdiff-b-->x<!--sonicdiff-b-end-->\n\(comment)")
        #expect(told(html) == ["block-misspelt: \(comment) in line 4 is not a block: \(what)"])
    }

    @Test func `unpaired comments are reported with their position`() {
        #expect(
            told(page("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->\n<!--sonicdiff-b-->x"))
                == ["block-unclosed: <!--sonicdiff-b--> in line 4 is never closed"])
        #expect(
            told(page("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->\n<!--sonicdiff-b-end-->"))
                == ["block-end-stray: <!--sonicdiff-b-end--> in line 4 closes no block"])
        #expect(
            told(page("<!--sonicdiff-a-->x<!--sonicdiff-b-end-->"))
                == ["block-end-name-differs: block “a” ends in line 3 with <!--sonicdiff-b-end-->"])
        #expect(
            told(
                page(
                    "<!--sonicdiff-a-->x\n<!--sonicdiff-b-->y<!--sonicdiff-b-end-->\nz<!--sonicdiff-a-end-->")
            )
                == [
                    "block-nested: <!--sonicdiff-b--> in line 4 is within block “a”",
                    "block-end-name-differs: block “a” ends in line 4 with <!--sonicdiff-b-end-->",
                    "block-end-stray: <!--sonicdiff-a-end--> in line 5 closes no block",
                ])
    }

    @Test func `an empty block swallows the next one`() {
        #expect(
            told(page("<!--sonicdiff-a--><!--sonicdiff-a-end-->\n<!--sonicdiff-b-->x<!--sonicdiff-b-end-->"))
                == [
                    "block-empty: block “a” in line 3 is empty and reaches to line 4",
                    "block-end-name-differs: block “a” ends in line 4 with <!--sonicdiff-b-end-->",
                ])
    }

    @Test(arguments: [
        (
            "<!--sonicdiff-->x<!--sonicdiff-end-->",
            "block-unnamed: 1 block without a name, the first in line 3"
        ),
        (
            "<!--sonicdiff-a-->x<!--sonicdiff-a-end-->\n<!--sonicdiff-a-->y<!--sonicdiff-a-end-->",
            "block-duplicate: a second block “a” is in line 4"
        ),
        (
            "<!--sonicdiff-title-->x<!--sonicdiff-title-end-->",
            "block-named-title: the block in line 3 is named “title”"
        ),
        (
            "<!--sonicdiff-__proto__-->x<!--sonicdiff-__proto__-end-->",
            "block-name-lost: the block in line 3 is named “__proto__”"
        ),
        (
            "<!--sonicdiff-a-->x<!--sonicdiff-a-end--><!--sonicdiff-A-->x<!--sonicdiff-A-end-->",
            "block-names-differ-in-case: “a” and “A” in line 3"
        ),
        ("<p>one</p>", "blocks-missing: the page has no block"),
        (
            "<!--sonicdiff-a-->x<!--sonicdiff-a-end--><script>\nf({a}, {title})</script>",
            "placeholder-in-page: the text {a} is in line 4|placeholder-in-page: the text {title} is in line 4"
        ),
    ]) func `names that servers or phones mishandle are reported`(_ body: String, _ findings: String) {
        #expect(told(page(body)).joined(separator: "|") == findings)
    }

    @Test(arguments: [
        ("", "title-missing: the page has no title element"),
        ("<title>\nNews</title>", "title-broken: the title that begins in line 1 does not end on its line"),
        ("<TITLE>News</TITLE>", "title-upper-case: the title in line 1 is written <TITLE>News</TITLE>"),
        (
            "<title>News</title>\n<svg><title>Sun</title></svg>",
            "title-several: 1 more title element, the first in line 2"
        ),
        (
            "<!--sonicdiff-t--><title>News</title><!--sonicdiff-t-end-->",
            "title-in-block: the title in line 1 is within block “t”"
        ),
    ]) func `a title that servers or phones cut differently is reported`(_ title: String, _ finding: String) {
        #expect(told(page("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->", title: title)) == [finding])
    }

    @Test func `a page that is not UTF-8 and a block that is too long are reported`() {
        let block = "<!--sonicdiff-a-->\(String(repeating: "x", count: 1_000_000))<!--sonicdiff-a-end-->"
        #expect(told(page(block)) == ["block-very-long: block “a” has 1000040 bytes"])
        #expect(
            told(page("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->") + [0xFF])
                == ["page-not-utf8: the page's bytes are not UTF-8"])
    }

    @Test func `nested comments take linear time`() {
        let html = Array((String(repeating: "<!--", count: 20_000) + "-->").utf8)
        #expect(BlockComments(html).comments.isEmpty)
        let blocks = Array(String(repeating: "<!--sonicdiff-a-->", count: 5_000).utf8)
        #expect(BlockComments(blocks).comments.count == 5_000)
    }

    @Test func `every finding names a rule, and these pages trigger every page rule`() {
        var random = SeededGenerator(seed: 5)
        let pieces = [
            "<!--sonicdiff-a-->", "<!--sonicdiff-a-end-->", "<!--sonicdiff-A-->", "<!--sonicdiff-b-end-->",
            "<!--sonicdiff-->", "<!--sonicdiff-end-->", "<!--sonicdiff-title-->", "<!--", "-->", "<title>",
            "</title>",
            "<TITLE>", "\n", "x", "{a}", "{title}", "<!-- sonicdiff-c -->", "\u{e9}",
            "<!--sonicdiff-__proto__-->",
        ]
        var found: Set<RuleID> = []
        for _ in 0..<5000 {
            let count = Int.random(in: 0...14, using: &random)
            let html = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            for finding in PageLint.findings(in: Array(html.utf8)) {
                #expect(finding.rule.advice != nil)
                found.insert(finding.rule)
            }
        }
        let others: Set<RuleID> = [.blockVeryLong, .pageNotUTF8, .replacedCharacters]
        #expect(Set(Rule.page.map(\.id)).subtracting(found) == others)
    }

    @Test func `rules have unique names, a reason and advice`() throws {
        #expect(Set(Rule.lint.map(\.id)).count == Rule.lint.count)
        for rule in Rule.lint {
            let advice = try #require(rule.advice)
            #expect(advice.why.hasSuffix(".") && advice.fix.hasSuffix("."), "\(rule.id)")
        }
    }
}
