import HTML
import SonicProtocol
import SonicSession

/// What counts at one place: the value of every setting, by default what counts when nobody says anything.
///
/// A setting is a property here, whose first value is its default, and a row of `Setting.table`.
public struct Choices: Sendable, Equatable {
    /// The account whose pages and cookies are used; empty for none.
    public var account = ""
    /// The colours of the screen.
    public var theme: ThemeChoice?
    /// Which panes share the screen at the start; nil for those chosen last.
    public var arrangement: LayoutPreset?

    /// Whether the tabs of the run before are opened at a start without an address.
    public var restores = true

    /// The program whose keys count; nil for our own.
    public var keyPreset: KeyPreset?
    /// The keys of commands in place of those they have.
    public var keys: [KeyChoice] = []
    /// Whether the bottom line shows what can be pressed.
    public var hints = true
    /// Whether the mouse is the browser's, not the terminal's.
    public var mouse = true
    /// Whether a watch pauses while another window has the keyboard.
    public var pausesUnfocused = false

    /// The folder that files are saved in; nil for the system's folder for downloads.
    public var downloads: String?
    /// The reader's own commands.
    public var commands: [NamedCommand] = []
    /// Where words are looked up that are typed in place of an address; none by default.
    public var searchEngines: [SearchEngine] = []

    /// Whether pictures are drawn as characters.
    public var pictures = false
    /// The most columns of flowing text on the screen; nil for as many as its pane has.
    public var textWidth: Int? = 100
    /// Where to place text that is narrower than its pane.
    public var textAlign = TextAlign.center

    /// What is done with requests, in order.
    public var rules: [ConnectionRule] = []
    /// Files and URLs that name the addresses of hosts.
    public var hostLists: [String] = []

    /// The most bytes of pages on the disk, all accounts together.
    public var cacheSize = 256 << 20
    /// The most pages on the disk, all accounts together.
    public var cachePages = 2_000
    /// The most versions of one page.
    public var cacheVersions = 20
    /// The most bytes on the disk of what is no page, for each account.
    public var resourceSize = 128 << 20
    /// The most bytes of pages that are also kept in memory.
    public var memorySize = 32 << 20
    /// The most pages that are also kept in memory.
    public var memoryPages = 8

    /// Whether nothing is written to the disk.
    public var isPrivate = false
    /// Whether the style sheets that a page links are fetched.
    public var styles = true
    /// The reader's own style sheets, by their paths.
    public var userStyles: [String] = []
    /// The encoding that pages are read in whatever they say; nil lets them say so.
    public var encoding: CharacterEncoding?
    /// For how many seconds `cache-offline: http` turns Sonic off for a page.
    public var sonicOff = 21_600
    /// Whether a refresh without a wait is followed.
    public var followsRefreshes = true
    /// What is loaded ahead of time without a key.
    public var preload = PreloadChoice.off
    /// How often a page that is watched is asked for.
    public var watchInterval = Duration.seconds(10)
    /// How many failures in a row of a watch are not told.
    public var watchTolerance = 0
    /// Whether pages are compared here whose server does not.
    public var comparesHere = true
    /// The parts of a page that alone count when it is compared; empty for all of it.
    public var comparedParts: [String] = []
    /// The parts that do not count when a page is compared.
    public var ignoredParts: [String] = []
    /// Whether a change of numbers only counts when a page is compared.
    public var numbers = NumbersChoice.count
    /// The User-Agent line's beginning; nil for the program's name and version.
    public var userAgent: String?
    /// Headers that every request gets; one without a value removes ours of that name.
    public var requestHeaders: [HeaderField] = []
    /// Headers that are added to answers that have none of their names.
    public var responseHeaders: [HeaderField] = []
    /// The names of further headers whose values are secrets.
    public var secretHeaders: [String] = []
    /// For how many seconds at most a page is shown without asking while its server says so.
    public var freshPages = 300
    /// For how many seconds answers are fresh that do not say so; nil for what the program makes of them.
    public var maxAge: Int?
    /// Whether the server's word on how long answers are fresh does not count.
    public var ignoresServer = false
    /// Whether pages and resources are stored.
    public var stores = true
    /// The query parameters that do not tell pages apart.
    public var ignoredParameters: [String] = []
    /// The only query parameters that tell pages apart; nil for all of them.
    public var onlyParameters: [String]?

    /// The address of the proxy; empty for none, nil for what the environment says.
    public var proxy: String?
    /// The certificate shown to servers that ask for one; nil for none.
    public var clientCertificate: String?
    /// Its private key; nil where it is in the same file.
    public var clientKey: String?
    /// Addresses of hosts, each `ADDRESS` or `ADDRESS:PORT`, that are asked in their place, by host name.
    public var hosts: [HostMapping] = []
    /// How often a request is made again that was lost on the way; nil: once, behind a stored page twice.
    public var retries: Int?
    /// How long looking up a name may take.
    public var resolvingTimeout = Duration.seconds(10)
    /// How long opening a connection may take.
    public var connectingTimeout = Duration.seconds(15)
    /// How long the TLS handshake may take.
    public var securingTimeout = Duration.seconds(15)
    /// How long the answer to a request may be waited for.
    public var waitingTimeout = Duration.seconds(60)
    /// The longest silence within an answer.
    public var silenceTimeout = Duration.seconds(60)
    /// How long opening a page may take in all.
    public var maxTime = Duration.seconds(3600)

