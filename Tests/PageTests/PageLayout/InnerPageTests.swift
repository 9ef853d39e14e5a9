import Testing

@testable import PageLayout

/// Pages within attributes of other pages (srcdoc).
@Suite struct InnerPageTests {
    @Test func `links of a page in srcdoc resolve against the outer page`() {
        var page = LaidOutPage(width: 40)
        page.append(Array("<iframe srcdoc=\"<a href=next.html>Next</a>\"></iframe>".utf8))
        page.finish()
        page.layOut(throughLine: 1)
        let href = page.link(0)?.href ?? ""
        #expect(href == "data:text/html;charset=utf-8;from=srcdoc,%3Ca%20href%3Dnext%2Ehtml%3ENext%3C%2Fa%3E")
        let whole = PageLink.address(href, base: "http://a.example/x?q=\"&y")
        #expect(
            whole == "data:text/html;charset=utf-8;from=srcdoc,"
                + "%3C%21DOCTYPE%20html%3E%3Cbase%20href%3D%22http%3A%2F%2Fa%2Eexample%2Fx%3Fq%3D%26quot%3B%26amp%3By%22%3E"
                + "%3Ca%20href%3Dnext%2Ehtml%3ENext%3C%2Fa%3E")
    }

    @Test func `other URLs are unchanged`() {
        for address in ["data:text/html,<p>x", "data:text/html;charset=utf-8,x", "next.html", ""] {
            #expect(PageLink.address(address, base: "http://a.example/") == address)
        }
    }
}
