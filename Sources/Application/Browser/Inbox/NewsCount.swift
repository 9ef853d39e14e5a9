import CellGrid
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// How many lines of a page are new, counted as they are where the page is on the screen.
public enum NewsCount {
    /// Compares two versions. Linear in both, and lays out what differs: not for the screen's path.
    ///
    /// - Parameters:
    ///   - old: The version that was seen last.
    ///   - new: The version that is current.
    ///   - width: The columns at which lines are broken.
    ///   - rules: What counts in the text.
    ///   - charsets: The system's tables of characters.
    ///   - chosen: The encoding that both are read in; nil lets them say so.
    /// - Returns: The lines that differ; nil where too much does to be counted.
    public static func lines(
        from old: PageVersion, to new: PageVersion, width: Int, _ rules: ComparisonRules,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) -> Int? {
        guard old.html != new.html else { return 0 }
        var page = document(new, width, charsets, chosen)
        page.rules = rules
        page.mark(
            since: PageCopy(
                html: old.html, kind: Document.Kind(old.headers, old.html, chosen: chosen), number: nil))
        while page.comparison != nil, page.advance() {}
        return page.changedLines
    }

    /// How many entries of a feed are new.
    /// - Parameters:
    ///   - old: The version that was seen last.
    ///   - new: The version that is current.
    ///   - charsets: The system's tables of characters.
    ///   - chosen: The encoding that both are read in; nil lets them say so.
    /// - Returns: nil where either version is not a feed.
    public static func entries(
        from old: PageVersion, to new: PageVersion, charsets: CharacterConversion,
        chosen: EncodingChoice? = nil
    ) -> Int? {
        guard let before = feed(old, charsets, chosen), let after = feed(new, charsets, chosen) else {
            return nil
        }
        return FeedEntries.count(in: after, missingIn: before)
    }

    /// The text of a version that is shown as a feed, in UTF-8; nil for another.
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

    /// What a page calls itself; empty for nothing. Reads its beginning.
    public static func title(
        of page: PageVersion, charsets: CharacterConversion, chosen: EncodingChoice? = nil
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
