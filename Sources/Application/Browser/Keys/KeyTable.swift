import CellGrid

/// The table of commands and keys: it feeds the keyboard, the `:` line, the hint line, the help and docs/guide/keys.md.
///
/// `standard` is the one that counts unless the configuration gives commands other keys.
public struct KeyTable: Sendable {
    /// Where a key has its meaning.
    public enum Context: String, CaseIterable, Sendable {
        /// In the page pane, while nothing lies over it.
        case page
        /// In every pane, while nothing lies over it.
        case panes
        /// In panes and in overlays alike.
        case everywhere
        /// In the request that is being edited.
        case request
        /// In the response to a resent request.
        case aside
        /// In words that lie over the panes: facts, log, findings, the server's answer.
        case overlay = "sheet"
        /// In the inspector.
        case inspector
        /// Where two exchanges are compared.
        case comparison
        /// In the line at the bottom while something is typed.
        case line
        /// While the links and fields on the screen have numbers.
        case hints
        /// In the list of accounts.
        case accounts
        /// In the list of tabs.
        case tabs
        /// In the menu of what can be copied.
        case copies
        /// In the menu of what can be saved to a file.
        case exports
        /// In the list of files.
        case downloads
        /// In the list of versions.
        case versions
        /// In the list of the traffic.
        case traffic
        /// In lists of exchanges that can be compared: versions, sessions.
        case exchanges
        /// In the lists of bookmarks and of pages of the past.
        case pages
        /// In the options of a field, in the lists of accounts and tabs, in menus, in help and in a request
        /// that is edited.
        case list
        /// In the list of keys.
        case help
        /// Before a question in the bottom line.
        case question
    }

    /// What can be typed behind a command's name in the `:` line, by what stands for it in help.
    public enum Parameter: Equatable, Sendable {
        /// The command does nothing without it.
        case needed(String)
        /// Without it the command does something else.
        case optional(String)

        /// The address of a page; without one the command asks for it, or takes the chosen link's.
        static let address = Parameter.optional("URL")
        /// A name; without one the next of its kind comes, or what there is is told.
        static let name = Parameter.optional("NAME")
        /// How often a page is asked for; without one as often as the configuration says.
        static let interval = Parameter.optional("TIME")
        /// A line of the page, counted from 1, or so many percent of it.
        static let place = Parameter.needed("LINE|N%")
        /// What is to be held; without one nothing is.
        static let filter = Parameter.optional("FILTER")

        /// Whether the command does nothing without it.
        var isNeeded: Bool { self == .needed(label) }

        /// What stands for it in help.
        var label: String {
            switch self {
            case .needed(let label), .optional(let label): label
            }
        }
    }

    /// A command with the keys that it has in a table.
    public struct Binding: Sendable {
        /// What the keys do.
        public let command: Command
        /// The keys, the one to be shown first first; none for a command that is only typed.
        public var keys: [Key]

        /// Where they do it.
        public var context: Context { command.context }
        /// What can be typed behind the command's name; nil for nothing.
        public var parameter: Parameter? { command.parameter }
        /// One sentence for help and documentation.
        public var help: String { command.help }
        /// One or two words for the hint line.
        public var short: String { command.short }
        /// The name of the first key, as messages print it; without one how the command is typed.
        var keyName: String { keys.first?.name ?? ":" + command.rawValue }
        /// All keys, as help prints them.
        var keyNames: String {
            let hasSequence = keys.contains { $0.strokes.count > 1 }
            return keys.map(\.name).joined(separator: hasSequence ? ", " : " ")
        }
        /// What stands for what can be typed behind the name, after a blank; empty for nothing.
        var usage: String { parameter.map { " " + $0.label } ?? "" }
    }

    /// All rows, in the order of help. They are looked through by their places: handing one out copies it.
    public let bindings: [Binding]

    /// The commands that can be called by their names, in the order in which they are listed.
    let called: [Command]

    /// Whether digits that are no keys themselves make a count for the next command.
    enum Counts: Sendable {
        /// They do.
        case typed
        /// They do nothing.
        case none
    }

    /// Whether counts are typed.
    let counts: Counts

    /// A table of these rows; of several for a command the first names its keys, of several for a key the last counts.
    init(_ bindings: [Binding], called: [Command], counts: Counts = .none) {
        (self.bindings, self.called) = (bindings, called)
        self.counts = counts
    }

    /// A table of commands with the keys that they have.
    init(_ commands: [Command], called: [Command]) {
        self.init(commands.map { Binding(command: $0, keys: $0.keys) }, called: called)
    }

