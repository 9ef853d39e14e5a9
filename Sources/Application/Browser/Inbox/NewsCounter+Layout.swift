import BrowserValues
import CellGrid
import HTML
import PageLayout
import SonicSession

// News are counted in the same way as when the page is on the screen.
extension NewsCounter {
    /// Creates a counter that lays out pages. To count lines takes time linear in both versions, and lays out what
    /// differs: too slow for drawing the screen. To find the title parses the beginning.
    /// - Parameter charsets: The system's character tables.
    package static func layingOut(_ charsets: CharacterConversion) -> NewsCounter {
        NewsCounter { old, new, width, rules, chosen in
            guard old.html != new.html else { return 0 }
            var page = document(new, width, charsets, chosen)
            page.latest.rules = rules
            let kind = Document.Kind(old.headers, old.html, chosen: chosen)
            page.mark(since: (html: old.html, kind: kind, number: nil))
            while page.latest.comparison != nil, page.advance() {}
            return page.changedLines
        } entries: { old, new, chosen in
            guard let before = feed(old, charsets, chosen), let after = feed(new, charsets, chosen) else {
                return nil
            }
            return Feed.newEntries(in: after, missingIn: before)
        } title: { page, chosen in
            var document = document(page, 80, charsets, chosen)
            document.readTitle()
            return VisibleText.line(document.layout.title)
        }
    }

    /// Returns the text of a version that is shown as a feed, in UTF-8; nil for any other.
    private static func feed(
        _ page: PageVersion, _ charsets: CharacterConversion, _ chosen: EncodingChoice?
    ) -> [UInt8]? {
        let kind = Document.Kind(page.headers, page.html, chosen: chosen)
        guard case .text(let type, _) = kind, Rendition(contentType: type, path: page.url.path) == .feed
        else {
            return nil
        }
        var sent = SentText(kind.evidence, charsets)
        return sent.append(page.html, isLast: true)
    }

    private static func document(
        _ page: PageVersion, _ width: Int, _ charsets: CharacterConversion, _ chosen: EncodingChoice?
    ) -> Document {
        Document(
            url: page.url, source: .current, kind: Document.Kind(page.headers, page.html, chosen: chosen),
            charsets: charsets, html: page.html, width: max(1, width))
    }
}
