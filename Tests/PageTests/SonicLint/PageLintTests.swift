import Chance
import SessionWords
import SonicProtocol
import Testing

@testable import SonicLint

struct PageLintTests {
    /// A correct page, except for this body.
    static func page(_ body: String, title: String = "<title>News</title>") -> [UInt8] {
        Array("<html><head>\(title)</head>\n<body>\n\(body)\n</body></html>\n".utf8)
    }

    static func told(_ html: [UInt8]) -> [String] {
        PageLint.findings(in: html).map { "\($0.rule.rawValue): \($0.message)" }
    }

    @Test func `a page that is not UTF-8 and a block that is too long are reported`() {
        let block = "<!--sonicdiff-a-->\(String(repeating: "x", count: 1_000_000))<!--sonicdiff-a-end-->"
        #expect(Self.told(Self.page(block)) == ["block-very-long: block “a” has 1000040 bytes"])
        #expect(
            Self.told(Self.page("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->") + [0xFF])
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
