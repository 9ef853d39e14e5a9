import CellGrid
import Diagnostics
import HTML
import SonicProtocol

/// What the browser is given when it starts.
public struct Setup {
    /// Whether servers prove who they are.
    public enum Trust: Sendable {
        /// Certificates are verified.
        case verified
        /// `--insecure`: they are not, and every screen says so.
        case unverified
    }

    /// How many colours the terminal shows.
    public enum Colors: Sendable {
        /// Those of a theme, or ones that are near them.
        case many
        /// The eight or sixteen of ANSI: a theme's would fall together.
        case few
    }

    /// How the theme was found.
    public enum ThemeOrigin: Sendable {
        /// The reader chose it.
        case chosen
        /// Nobody did: it is for the ground that most terminals have, until this one tells of another.
        case assumed
    }

    /// What the browser is to know of the system that it runs on.
    public struct Environment: Sendable {
        /// A moment by the reader's clock; UTC by default.
        public var localTime: @Sendable (Instant) -> CalendarTime = { CalendarTime($0) }
        /// How connections to an address are made, in curl's words.
        public var curlOptions: @Sendable (WebURL) -> [CurlOption] = { _ in [] }
        /// The schemes of which addresses can be opened.
        public var schemes: Set<String> = ["http", "https"]
        /// Where paths begin that are typed in an address's place; nil where files cannot be opened.
        public var folders: TypedPath.Folders?
        /// The tables of characters, for pages that are not UTF-8.
        public var charsets = CharacterConversion.asciiOnly
        /// How many colours the terminal shows.
        public var colors = Colors.many
        /// The characters that plots are drawn with.
        public var plotSigns = Plot.Signs.drawn
        /// The program and its version, as reports name it.
        public var program = "sonic"
    }

    /// The terminal's size.
    var size: Size
    /// Digests, for the page ids shown.
    var hashes: Hashes
    /// The colours.
    public var theme = Theme.dark
    /// How they were found.
    public var themeOrigin = ThemeOrigin.chosen
    /// The account to begin with; empty for none.
    public var account = ""
    /// Whether servers prove who they are.
    public var trust = Trust.verified
    /// Whose headers requests have.
    public var client = RequestClient.sonic
    /// The pages that belong into the inbox, as their small records tell of them; empty for none.
    public var inbox: [InboxPage] = []
    /// The wall clock; nil where it is told later.
    public var now: Instant?
    /// What the configuration says.
    public var settings = BrowserSettings()
    /// What the reader has chosen besides it.
    public var chosen = ReaderChoices()
    /// What the first screen tells in its bottom line, such as a mistake in the configuration; nil for nothing.
    public var warning: String?
    /// The conversion of host names outside ASCII; nil refuses such names.
    public var domainToASCII: WebURL.DomainToASCII?
    /// Which tabs are remembered for the next start.
    public var tabRestoration = TabRestoration.off
    /// The system that the browser runs on.
    public var environment = Environment()

    /// A setup; by default dark, without account, verified.
    public init(size: Size, hashes: Hashes) { (self.size, self.hashes) = (size, hashes) }

    /// Whether addresses such as this one can be opened.
    func opens(_ url: WebURL) -> Bool {
        (url.hasAuthority || url.scheme == "data") && environment.schemes.contains(url.scheme)
    }
}