    /// The defaults.
    public init() {}

    /// How the server's word on freshness and the reader's count.
    public var lifetime: ChosenLifetime {
        if ignoresServer { return .override(seconds: Int64(maxAge ?? 0)) }
        return maxAge.map { .fallback(seconds: Int64($0)) } ?? .server
    }

    /// The headers whose values are secrets, those that HTTP knows among them.
    public var secrets: SecretHeaders { SecretHeaders(secretHeaders) }

    /// Which pages are one page; nil lets the address decide.
    public var identity: PageIdentity? {
        if let onlyParameters { return .only(onlyParameters) }
        return ignoredParameters.isEmpty ? nil : .ignoring(ignoredParameters)
    }
}

/// The themes that the program brings along, by their names (themes/README.md).
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
    /// `dark` or `light`, as the terminal's ground is.
    case automatic
    /// A theme that the program brings along.
    case builtIn(ThemeName)
    /// A theme in a file.
    case file(String)

    /// `auto`, a name, or a path that ends in `.json5`; nil for everything else.
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

    /// What may stand there besides a path: `auto`, then the names in order.
    public static let words = [ThemeChoice.automatic.text] + ThemeName.allCases.map(\.rawValue).sorted()

    /// As it stands in a file.
    var text: String {
        switch self {
        case .automatic: "auto"
        case .builtIn(let name): name.rawValue
        case .file(let path): path
        }
    }
}

/// Which panes share the screen. One key walks through them; the choice is remembered.
public enum LayoutPreset: String, CaseIterable, Sendable {
    /// The page, and one line that tells the session's state.
    case read
    /// The page, the state and the diff.
    case watch
    /// The page, the state, the diff, and the headers of request and response.
    case debug
}

/// Where text stands in a pane that is wider, by its name.
public enum TextAlign: String, CaseIterable, Sendable {
    /// In the middle.
    case center
    /// At the left.
    case left
}

/// What is loaded ahead of time without a key, by its name.
public enum PreloadChoice: String, CaseIterable, Sendable {
    /// Nothing.
    case off
    /// The page behind a link that stays chosen.
    case chosen
    /// The same, and the page that the one on the screen names as the next.
    case next
}

/// What a change of numbers only is worth, by its name.
public enum NumbersChoice: String, CaseIterable, Sendable {
    /// It counts as any other change.
    case count
    /// It is shown and not counted.
    case ignore
}

/// A program whose keys count here, for fingers that know them.
public enum KeyPreset: String, CaseIterable, Sendable {
    /// As in w3m.
    case w3m
    /// As in lynx.
    case lynx
    /// As in vim, and in the browsers that follow it.
    case vim
    /// As in Emacs and its browser.
    case emacs
}

/// The keys that a command is to have.
public struct KeyChoice: Sendable, Equatable {
    /// The name of a key and where it stands.
    public struct Name: Sendable, Equatable {
        /// As it is written.
        public let text: String
        /// Where.
        public let position: TextPosition

        /// A key named somewhere.
        public init(_ text: String, at position: TextPosition) {
            self.text = text
            self.position = position
        }
    }

    /// The command's name, as it is written.
    public let command: String
    /// Where it stands.
    public let position: TextPosition
    /// The keys in place of those that it has; none for a command that is to be typed.
    public let keys: [Name]

    /// Keys for a command.
    public init(command: String, at position: TextPosition, keys: [Name]) {
        self.command = command
        self.position = position
        self.keys = keys
    }
}

/// A command of the reader's own, which addresses and pages are sent to.
public struct NamedCommand: Sendable, Equatable {
    /// What it is given.
    public enum Input: String, CaseIterable, Sendable {
        /// The address, in the place of `%s` or as its last argument.
        case address
        /// The page as text on its standard input, and the address only in the place of `%s`.
        case text
        /// The same with the page as it was sent.
        case page
    }

    /// Where it runs.
    public enum Place: String, CaseIterable, Sendable {
        /// Out of sight: what it writes is told.
        case aside
        /// On the terminal, which it has while it runs.
        case terminal
    }

    /// What it is called by.
    public let name: String
    /// The command line, as `sh` takes it.
    public let run: String
    /// What it is given.
    public let input: Input
    /// Where it runs.
    public let place: Place
}

/// A host and what is connected to in its place.
public struct HostMapping: Sendable, Equatable {
    /// The host's name as in addresses of pages.
    public var host: String
    /// A name or address, with `:PORT` where the port is another too.
    public var address: String

    /// This address for this host.
    public init(host: String, address: String) {
        self.host = host
        self.address = address
    }
}
