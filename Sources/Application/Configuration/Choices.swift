import HTML
import SonicProtocol
import SonicSession

/// The value of every setting in one context, by default the default of each setting.
///
/// A setting is a property here, whose initial value is its default, and a row of `Setting.table`.
public struct Choices: Sendable, Equatable {
    /// The account whose pages and cookies are used; empty for none.
    public var account = ""
    /// The colours of the screen.
    public var theme: ThemeChoice?
    /// The panes at the start; nil for the layout chosen last.
    public var arrangement: LayoutPreset?

    /// Whether a start without an address restores the tabs of the last run.
    public var restores = true

    /// The key bindings of another program; nil for the built-in ones.
    public var keyPreset: KeyPreset?
    /// The keys of commands that replace their usual ones.
    public var keys: [KeyChoice] = []
    /// Whether the bottom line shows which keys can be pressed.
    public var hints = true
    /// Whether the browser handles the mouse instead of the terminal.
    public var mouse = true
    /// Whether a watch pauses while another window has the focus.
    public var pausesUnfocused = false

    /// The folder for downloads; nil for the system's downloads folder.
    public var downloads: String?
    /// The user's commands.
    public var commands: [NamedCommand] = []
    /// The search engines for words typed instead of an address; none by default.
    public var searchEngines: [SearchEngine] = []

    /// Whether pictures are drawn as characters.
    public var pictures = false
    /// The maximum number of columns of flowing text; nil for the width of its pane.
    public var textWidth: Int? = 100
    /// The alignment of text that is narrower than its pane.
    public var textAlign = TextAlign.center

    /// The rules for requests, in order.
    public var rules: [ConnectionRule] = []
    /// Files that map hosts to addresses.
    public var hostLists: [String] = []

    /// The maximum number of bytes of pages on disk, for all accounts together.
    public var cacheSize = 256 << 20
    /// The maximum number of pages on disk, for all accounts together.
    public var cachePages = 2_000
    /// The maximum number of versions of one page.
    public var cacheVersions = 20
    /// The maximum number of bytes on disk of resources other than pages, for each account.
    public var resourceSize = 128 << 20
    /// The maximum number of bytes of pages in the memory cache.
    public var memorySize = 32 << 20
    /// The maximum number of pages in the memory cache.
    public var memoryPages = 8

    /// Whether nothing is written to disk.
    public var isPrivate = false
    /// Whether linked style sheets are fetched.
    public var styles = true
    /// The paths of the user's style sheets.
    public var userStyles: [String] = []
    /// The encoding of pages, whatever they declare; nil to use the declared one.
    public var encoding: CharacterEncoding?
    /// The number of seconds for which `cache-offline: http` turns Sonic off for a page.
    public var sonicOff = 21_600
    /// Whether a refresh without delay is followed.
    public var followsRefreshes = true
    /// What is prefetched without a key press.
    public var preload = PreloadChoice.off
    /// The interval between polls of a watched page.
    public var watchInterval = Duration.seconds(10)
    /// The number of consecutive failures of a watch that are not reported.
    public var watchTolerance = 0
    /// Whether pages are compared in the client if their server does not support Sonic.
    public var comparesHere = true
    /// The only parts of a page that are compared; empty for all of it.
    public var comparedParts: [String] = []
    /// The parts of a page that are not compared.
    public var ignoredParts: [String] = []
    /// Whether a change of numbers only counts as a change.
    public var numbers = NumbersChoice.count
    /// The beginning of the User-Agent header; nil for the program's name and version.
    public var userAgent: String?
    /// Headers added to every request; one without a value removes the default header of that name.
    public var requestHeaders: [HeaderField] = []
    /// Headers added to responses that lack them.
    public var responseHeaders: [HeaderField] = []
    /// The names of additional headers whose values are secrets.
    public var secretHeaders: [String] = []
    /// The maximum number of seconds for which a page is shown without a request while its server allows it.
    public var freshPages = 300
    /// The freshness lifetime in seconds of responses without one; nil for the program's default.
    public var maxAge: Int?
    /// Whether the freshness lifetime that the server specifies is ignored.
    public var ignoresServer = false
    /// Whether pages and resources are stored.
    public var stores = true
    /// The query parameters that do not distinguish pages.
    public var ignoredParameters: [String] = []
    /// The only query parameters that distinguish pages; nil for all of them.
    public var onlyParameters: [String]?

    /// The address of the proxy; empty for none, nil for the one in the environment.
    public var proxy: String?
    /// The client certificate for servers that request one; nil for none.
    public var clientCertificate: String?
    /// Its private key; nil if it is in the same file.
    public var clientKey: String?
    /// Addresses connected to instead of a host, each `ADDRESS` or `ADDRESS:PORT`, by host name.
    public var hosts: [HostMapping] = []
    /// The number of retries of a lost request; nil for one, or two while a stored page is shown.
    public var retries: Int?
    /// The time limit for resolving a name, opening a connection and the TLS handshake together.
    public var connectTimeout = Duration.seconds(20)
    /// The time limit for the response to a request, and the longest pause within it.
    public var silenceTimeout = Duration.seconds(60)
    /// The time limit for opening a page in total.
    public var maxTime = Duration.seconds(3600)

    /// Creates the defaults.
    public init() {}

