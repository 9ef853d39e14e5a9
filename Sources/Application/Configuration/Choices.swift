import HTML
import SonicProtocol
import SonicSession

/// The value of every setting in one context, by default the default of each setting. A setting is read and set by its
/// row: `choices[Settings.theme]`.
package struct Choices: Sendable {
    /// The values that were set, by the names of their settings, except those in `site`.
    private var values: [String: any Sendable] = [:]
    /// The values that sessions take as they are.
    var site = SiteTerms()

    /// Creates the defaults.
    package init() {}

    /// The value of a setting.
    package subscript<Value>(row: SettingRow<Value>) -> Value {
        get {
            switch row.place {
            // A value that is not there would be cast to an optional one, as nil.
            case .here(let standard): values[row.name].map { $0 as? Value ?? standard } ?? standard
            case .property(let path): self[keyPath: path]
            }
        }
        set {
            switch row.place {
            case .here: values[row.name] = newValue
            case .property(let path): self[keyPath: path] = newValue
            }
        }
    }

    /// The terms for sessions, without an exception.
    package var terms: SiteTerms {
        var terms = site
        terms.identity = identity
        terms.lifetime = lifetime
        terms.secretHeaders = secrets
        terms.timeLimit = self[Settings.maxTime]
        return terms
    }

    /// Whether pages are compared in the client if their server does not support Sonic.
    package var comparesHere: Bool {
        get { site.localServer == .on }
        set { site.localServer = newValue ? .on : .off }
    }

    /// The precedence of the freshness lifetimes of the server and of the user.
    var lifetime: ChosenLifetime {
        if self[Settings.ignoresServer] { return .override(seconds: Int64(self[Settings.maxAge] ?? 0)) }
        return self[Settings.maxAge].map { .fallback(seconds: Int64($0)) } ?? .server
    }

    /// The headers whose values are secrets, including the standard ones.
    package var secrets: SecretHeaders { SecretHeaders(self[Settings.secretHeaders]) }

    /// The query parameters that distinguish pages; nil for the default of the address.
    package var identity: PageIdentity? {
        if let parameters = self[Settings.onlyParameters] { return .only(parameters) }
        return self[Settings.ignoredParameters].isEmpty ? nil : .ignoring(self[Settings.ignoredParameters])
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

/// How a change of a watched page is announced, by name.
public enum WatchAlert: String, CaseIterable, Sendable {
    /// On the screen only.
    case off
    /// By the terminal's bell.
    case bell
    /// By a notification on the desktop, from terminals that show them.
    case desktop
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
