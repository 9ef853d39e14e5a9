import Testing

@testable import SonicProtocol

/// The resources that a page's `sonic-link` names.
@Suite struct SonicLinkTests {
    private func link(_ values: String..., page: String = "https://a.example/b/c") -> SonicLink? {
        SonicLink(Headers(values.map { HeaderField("Sonic-Link", $0) }), page: WebURL(page)!)
    }

    @Test func `addresses are separated by semicolons and resolved against the page`() {
        let link = link("https://s.example/x.css;/y.js; z.css ;;../w.css#part")
        #expect(
            link?.urls.map(\.href) == [
                "https://s.example/x.css", "https://a.example/y.js", "https://a.example/b/z.css",
                "https://a.example/w.css",
            ])
        #expect(link?.maxAge == nil)
    }

    @Test func `max-age applies to all addresses, wherever it is`() {
        #expect(link("/x.css;max-age=600")?.maxAge == 600)
        #expect(link("Max-Age=7;/x.css")?.maxAge == 7)
        #expect(link("/x.css", "max-age=0")?.maxAge == 0)
        for wrong in ["max-age=", "max-age=-1", "max-age=1.5", "max-age=99999999999999999999"] {
            #expect(link("/x.css;" + wrong)?.maxAge == nil, "\(wrong)")
            #expect(link("/x.css;" + wrong)?.urls.count == 1, "\(wrong)")
        }
    }

    @Test func `addresses that are invalid, less secure than the page, or duplicate are left out`() {
        let link = link("file:///etc/passwd;http://a.example/x;javascript:1;/x;/x;package://p/x")
        #expect(link?.urls.map(\.href) == ["https://a.example/x"])
        #expect(self.link("http://a.example/x", page: "http://a.example/")?.urls.count == 1)
    }

    @Test func `a header without addresses is ignored, and the number of addresses is limited`() {
        #expect(link("") == nil)
        #expect(link(";;max-age=5") == nil)
        #expect(link() == nil)
        let flood = (0..<10_000).map { "/\($0)" }.joined(separator: ";")
        #expect(link(flood)?.urls.count == SonicLink.limit)
    }
}