    /// The precedence of the freshness lifetimes of the server and of the user.
    public var lifetime: ChosenLifetime {
        if ignoresServer { return .override(seconds: Int64(maxAge ?? 0)) }
        return maxAge.map { .fallback(seconds: Int64($0)) } ?? .server
    }

    /// The headers whose values are secrets, including the standard ones.
    public var secrets: SecretHeaders { SecretHeaders(secretHeaders) }

    /// The query parameters that distinguish pages; nil for the default of the address.
    public var identity: PageIdentity? {
        if let onlyParameters { return .only(onlyParameters) }
        return ignoredParameters.isEmpty ? nil : .ignoring(ignoredParameters)
    }
}

/// The built-in themes, by name (themes/README.md).
public enum ThemeName: String, CaseIterable, Sendable {
    case dark, light, contrast, distinct, terminal, mono, dracula, nord
    case contrastLight = "contrast-light"
    case catppuccinLatte = "catppuccin-latte"
    case catppuccinMocha = "catppuccin-mocha"
    case gruvboxDark = "gruvbox-dark"
    case gruvboxLight = "gruvbox-light"
    case oneDark = "one-dark"
    case solarizedDark = "solarized-dark"
    case solarizedLight = "solarized-light"
    case tokyoNight = "tokyo-night"
}

/// The look of the screen.
public enum ThemeChoice: Hashable, Sendable {
    /// `dark` or `light`, by the terminal's background.
    case automatic
    /// A built-in theme.
    case builtIn(ThemeName)
    /// A theme in a file.
    case file(String)

    /// Parses `auto`, a name, or a path that ends in `.json5`; nil for anything else.
    public init?(_ text: String) {
        if text == Self.automatic.text {
            self = .automatic
        } else if let name = ThemeName(rawValue: text) {
            self = .builtIn(name)
        } else if text.hasSuffix(".json5") {
            self = .file(text)
        } else {
            return nil
        }
    }

    /// The accepted words other than paths: `auto`, then the names in order.
    public static let words = [ThemeChoice.automatic.text] + ThemeName.allCases.map(\.rawValue).sorted()

    /// The text in a file.
    var text: String {
        switch self {
        case .automatic: "auto"
        case .builtIn(let name): name.rawValue
        case .file(let path): path
        }
    }
}

/// The panes that share the screen. One key cycles through them; the choice is remembered.
public enum LayoutPreset: String, CaseIterable, Sendable {
    /// The page, and one line with the session's state.
    case read
    /// The page, the state and the diff.
    case watch
    /// The page, the state, the diff, and the headers of request and response.
    case debug
}

/// The alignment of text in a wider pane, by name.
public enum TextAlign: String, CaseIterable, Sendable {
    /// Centered.
    case center
    /// Left-aligned.
    case left
}

/// What is prefetched without a key press, by name.
public enum PreloadChoice: String, CaseIterable, Sendable {
    /// Nothing.
    case off
    /// The page of a link that stays selected.
    case chosen
    /// The same, and the page that the current one links as next.
    case next
}

/// The significance of a change of numbers only, by name.
public enum NumbersChoice: String, CaseIterable, Sendable {
    /// It counts like any other change.
    case count
    /// It is shown but not counted.
    case ignore
}

/// A program whose key bindings are used.
public enum KeyPreset: String, CaseIterable, Sendable {
    /// As in w3m.
    case w3m
    /// As in lynx.
    case lynx
    /// As in vim, and in browsers with its keys.
    case vim
    /// As in Emacs and its browser.
    case emacs
}

/// The keys chosen for a command.
public struct KeyChoice: Sendable, Equatable {
    /// The name of a key and its position in the file.
    public struct Name: Sendable, Equatable {
        /// The name as written.
        public let text: String
        /// Its position.
        public let position: TextPosition

        /// Creates the name of a key.
        public init(_ text: String, at position: TextPosition) {
            self.text = text
            self.position = position
        }
    }

    /// The command's name as written.
    public let command: String
    /// The position of the name.
    public let position: TextPosition
    /// The keys that replace the usual ones; empty for a command without keys.
    public let keys: [Name]

    /// Creates the keys of a command.
    public init(command: String, at position: TextPosition, keys: [Name]) {
        self.command = command
        self.position = position
        self.keys = keys
    }
}

/// A command defined by the user, which addresses and pages are sent to.
public struct NamedCommand: Sendable, Equatable {
    /// The input of a command.
    public enum Input: String, CaseIterable, Sendable {
        /// The address, instead of `%s` or as its last argument.
        case address
        /// The page as text on its standard input, and the address only instead of `%s`.
        case text
        /// The same with the page as it was sent.
        case page
    }

    /// The place where a command runs.
    public enum Place: String, CaseIterable, Sendable {
        /// In the background: its output is reported.
        case aside
        /// On the terminal, which it controls while it runs.
        case terminal
    }

    /// Its name.
    public let name: String
    /// The command line for `sh`.
    public let run: String
    /// Its input.
    public let input: Input
    /// The place where it runs.
    public let place: Place
}

/// A host and the address connected to instead.
public struct HostMapping: Sendable, Equatable {
    /// The host name in the addresses of pages.
    public var host: String
    /// A name or address, with `:PORT` if the port differs too.
    public var address: String
}
