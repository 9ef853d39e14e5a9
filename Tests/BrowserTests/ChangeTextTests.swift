import HTML
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// What changed in a page, as plain text.
@Suite struct ChangeTextTests {
    static func page(_ html: [UInt8], _ type: String = "text/html; charset=utf-8") -> ShownPage {
        ShownPage(
            url: Stage.url("http://a.example/"), html: html, split: PageSplit(html: html),
            headers: Headers([HeaderField("Content-Type", type)]))
    }

    private func lines(_ old: String, _ new: String) -> [String] {
        ChangeText(
            from: Self.page(Array(old.utf8)), to: Self.page(Array(new.utf8)), .everything,
            charsets: .asciiOnly
        ).lines
    }

    private func block(_ text: String) -> String {
        "<body><!--sonicdiff-news--><p>\(text)<!--sonicdiff-news-end--><p>The end."
    }

    @Test func `terminal control sequences are visible and have no effect`() {
        let told = lines(block("one"), block("\u{1B}[31mtwo \u{202E}"))
        #expect(!told.joined().unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
        #expect(told.joined().contains("two"))
    }

    @Test func `text that is not a page is compared as a whole`() {
        let old = Self.page(Array("{\"n\": 1}\n{\"m\": 1}\n".utf8), "application/json")
        let new = Self.page(Array("{\"n\": 2}\n{\"m\": 1}\n".utf8), "application/json")
        let told = ChangeText(from: old, to: new, charsets: .asciiOnly).lines
        #expect(told.first == "whole page:")
        #expect(told.contains { $0.contains("\"n\": 2") } && !told.contains { $0.hasPrefix("- {\"m\"") })
    }

    @Test func `a page with too many differences is reported as such`() {
        let old = (0..<30_000).map { "<p>old \($0)" }.joined()
        let new = (0..<30_000).map { "<p>new \($0)" }.joined()
        #expect(lines(old, new) == ["whole page:", "  (too many changes to list line by line)"])
    }
}
