import BrowserValues
import CellGrid
import HTML
import PageLayout
import SonicSession

// News are counted in the same way as when the page is on the screen.
extension NewsCounter {
    /// Creates a counter that lays out pages.
    /// - Parameter charsets: The system's character tables.
    package static func layingOut(_ charsets: CharacterConversion) -> NewsCounter {
        NewsCounter(
            lines: { lines(from: $0, to: $1, width: $2, $3, charsets, $4) },
            entries: { entries(from: $0, to: $1, charsets, $2) }, title: { title(of: $0, charsets, $1) })
    }

    /// Compares two versions. Linear in both, and lays out what differs: too slow for drawing the screen.
    ///
    /// - Parameters:
    ///   - old: The version that was last seen.
    ///   - new: The current version.
    ///   - width: The width at which lines are wrapped.
    ///   - rules: The rules for comparing the text.
    ///   - charsets: The system's character tables.
    ///   - chosen: The encoding that overrides the one declared by the pages; nil if they decide.
    /// - Returns: The number of lines that differ; nil if there are too many to count.
    private static func lines(
        from old: PageVersion, to new: PageVersion, width: Int, _ rules: ComparisonRules,
        _ charsets: CharacterConversion, _ chosen: EncodingChoice?
    ) -> Int? {
        guard old.html != new.html else { return 0 }
        var page = document(new, width, charsets, chosen)
        page.latest.rules = rules
        page.mark(
            since: PageCopy(
                html: old.html, kind: Document.Kind(old.headers, old.html, chosen: chosen), number: nil))
        while page.latest.comparison != nil, page.advance() {}
        return page.changedLines
    }

    /// Returns the number of new entries of a feed.
    /// - Parameters:
    ///   - old: The version that was last seen.
    ///   - new: The current version.
    ///   - charsets: The system's character tables.
    ///   - chosen: The encoding that overrides the one declared by the pages; nil if they decide.
    /// - Returns: The number; nil if either version is not a feed.
    private static func entries(
        from old: PageVersion, to new: PageVersion, _ charsets: CharacterConversion, _ chosen: EncodingChoice?
    ) -> Int? {
        guard let before = feed(old, charsets, chosen), let after = feed(new, charsets, chosen) else {
            return nil
        }
        return Feed.newEntries(in: after, missingIn: before)
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

    /// Returns the title of a page; empty for none. Parses its beginning.
    private static func title(
        of page: PageVersion, _ charsets: CharacterConversion, _ chosen: EncodingChoice?
    ) -> String {
        var document = document(page, 80, charsets, chosen)
        document.readTitle()
        return VisibleText.line(document.layout.title)
    }

    private static func document(
        _ page: PageVersion, _ width: Int, _ charsets: CharacterConversion, _ chosen: EncodingChoice?
    ) -> Document {
        Document(
            url: page.url, source: .current, kind: Document.Kind(page.headers, page.html, chosen: chosen),
            charsets: charsets, html: page.html, width: max(1, width))
    }
}
