import HTML
import SonicProtocol

/// What the reader's configuration says of single sites, as far as the screen is concerned.
public struct SitePreferences: Sendable {
    /// Whether the style sheets that a page at an address links are to be fetched.
    public var styles: @Sendable (WebURL) -> Bool

    /// What counts when versions of a page at an address are compared.
    public var comparison: @Sendable (WebURL) -> ComparisonRules

    /// Which pages are one page; nil lets the address decide.
    public var identity: @Sendable (WebURL) -> PageIdentity?

    /// What may be loaded ahead without a key from a page at an address, and whether a page at an address may.
    public var preloading: @Sendable (WebURL) -> Preloading

    /// Whether a refresh without a wait is followed from a page at an address.
    public var refreshes: @Sendable (WebURL) -> Bool = { _ in true }

    /// The encoding that a page at an address is read in whatever it says; nil lets it say so.
    public var encoding: @Sendable (WebURL) -> EncodingChoice? = { _ in nil }

    /// How many failures in a row of a watch of a page at an address are not told.
    public var watchTolerance: @Sendable (WebURL) -> Int = { _ in 0 }

    /// The names of the reader's own commands, in the order of the configuration.
    public var commands: [String] = []

    /// The headers whose values are masked.
    public var secretHeaders = SecretHeaders.standard

    /// How often a page at an address is asked for while it is watched.
    public var watchInterval: @Sendable (WebURL) -> Duration

    /// Wishes of these parts; by default sheets are fetched everywhere, all of a page counts, and nothing is loaded
    /// unasked.
    public init(
        styles: @escaping @Sendable (WebURL) -> Bool = { _ in true },
        comparison: @escaping @Sendable (WebURL) -> ComparisonRules = { _ in .everything },
        identity: @escaping @Sendable (WebURL) -> PageIdentity? = { _ in nil },
        preloading: @escaping @Sendable (WebURL) -> Preloading = { _ in .off },
        watchInterval: @escaping @Sendable (WebURL) -> Duration = { _ in .seconds(10) }
    ) {
        self.styles = styles
        self.comparison = comparison
        self.identity = identity
        self.preloading = preloading
        self.watchInterval = watchInterval
    }
}
