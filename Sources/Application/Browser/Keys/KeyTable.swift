import CellGrid

/// The table of commands and keys: the keyboard, the `:` line, the hint line, the help and docs/guide/keys.md use it.
///
/// `standard` is in effect unless the configuration binds other keys.
public struct KeyTable: Sendable {
    /// The context in which a key is bound; the raw value is its heading in help and documentation, in their order.
    public enum Context: String, CaseIterable, Sendable {
        /// In the page pane, without an overlay.
        case page = "Page pane"
        /// In every pane, without an overlay.
        case panes = "All panes"
        /// In panes and in overlays.
        case everywhere = "Everywhere except the input line"
        /// In the request editor.
        case request = "Request editor"
        /// In the response to a resent request.
        case aside = "Response to a resent request"
        /// In text overlays: facts, log, findings, the server's response.
        case overlay = "Session details, log and responses"
        /// In the inspector.
        case inspector = "Inspector"
        /// In the comparison of two exchanges.
        case comparison = "Comparison"
        /// In the prompt in the bottom line.
        case line = "Input line"
        /// While the links and fields on the screen have numbers.
        case hints = "Numbered links"
        /// In the list of accounts.
        case accounts = "Accounts"
        /// In the list of tabs.
        case tabs = "Tabs"
        /// In the menu of texts to copy.
        case copies = "Copy"
        /// In the menu of files to export.
        case exports = "Save to a file"
        /// In the list of downloads.
        case downloads = "Downloads"
        /// In the list of versions.
        case versions = "Versions"
        /// In the list of traffic.
        case traffic = "Traffic"
        /// In lists of exchanges that can be compared: versions, sessions.
        case exchanges = "Versions and sessions"
        /// In the lists of bookmarks and history.
        case pages = "Bookmarks and history"
        /// In the list of cookies.
        case cookies = "Cookies"
        /// In the list of a server's rules.
        case rules = "Rules of a server"
        /// In the options of a field, in the lists of accounts and tabs, in menus, in help and in the request editor.
        case list = "Lists"
        /// In the help overlay.
        case help = "Keys"
        /// In a question in the bottom line.
        case question = "Confirmation"

        /// The heading in help and documentation.
        public var heading: String { rawValue }

        /// The contexts in the panes without an overlay, the inner ones first.
        static let inPanes: [Context] = [.page, .panes, .everywhere]

        /// Whether its keys work in the panes without an overlay.
        var isOfPanes: Bool { Self.inPanes.contains(self) }

        /// The contexts in which a key is looked up while this one is in effect, the inner ones first.
        var lookup: [Context] {
            switch self {
            case .page, .panes, .everywhere: Self.inPanes
            case .overlay: [.overlay, .everywhere]
            case .inspector, .comparison, .aside: [self, .overlay, .everywhere]
            case .line, .hints, .question, .list: [self]
            case .versions: [.exchanges, .versions, .list]
            case .traffic: [.traffic, .exchanges, .list]
            case .request, .accounts, .tabs, .copies, .exports, .downloads, .exchanges, .pages, .cookies,
                .rules, .help:
                [self, .list]
            }
        }

        /// The outer contexts whose keys may mean something else in this one.
        private var overrides: [Context] {
            switch self {
            case .inspector: [.overlay]
            // Its keys for the next difference are those for the next match, and go to matches during a search.
            case .comparison: [.overlay, .everywhere]
            case .request: [.list]
            case _: []
            }
        }

        /// Whether a command in another context would hide a key of one in this, or be hidden. A key of the page pane
        /// takes precedence over the same key in all contexts, which keeps its meaning elsewhere.
        func isRival(of other: Context) -> Bool {
            guard !(self == .page && other == .everywhere), !overrides.contains(other),
                !other.overrides.contains(self)
            else { return false }
            return Self.allCases.contains { $0.lookup.contains(self) && $0.lookup.contains(other) }
        }
    }

    /// The argument of a command in the `:` line, with its placeholder in help.
    public enum Parameter: Equatable, Sendable {
        /// Required.
        case needed(String)
        /// Optional: without it the command does something else.
        case optional(String)

        /// The address of a page; without it the command prompts for one, or uses that of the selected link.
        static let address = Parameter.optional("URL")
        /// A name; without it the next of its kind is used, or what exists is listed.
        static let name = Parameter.optional("NAME")
        /// The interval at which a page is requested; without it that of the configuration.
        static let interval = Parameter.optional("TIME")
        /// A line of the page, counted from 1, or a percentage of it.
        static let place = Parameter.needed("LINE|N%")

        /// Whether the argument is required.
        var isNeeded: Bool { self == .needed(label) }

        /// The placeholder in help.
        var label: String {
            switch self {
            case .needed(let label), .optional(let label): label
            }
        }
    }

    /// A command with its keys in a table.
    public struct Binding: Sendable {
        /// The command.
        public let command: Command
        /// The keys, the preferred one first; empty for a command that is only typed.
        public var keys: [Key]

        /// The context of the keys.
        public var context: Context { command.context }
        /// The argument of the command; nil for none.
        public var parameter: Parameter? { command.parameter }
        /// One sentence for help and documentation.
        public var help: String { command.help }
        /// One or two words for the hint line.
        public var short: String { command.short }
        /// The name of the first key for messages; if there is none, the command as it is typed.
        var keyName: String { keys.first?.name ?? ":" + command.rawValue }
        /// All keys, as help shows them.
        var keyNames: String {
            let hasSequence = keys.contains { $0.strokes.count > 1 }
            return keys.map(\.name).joined(separator: hasSequence ? ", " : " ")
        }
        /// Whether a command would hide a key of another one, or be hidden.
        func isRival(of other: Binding, for key: Key) -> Bool {
            command != other.command && other.context.isRival(of: context)
                && keys.contains { $0.isRival(of: key) }
        }
        /// The placeholder of the argument, after a space; empty for none.
        var usage: String { parameter.map { " " + $0.label } ?? "" }
    }

