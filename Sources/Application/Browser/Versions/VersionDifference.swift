import BrowserValues
import CellGrid
import HTML
import SonicProtocol
import SonicSession

/// The differences of two versions of a page.
public struct DifferenceReport: Sendable, Equatable {
    /// The versions that were compared.
    var order: DifferenceOrder
    /// The account in which the page is stored; empty for none.
    var account: String
    /// The differences; nil if one of the versions is no longer stored.
    var difference: VersionDifference?

    /// Creates a report of these parts.
    public init(_ order: DifferenceOrder, account: String, _ difference: VersionDifference?) {
        self.order = order
        self.account = account
        self.difference = difference
    }
}

/// The differences in the text of two versions of a page.
public struct VersionDifference: Sendable, Equatable {
    /// The changes, as the diff pane draws them.
    let changes: [PageChange]

    /// Compares two versions. Linear in both, and lays out the differences: not to be called on the main actor.
    ///
    /// - Parameters:
    ///   - old: The older version.
    ///   - new: The newer version.
    ///   - rules: Which parts of the text count.
    ///   - charsets: The system's character conversion tables.
    ///   - chosen: The encoding of both; nil for the declared ones.
    public init(
        from old: PageVersion, to new: PageVersion, _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) {
        let pages = [old, new].map { version in
            ShownPage(
                url: new.url, html: version.html, split: PageSplit(html: version.html),
                headers: version.headers)
        }
        changes = Document.changes(
            from: pages[0], to: pages[1], rules, charsets: charsets, chosen: chosen)
    }
}
