import HTML
import SonicProtocol

/// What the reader's configuration says, as far as the screen is concerned.
public struct BrowserSettings: Sendable {
    /// The names of the reader's own commands, in the order of the configuration.
    public var commands: [String] = []
    /// The headers whose values are masked.
    public var secretHeaders = SecretHeaders.standard
    /// Which pages are one page, which depends on how they are connected to as well; nil lets the address decide.
    public var identity: @Sendable (WebURL) -> PageIdentity? = { _ in nil }
    private let preferences: @Sendable (WebURL) -> SitePreferences

    /// Settings with what counts for the pages of each address, whoever says so.
    public init(_ preferences: @escaping @Sendable (WebURL) -> SitePreferences = { _ in SitePreferences() }) {
        self.preferences = preferences
    }

    /// What counts for the pages of an address.
    public subscript(url: WebURL) -> SitePreferences { preferences(url) }
}

/// What counts for the pages of an address; by default sheets are fetched, all of a page counts, and nothing is loaded
/// unasked.
public struct SitePreferences: Sendable {
    /// Whether the style sheets that a page links are fetched.
    public var fetchesStyles = true
    /// What counts when versions of a page are compared.
    public var comparison = ComparisonRules.everything
    /// What may be loaded ahead without a key, and whether these pages may.
    public var preloading = Preloading.off
    /// Whether a refresh without a wait is followed.
    public var followsRefreshes = true
    /// The encoding that a page is read in whatever it says; nil lets it say so.
    public var encoding: EncodingChoice?
    /// How many failures in a row of a watch are not told.
    public var watchTolerance = 0
    /// How often a page is asked for while it is watched.
    public var watchInterval = Duration.seconds(10)

    /// The defaults.
    public init() {}
}