    /// The table that counts when nobody says anything else.
    public static let standard = KeyTable(
        Command.scrolling + Command.page + Command.panes + Command.holding + Command.inspecting + Command.tabs
            + Command.knownPages + Command.versions + TrafficCommand.all + Command.program + Command.resending
            + Command.overlay
            + Command.inspector + Command.comparing + Command.line + Command.lists + Command.pageLists
            + Command.taking
            + Command.downloading,
        called: (Command.page + Command.panes + Command.inspecting + Command.holding + Command.tabs
            + Command.knownPages + Command.versions + TrafficCommand.all + Command.program + Command.resending
            + Command.downloading + Command.scrolling).filter { $0 != .typeCommand && $0.context.isOfPanes }
            + Command.taking.filter { $0 != .toggleSecrets && !Command.panes.contains($0) })

    /// The command of a key in the first of the contexts that knows it. Linear in the rows, of which there are so few
    /// that making anything faster of them would cost each start more than it saves.
    func command(for key: Key, in contexts: [Context]) -> Command? {
        var found: (place: Int, rank: Int)?
        for place in bindings.indices.reversed() where bindings[place].keys.contains(key) {
            guard let rank = contexts.firstIndex(of: bindings[place].context), rank < found?.rank ?? .max
            else { continue }
            found = (place, rank)
        }
        return found.map { bindings[$0.place].command }
    }

    /// The rows of sequences that begin with these keys and are longer, in contexts. Linear in the rows.
    func sequences(beginning keys: [Key], in contexts: [Context]) -> [(key: Key, binding: Binding)] {
        var found: [(key: Key, binding: Binding)] = []
        for place in bindings.indices where contexts.contains(bindings[place].context) {
            for key in bindings[place].keys where key.strokes.count > keys.count {
                if key.strokes.starts(with: keys) { found.append((key, bindings[place])) }
            }
        }
        return found
    }

    /// Whether keys are the beginning of a longer sequence in one of the contexts. Linear in the rows.
    func hasSequence(beginning keys: [Key], in contexts: [Context]) -> Bool {
        bindings.indices.contains { place in
            bindings[place].keys.contains {
                guard case .sequence(let strokes) = $0, strokes.count > keys.count else { return false }
                return strokes.starts(with: keys) && contexts.contains(bindings[place].context)
            }
        }
    }

    /// Their rows.
    var callable: [Binding] { called.compactMap { binding(of: $0) } }

    /// The row that a word names as the beginning of one name alone.
    func command(beginning name: String, among callable: [Binding]) -> Binding? {
        guard !name.isEmpty else { return nil }
        let begun = callable.filter { $0.command.rawValue.hasPrefix(name) }
        return begun.count == 1 ? begun.first : nil
    }

    /// The row of a command. Linear in the rows.
    func binding(of command: Command) -> Binding? {
        bindings.indices.first { bindings[$0].command == command }.map { bindings[$0] }
    }

    /// The row of a command by its full name. Linear in the rows.
    func binding(named name: String) -> Binding? {
        bindings.indices.first { bindings[$0].command.rawValue == name }.map { bindings[$0] }
    }

    /// The name of a command's first key, as messages print it; without one how it is typed.
    func keyName(of command: Command) -> String {
        (binding(of: command) ?? Binding(command: command, keys: [])).keyName
    }

    /// What to press for a row, from the panes on: an entry of a menu is behind the menu's key.
    func path(of binding: Binding) -> String {
        let key = binding.keys.first?.name ?? ""
        return switch binding.context {
        case .copies: "\(keyName(of: .chooseCopy)) \(key)"
        case .exports: "\(keyName(of: .chooseExport)) \(key)"
        case .page, .panes, .everywhere, .request, .aside, .overlay, .inspector, .comparison, .line, .hints,
            .accounts, .tabs, .downloads, .versions, .exchanges, .traffic, .pages, .list, .help, .question:
            key
        }
    }

    /// A text for people in which each command's name in braces, as in `press {open}`, has given way to its key.
    func namingKeys(_ text: String) -> String {
        guard text.contains("{") else { return text }
        var parts = text.split(separator: "{", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.dropFirst() {
            let pieces = parts[index].split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            let name = binding(named: String(pieces[0]))?.keyName ?? "{\(pieces[0])}"
            parts[index] = pieces.count == 2 ? name + pieces[1] : "{" + parts[index]
        }
        return parts.joined()
    }
}

extension KeyTable.Context {
    /// Whether its keys have their meaning while panes are shown and nothing lies over them.
    var isOfPanes: Bool {
        switch self {
        case .page, .panes, .everywhere: true
        case .request, .aside, .overlay, .inspector, .comparison, .line, .hints, .accounts, .tabs, .copies,
            .exports,
            .downloads, .versions, .exchanges, .traffic, .pages, .list, .help, .question:
            false
        }
    }
}