    /// All bindings, in the order of help. They are searched by index, because returning one copies it.
    public let bindings: [Binding]

    /// The commands that can be called by name, in the order of lists.
    let called: [Command]

    /// Whether digits without a binding form a count for the next command.
    let takesCounts: Bool

    /// Creates a table of bindings; of several for a command the first has its keys, of several for a key the last
    /// takes effect.
    init(_ bindings: [Binding], called: [Command], takesCounts: Bool = false) {
        (self.bindings, self.called) = (bindings, called)
        self.takesCounts = takesCounts
    }

    /// Creates a table of commands with their own keys.
    init(_ commands: [Command], called: [Command]) {
        self.init(commands.map { Binding(command: $0, keys: $0.keys) }, called: called)
    }

    /// The default table.
    public static let standard = KeyTable(
        Command.scrolling + Command.page + Command.panes + Command.intercepting + Command.inspecting
            + Command.tabs + Command.knownPages + Command.versions + Command.traffic + Command.program
            + Command.resending + Command.overlay + Command.inspector + Command.comparing + Command.line
            + Command.lists + Command.pageLists + Command.taking + Command.downloading,
        called: (Command.page + Command.panes + Command.inspecting + Command.intercepting + Command.tabs
            + Command.knownPages + Command.versions + Command.traffic + Command.program + Command.resending
            + Command.downloading + Command.scrolling).filter { $0 != .typeCommand && $0.context.isOfPanes }
            + Command.taking.filter { $0 != .toggleSecrets && !Command.panes.contains($0) })

    /// Returns the command that keys pressed one after another have, in the first context that has one, and whether a
    /// longer sequence begins with them. Linear in the bindings, which are so few that an index would cost more at each
    /// start than it saves.
    func meaning(of keys: [Key], in contexts: [Context]) -> (command: Command?, isBeginning: Bool) {
        let wanted = keys.count == 1 ? keys[0] : .sequence(keys)
        var found: (place: Int, rank: Int)?
        var isBeginning = false
        for place in bindings.indices.reversed() {
            for key in bindings[place].keys {
                if key == wanted {
                    let rank = contexts.firstIndex(of: bindings[place].context) ?? .max
                    if rank < found?.rank ?? .max { found = (place, rank) }
                } else if case .sequence(let strokes) = key, strokes.count > keys.count, !isBeginning,
                    strokes.starts(with: keys)
                {
                    isBeginning = contexts.contains(bindings[place].context)
                }
            }
        }
        return (found.map { bindings[$0.place].command }, isBeginning)
    }

    /// Returns the command of a key in the first context that has one.
    func command(for key: Key, in contexts: [Context]) -> Command? {
        meaning(of: key.strokes, in: contexts).command
    }

    /// Returns the bindings of longer sequences that begin with these keys, in the given contexts. Linear in the
    /// bindings.
    func sequences(beginning keys: [Key], in contexts: [Context]) -> [(key: Key, binding: Binding)] {
        var found: [(key: Key, binding: Binding)] = []
        for place in bindings.indices where contexts.contains(bindings[place].context) {
            for key in bindings[place].keys where key.strokes.count > keys.count {
                if key.strokes.starts(with: keys) { found.append((key, bindings[place])) }
            }
        }
        return found
    }

    /// The bindings of the callable commands.
    var callable: [Binding] { called.compactMap { binding(of: $0) } }

    /// Returns the binding whose name alone begins with a word; nil for none or several.
    func command(beginning name: String, among callable: [Binding]) -> Binding? {
        guard !name.isEmpty else { return nil }
        let begun = callable.filter { $0.command.rawValue.hasPrefix(name) }
        return begun.count == 1 ? begun.first : nil
    }

    /// Returns the binding of a command. Linear in the bindings.
    func binding(of command: Command) -> Binding? { binding(named: command.rawValue) }

    /// Returns the binding of a command by its full name. Linear in the bindings.
    func binding(named name: String) -> Binding? {
        bindings.indices.first { bindings[$0].command.rawValue == name }.map { bindings[$0] }
    }

    /// Returns the name of a command's first key for messages; if there is none, the command as it is typed.
    func keyName(of command: Command) -> String {
        (binding(of: command) ?? Binding(command: command, keys: [])).keyName
    }

    /// Returns the keys to press for a binding, starting in the panes: an entry of a menu follows the menu's key.
    func path(of binding: Binding) -> String {
        let menus: [Context: Command] = [.copies: .chooseCopy, .exports: .chooseExport]
        let menu = menus[binding.context].map { keyName(of: $0) + " " } ?? ""
        return menu + (binding.keys.first?.name ?? "")
    }

    /// Returns a text in which each command's name in braces, as in `press {open}`, is replaced by its key.
    func namingKeys(_ text: String) -> String { line(text).text }

    /// Returns the same as a line, in which keys look as everywhere. No other code looks for keys in a text: texts of
    /// pages and servers may contain anything.
    func line(_ text: String, _ role: Role = .text) -> StyledLine {
        let parts = text.split(separator: "{", omittingEmptySubsequences: false).map(String.init)
        var line = StyledLine(parts[0], role)
        for part in parts.dropFirst() {
            let pieces = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            if pieces.count == 2, let binding = binding(named: String(pieces[0])) {
                line.append(key: binding.keyName, String(pieces[1]), role)
            } else {
                line.append("{" + part, role)
            }
        }
        return line
    }
}
