import PageLayout
import Testing

/// What links are for, and which page follows.
struct LinkUseTests {
    private static func page(_ html: String) -> LaidOutPage {
        var page = LaidOutPage(width: 40)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return page
    }

    @Test func `the next page is found wherever in a long page it is named`() {
        let text = (1...3000).map { "<p>Paragraph \($0) of many" }.joined()
        #expect(Self.page(text + "<a rel=next href=/2>on</a>").nextHref == "/2")
        var page = Self.page("<link rel=next href=/1>" + text + "<a rel=next href=/2>on</a>")
        #expect(page.nextHref == "/1")
        page.resize(width: 30, around: 0)
        #expect(page.nextHref == "/1")
    }
}
