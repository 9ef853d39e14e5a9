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

    @Test(
        arguments: [
            ("<a href=/a>x</a>", .page), ("<a href=/a class=b type='TEXT/HTML'>x</a>", .page),
            ("<a href=/a type=application/pdf>x</a>", .other), ("<a href=/a download>x</a>", .other),
            ("<a href=/a download=b.txt>x</a>", .other), ("<a data-method=delete href=/a>x</a>", .other),
            ("<a data-method=GET href=/a>x</a>", .page), ("<a rel='noopener NOFOLLOW' href=/a>x</a>", .other),
            ("<a rel=next href=/a>x</a>", .page), ("<input>", .other),
            ("<table><tr><td>a<td><a href=/a download>x</a></table>", .other),
            ("<table><tr><td>a<td><a href=/a>x</a></table>", .page),
        ] as [(String, PageLink.Use)])
    func `a link is classified by its use`(html: String, use: PageLink.Use) {
        #expect(Self.page(html).link(0)?.use == use)
    }

    @Test(
        arguments: [
            ("<link rel=next href=/2>", "/2"), ("<link rel='prefetch NEXT' href='/2?a&amp;b'>", "/2?a&b"),
            ("<p>a<a rel=next href=/3>on</a>", "/3"),
            ("<link rel=next href=/2><a rel=next href=/3>on</a>", "/2"),
            ("<link rel=prev href=/0><a href=/1>x</a>", nil), ("<a rel=next>x</a>", nil),
            ("<link rel=next type=application/rss+xml href=/2>", nil),
            ("<a rel='next nofollow' href=/3>on</a>", nil),
            ("<table><tr><td><a rel=next href=/4>on</a></table>", "/4"),
        ] as [(String, String?)])
    func `the next page is found by its rel`(html: String, next: String?) {
        #expect(Self.page(html).nextHref == next)
    }

    @Test(
        arguments: [
            ("<link rel=alternate type=application/rss+xml href=/f>", "/f"),
            ("<link rel='x ALTERNATE' type=application/atom+xml href='/f?a&amp;b'>", "/f?a&b"),
            (
                "<link rel=alternate type=application/feed+json href=/1><link rel=alternate type=application/rss+xml href=/2>",
                "/1"
            ),
            ("<link rel=alternate hreflang=de href=/de>", nil),
            ("<link rel=alternate type=text/html href=/h>", nil),
            ("<link rel=stylesheet type=application/rss+xml href=/f>", nil),
            ("<link rel=alternate type=application/rss+xml href=''>", nil), ("<p>no feed", nil),
        ] as [(String, String?)])
    func `the feed of a page is found`(html: String, feed: String?) {
        #expect(Self.page(html).feedHref == feed)
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
