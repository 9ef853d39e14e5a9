import BrowserValues
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// A comparison of the text of two pages in steps: both are laid out as far as they differ.
struct TextComparison: Sendable {
    private var page: Document

    /// The width of wrapped paragraphs; each wrapped line is compared by itself.
    private static let width = 100

    /// Creates a comparison that has not begun. Linear in both pages.
    /// - Parameters:
    ///   - old: The older page.
    ///   - new: The newer page, whose headers determine the type of both.
    ///   - rules: The rules of comparison.
    ///   - charsets: The system's character tables.
    ///   - chosen: The encoding that overrides the one declared by the pages; nil if they decide.
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

    /// Returns all changes between two pages; none if their bytes are equal. Linear in both.
    static func changes(
        from old: ShownPage, to new: ShownPage, _ rules: ComparisonRules, charsets: CharacterConversion,
        chosen: EncodingChoice?
    ) -> [PageChange] {
        guard old.html != new.html else { return [] }
        var comparison = TextComparison(from: old, to: new, rules, charsets: charsets, chosen: chosen)
        while !comparison.isDone { comparison.advance() }
        return comparison.changes
    }

    /// Whether the comparison is complete.
    var isDone: Bool { page.comparison == nil }

    /// Compares a little more; does nothing when the comparison is complete.
    mutating func advance() { page.continueComparing() }

    /// The changes found so far.
    var changes: [PageChange] { page.changes }
}
