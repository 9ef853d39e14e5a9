import BrowserValues
import CellGrid
import HTML
import SonicProtocol
import Workbench

/// The parameters that the browser is started with.
public struct Setup {
    /// How the theme was chosen.
    public enum ThemeOrigin: Sendable {
        /// The reader chose it.
        case chosen
        /// By default: it suits the background of most terminals, until this terminal reports its own.
        case assumed
    }

    /// The system that the browser runs on.
    public struct Environment: Sendable {
        /// Converts an instant to the reader's local time; UTC by default.
        public var localTime: @Sendable (Instant) -> CalendarTime = { CalendarTime($0) }
        /// Returns the curl options that describe how connections to an address are made.
        public var curlOptions: @Sendable (WebURL) -> [CurlOption] = { _ in [] }
        /// Returns the path of a page's folder in the cache; nil if pages are stored in memory only.
        public var pageFolder: @Sendable (PageID) -> String? = { _ in nil }
        /// The schemes of the addresses that can be opened.
        public var schemes: Set<String> = ["http", "https"]
        /// The folder that relative paths are resolved against; nil if files cannot be opened.
        public var currentFolder: String?
        /// The folder for `~`; nil if there is none.
        public var homeFolder: String?
        /// The character tables, for pages that are not UTF-8.
        public var charsets = CharacterConversion.asciiOnly
        /// Whether the terminal shows only the eight or sixteen ANSI colours: several colours of a theme would look the
        /// same.
        public var hasFewColors = false
        /// The characters that plots are drawn with.
        public var plotSigns = Plot.Signs.drawn
        /// The program's name and version, as reports show it.
        public var program = "sonic"
    }

    var size: Size
    /// The hash functions for the page ids shown.
    var hashes: Hashes
    /// The theme.
    public var theme = Theme.dark
    /// How the theme was chosen.
    public var themeOrigin = ThemeOrigin.chosen
    /// The account to begin with; empty for none.
    public var account = ""
    /// `--insecure`: certificates of servers are not verified, and every screen says so.
    public var isInsecure = false
    /// The client whose headers requests have.
    public var client = RequestClient.sonic
    /// The pages of the inbox, read from their small records; empty for none.
    public var inbox: [InboxPage] = []
    /// The time of the wall clock; nil if it is reported later.
    public var now: Instant?
    /// The settings of the configuration.
    public var settings = BrowserSettings()
    /// The key bindings in effect.
    public var keys = KeyTable.standard
    /// The reader's choices that are not in the configuration.
    public var chosen = ReaderChoices()
    /// The message in the bottom line of the first screen, such as an error in the configuration; nil for none.
    public var warning: String?
    /// The conversion of host names outside ASCII; nil refuses such names.
    public var domainToASCII: WebURL.DomainToASCII?
    /// Whether all tabs are saved, to be restored at the next start.
    public var restoresTabs = false
    /// The system that the browser runs on.
    public var environment = Environment()

    /// Creates a setup; by default with the dark theme, without an account, and with certificates verified.
    public init(size: Size, hashes: Hashes) { (self.size, self.hashes) = (size, hashes) }

    /// Whether an address can be opened, by its scheme.
    func opens(_ url: WebURL) -> Bool {
        (url.hasAuthority || url.scheme == "data") && environment.schemes.contains(url.scheme)
    }
}

extension Setup.Environment {
    /// Returns the URL of a path, whether or not it exists, or nil for a text that does not begin with `/`, `./`, `../`
    /// or `~/`.
    func url(ofPath text: String) -> WebURL? {
        let path = text.trimmed
        guard let currentFolder, !path.hasPrefix("//") else { return nil }
        let whole: FilePath
        if path.hasPrefix("/") {
            whole = FilePath(path)
        } else if path == "~" || path.hasPrefix("~/") {
            guard let homeFolder else { return nil }
            whole = FilePath(FilePath(homeFolder).bytes + path.utf8.dropFirst())
        } else if path == "." || path == ".." || path.hasPrefix("./") || path.hasPrefix("../") {
            whole = FilePath(FilePath(currentFolder).bytes + "/".utf8 + path.utf8)
        } else {
            return nil
        }
        return WebURL(whole.address)
    }
}
