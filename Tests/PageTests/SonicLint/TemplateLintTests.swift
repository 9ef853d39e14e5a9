import SonicProtocol
import Testing

@testable import SonicLint

struct TemplateLintTests {
    private func told(_ old: String, _ new: String, tags: (String?, String?) = ("a", "b")) -> [String] {
        TemplateLint.findings(
            LoadedPage(html: Array(old.utf8), templateTag: tags.0),
            LoadedPage(html: Array(new.utf8), templateTag: tags.1)
        ).map { "\($0.rule.rawValue): \($0.message)" }
    }

    static func page(_ token: String, _ news: String, foot: String = "") -> String {
        """
        <title>News</title>
        <!--sonicdiff-a-->
        \(news)
        <!--sonicdiff-a-end-->
        <input type=hidden name=csrf value=\(token)><p>same</p>
        \(foot)<p>end
        """
    }

    @Test func `pages that differ only in their blocks have no findings`() {
        #expect(told(Self.page("x", "one"), Self.page("x", "two\nthree"), tags: ("a", "a")) == [])
        #expect(told(Self.page("x", "one"), Self.page("x", "two"), tags: (nil, "a")) == [])
    }

    @Test func `a tag that changes without its template is reported`() {
        #expect(
            told(Self.page("x", "one"), Self.page("x", "two"))
                == [
                    "template-tag-unsteady: template-tag changed a → b, and the template's 67 bytes are the same"
                ])
    }

    @Test func `a tag that does not change with its template is reported`() {
        func told(_ old: String, _ new: String, _ tag: String) -> [String] {
            TemplateLint.tagFindings(
                LoadedPage(html: Array(old.utf8), templateTag: "a"),
                LoadedPage(html: Array(new.utf8), templateTag: tag)
            ).map { "\($0.rule.rawValue): \($0.message)" }
        }
        #expect(
            told(Self.page("x", "one"), Self.page("y", "one"), "a") == [
                "template-tag-stuck: template-tag is a as before, and line 5, outside the blocks, had "
                    + "“…=hidden name=csrf value=x><p>same</p>” and has “…=hidden name=csrf value=y><p>same</p>”"
            ])
        #expect(told(Self.page("x", "one"), Self.page("y", "one"), "b") == [])
        #expect(told(Self.page("x", "one"), Self.page("x", "two"), "a") == [])
        #expect(told(Self.page("x", "one"), Self.page("x", "two"), "b").count == 1)
    }

    @Test func `a line that differs in each of three versions is reported, and one change is not`() {
        func told(_ pages: String...) -> [String] {
            let loaded = pages.map { LoadedPage(html: Array($0.utf8), templateTag: nil) }
            return TemplateLint.findings(loaded[0], loaded[1], loaded[2]).map(\.message)
        }
        let found = told(Self.page("x", "one"), Self.page("y", "one\nmore"), Self.page("z", "two"))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("line 5, outside the blocks, differs on each") == true)
        #expect(told(Self.page("x", "one"), Self.page("x", "one"), Self.page("z", "two")) == [])
        #expect(told(Self.page("x", "one"), Self.page("y", "one"), Self.page("y", "two", foot: "f\n")) == [])
        #expect(told(Self.page("x", "one"), Self.page("y", "one"), Self.page("y", "two")) == [])
        // Two alternating templates are two templates, not one that always changes.
        #expect(told(Self.page("x", "one"), Self.page("y", "one"), Self.page("x", "two")) == [])
    }

    @Test func `changes outside the blocks are reported with their line in the later page`() {
        #expect(
            told(Self.page("8f3a", "one"), Self.page("77c1", "two\nthree"))
                == [
                    "template-unsteady: line 6, outside the blocks, had “…=hidden name=csrf value=8f3a><p>same</p>” "
                        + "and has “…=hidden name=csrf value=77c1><p>same</p>”"
                ])
    }

    @Test func `added and removed lines are counted`() {
        #expect(
            told(Self.page("x", "one"), Self.page("x", "one", foot: "<p>ad\n<p>ad\n"))
                == ["template-unsteady: outside the blocks the later page has 2 lines more from line 6 on"])
        #expect(
            told(Self.page("x", "one", foot: "<p>ad\n"), Self.page("x", "one"))
                == ["template-unsteady: outside the blocks the later page has 1 line fewer from line 6 on"])
    }

    @Test func `at most five lines are reported one by one`() {
        let pages = ["a", "b"].map { letter in (0..<9).map { "<p>\($0)\(letter)" }.joined(separator: "\n") }
        let findings = told(pages[0], pages[1])
        #expect(findings.count == 6)
        #expect(findings.last == "template-unsteady: and 4 more lines")
    }

    @Test func `a number that changed together with other content is not reported`() {
        func told(_ old: String, _ new: String) -> [Finding] {
            TemplateLint.drift(
                LoadedPage(html: Array(old.utf8), templateTag: nil),
                LoadedPage(html: Array(new.utf8), templateTag: nil))
        }
        #expect(told("<p>1\n<p>one", "<p>2\n<p>two") == [])
        #expect(told("<p>1", "<p>2\n<p>3") == [])
        #expect(told("<p>1", "<p>1") == [])
        let many = { (number: Int) in (0..<6).map { "<p>\($0)\(number)\n" }.joined() }
        #expect(told(many(1), many(2)) == [])
    }
}
