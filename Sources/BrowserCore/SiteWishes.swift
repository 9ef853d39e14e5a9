import SonicProtocol

/// What the reader's configuration says of single sites, as far as the screen is concerned.
public struct SiteWishes: Sendable {
    /// Whether the style sheets that a page at an address links are to be fetched.
    public var styles: @Sendable (WebURL) -> Bool

    /// Wishes of these parts; by default sheets are fetched everywhere.
    public init(styles: @escaping @Sendable (WebURL) -> Bool = { _ in true }) {
        self.styles = styles
    }
}
