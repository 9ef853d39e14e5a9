import SonicProtocol
import Testing
import Workbench

@testable import Browser

/// A part of two exchanges compared without a screen.
@Suite struct PartDifferenceTests {
    private func lines(
        _ part: ComparedPart, _ old: String, _ new: String, _ form: ComparisonForm = .source
    ) throws(ComparedPart.Missing) -> [String] {
        try comparison(old, new).difference(in: part, as: form, .masked, charsets: .asciiOnly)
    }

    private func comparison(_ old: String, _ new: String) -> SideComparison {
        func side(_ text: String, _ title: String) -> ExchangeSide {
            ExchangeSide(file: Array(text.utf8), at: Stage.url("file:///\(title)"), title: title)
        }
        return SideComparison(old: side(old, "old"), new: side(new, "new"))
    }

    private func block(_ text: String) -> String { "<!--sonicdiff-a-->\(text)<!--sonicdiff-a-end-->\n" }

    private func response(_ fields: String, _ page: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\(fields)\r\n\r\n\(page)"
    }

    @Test func `source shows a visible character for every byte`() throws {
        #expect(try lines(.page, "<p>a\r\n", "<p>a\n") == ["1-<p>a␍␊", "1+<p>a␊"])
        #expect(try lines(.page, "<p>a\n", "<p>a\n") == [])
    }

    @Test func `the template and a block are compared separately`() throws {
        let (old, new) = ("<h1>\n" + block("1"), "<h2>\n" + block("2"))
        #expect(try lines(.template, old, new) == ["1-<h1>␊", "1+<h2>␊", "2 {a}␊"])
        #expect(
            try lines(.block("a"), old, new) == [
                "1-<!--sonicdiff-a-->1<!--sonicdiff-a-end-->", "1+<!--sonicdiff-a-->2<!--sonicdiff-a-end-->",
            ])
        #expect(throws: ComparedPart.Missing.self) { try lines(.block("b"), old, new) }
    }

    @Test func `headers are compared by name and as raw text`() throws {
        let (old, new) = (response("ETag: a", "<p>"), response("Etag: a", "<p>"))
        let headers = try lines(.headers, old, new, .text)
        #expect(headers.contains(" - ETag: a") && headers.contains(" + Etag: a"))
        let source = try lines(.headers, old, new)
        #expect(source.contains("3-ETag: a␍␊") && source.contains("3+Etag: a␍␊"))
        #expect(try lines(.headers, old, old, .text) == [])
    }

    @Test func `a page is compared by its text`() throws {
        let headers = try lines(.page, response("A: b", "<p>one"), response("A: b", "<p>two"), .text)
        #expect(headers.contains("- one") && headers.contains("+ two"))
    }

    @Test(
        arguments: [
            ("Date: 1", "a\n", "Date: 2", "a\n", ""),
            ("Date: 1", "a\n", "Date: 2", "b\n", "--- old body\n+++ new body\n@@ -1,1 +1,1 @@\n-a\n+b\n"),
            (
                "Age: 1", "a\n", "Age: 2", "a\n",
                "--- old headers\n+++ new headers\n@@ -1,4 +1,4 @@\n HTTP/1.1 200 OK\n Content-Type: text/html\n"
                    + "-Age: 1\n+Age: 2\n \n"
            ),
        ])
    func `responses are compared as diff -u does, whatever their dates`(
        _ field: String, _ page: String, _ otherField: String, _ otherPage: String, difference: String
    ) {
        let both = comparison(response(field, page), response(otherField, otherPage))
        #expect(both.responses == Array(difference.utf8))
    }

    @Test func `a missing part is reported with the reason`() throws {
        do throws(ComparedPart.Missing) {
            _ = try lines(.page, "<p>", response("template-change: false", "{}"))
            Issue.record("an update is no page")
        } catch {
            #expect(error.words.contains("new: The response is a data update"))
        }
    }
}
