import CellGrid
import HTML
import SonicProtocol
import SonicSession

/// Two versions of a page that are to be compared.
public struct DifferenceOrder: Sendable, Equatable {
    /// The page's address, without a fragment.
    public var page: WebURL
    /// The number of the older one.
    public var old: Int
    /// The number of the newer one.
    public var new: Int
}

/// What two versions of a page differ in.
public struct DifferenceReport: Sendable, Equatable {
    /// Which were compared.
    var order: DifferenceOrder
    /// The account under which the page is kept; empty for none.
    var account: String
    /// What differs; nil where one of them is not kept any more.
    var difference: VersionDifference?

    /// A report of these parts.
    public init(_ order: DifferenceOrder, account: String, _ difference: VersionDifference?) {
        self.order = order
        self.account = account
        self.difference = difference
    }
}

/// How the text of two versions of a page differs.
public struct VersionDifference: Sendable, Equatable {
    /// What changed, as the diff pane draws it.
    let changes: [PageChange]

    /// Compares two versions. Linear in both, and lays out what differs: not for the screen's path.
    ///
    /// - Parameters:
    ///   - old: The older version.
    ///   - new: The newer version.
    ///   - rules: What counts in the text.
    ///   - charsets: The system's tables of characters.
    ///   - chosen: The encoding that both are read in; nil lets them say so.
    public init(
        from old: PageVersion, to new: PageVersion, _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) {
        let pages = [old, new].map { version in
            ShownPage(
                url: new.url, html: version.html, split: PageSplit(html: version.html),
                headers: version.headers)
        }
        changes = ChangeText(from: pages[0], to: pages[1], rules, charsets: charsets, chosen: chosen).changes
    }
}
