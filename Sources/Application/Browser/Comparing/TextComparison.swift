import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// What the text of two pages differs in, found out step by step: both are laid out as far as they differ.
struct TextComparison: Sendable {
    private var page: Document

    /// The columns that paragraphs are broken at; each line of a page that is broken is compared by itself.
    private static let width = 100

    /// A comparison that has not begun. Linear in both pages.
    /// - Parameters:
    ///   - old: The page before.
    ///   - new: The page now, which says what both are.
    ///   - rules: What counts.
    ///   - charsets: The system's tables of characters.
    ///   - chosen: The encoding that both are read in; nil lets them say so.
    init(
        from old: ShownPage, to new: ShownPage, _ rules: ComparisonRules, charsets: CharacterConversion,
        chosen: EncodingChoice?
    ) {
        let kind = Document.Kind(new.headers, new.html, chosen: chosen)
        page = Document(
            url: new.url, source: .current, kind: kind, charsets: charsets, html: old.html, width: Self.width)
        page.rules = rules
        page.unfold()
        page.turn(into: new.html, kind, at: new.url)
    }

    /// Whether all is compared.
    var isDone: Bool { page.comparison == nil }

    /// Compares a little more; does nothing once all is compared.
    mutating func advance() { page.goOnComparing() }

    /// What changed, as far as it is compared.
    var changes: [PageChange] { page.changes }
}
