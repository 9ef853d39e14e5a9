import CellGrid

/// The table of commands and keys: it feeds the keyboard, the `:` line, the hint line, the help and docs/keys.md.
///
/// `standard` is the one that counts unless the configuration gives commands other keys.
public struct KeyTable: Sendable {
    /// Where a key has its meaning.
    public enum Context: String, CaseIterable, Sendable {
        /// In the page pane, while nothing lies over it.
        case page
        /// In every pane, while nothing lies over it.
        case panes
        /// In panes and in sheets alike.
        case everywhere
        /// In the request that is being edited.
        case request
        /// In the response to a resent request.
        case aside
        /// In a sheet that lies over the panes: facts, log, findings, the server's answer.
        case sheet
        /// In the inspector.
        case inspector
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
        /// In the lists of bookmarks and of pages of the past.
        case pages
        /// In the options of a field, in the lists of accounts and tabs, in menus, in help and in a request
        /// that is edited.
        case list
        /// Before a question in the bottom line.
        case question
    }

    /// What can be typed behind a command's name in the `:` line.
    public enum Parameter: Equatable, Sendable {
        /// The address of a page; without one the command asks for it, or takes the chosen link's.
        case address
        /// A line of the page, counted from 1, or so many percent of it. Never left out.
        case place
        /// The number of a tab, counted from 1. Never left out.
        case tab
        /// The name of an account; without one all are listed.
        case account
        /// The name of an arrangement; without one the next comes.
        case arrangement
        /// The name of a theme; without one the next comes.
        case theme
        /// How often a page is asked for; without one as often as the configuration says.
        case interval
        /// What is to be held; without one nothing is.
        case filter
        /// The name of a file. Never left out.
        case file
        /// What is to be forgotten: `page`, `site`, `hour` or `all`. Never left out.
        case forgetting
        /// A command of the configuration or of a shell. Never left out.
        case command
        /// The label of an encoding, or `auto`; without one the encoding in force is told.
        case encoding

        /// Whether the command does nothing without it.
        var isNeeded: Bool {
            switch self {
            case .place, .tab, .file, .forgetting, .command: true
            case .address, .account, .arrangement, .theme, .interval, .filter, .encoding: false
            }
        }

        /// What stands for it in help.
        var label: String {
            switch self {
            case .address: "URL"
            case .place: "LINE|N%"
            case .tab: "N"
            case .account, .arrangement, .theme, .encoding: "NAME"
            case .interval: "TIME"
            case .filter: "FILTER"
            case .file: "FILE"
            case .forgetting: "WHAT"
            case .command: "COMMAND"
            }
        }
    }

    /// One row: a command, its keys and what people are told of it.
    public struct Binding: Sendable {
        /// What the keys do.
        public let command: Command
        /// Where they do it.
        public let context: Context
        /// The keys, the one to be shown first first; none for a command that is only typed.
        public var keys: [Key]
        /// What can be typed behind the command's name; nil for nothing.
        public let parameter: Parameter?
        /// One sentence for help and documentation.
        public let help: String
        /// One or two words for the hint line.
        public let short: String

        /// What stands for what can be typed behind the name, after a blank; empty for nothing.
        var usage: String { parameter.map { " " + $0.label } ?? "" }
    }

    /// All rows, in the order of help. They are looked through by their places: handing one out copies it.
    public let bindings: [Binding]

    /// A table of these rows; of several for a command the first names its keys, of several for a key the last counts.
    init(_ bindings: [Binding]) {
        self.bindings = bindings
    }

    /// The table that counts when nobody says anything else.
    public static let standard = KeyTable(
        scrolling + page + panes + intercepting + inspecting + tabs + knownPages + versions + program
            + resending
            + sheet + inspector + line + forms + pageLists + taking + downloading)

    /// The command of a key in the first of the contexts that knows it. Linear in the rows, of which there are so few
    /// that making anything faster of them would cost each start more than it saves.
    func command(for key: Key, in contexts: [Context]) -> Command? {
        for context in contexts {
            let place = bindings.indices.last {
                bindings[$0].context == context && bindings[$0].keys.contains(key)
            }
            if let place { return bindings[place].command }
        }
        return nil
    }

    /// The commands that can be called by their names, in the order in which they are listed.
    var callable: [Binding] { Self.called.compactMap { binding(of: $0) } }

    private static let called: [Command] = {
        let rows: [Binding] =
            page + panes + inspecting + intercepting + tabs + knownPages + versions + program + resending
            + downloading
            + scrolling
        return rows.filter { $0.command != .typeCommand && $0.context.isOfPanes }.map(\.command)
            + taking.filter(isCallable).map(\.command)
    }()

    /// Whether an entry of a menu can be called without it, and is not a row of the panes too.
    private static func isCallable(_ entry: Binding) -> Bool {
        entry.command != .toggleSecrets && !panes.contains { $0.command == entry.command }
    }

    /// Other names of commands, short ones that hands know.
    private static let aliases: [String: Command] = ["q": .quit]

    /// The row that a word names beside the full names: by an alias, or as the beginning of one name alone.
    func command(named name: String, among callable: [Binding]) -> Binding? {
        if let command = Self.aliases[name] { return callable.first { $0.command == command } }
        guard !name.isEmpty else { return nil }
        let begun = callable.filter { $0.command.rawValue.hasPrefix(name) }
        return begun.count == 1 ? begun.first : nil
    }

    /// The row of a command. Linear in the rows.
    func binding(of command: Command) -> Binding? {
        bindings.indices.first { bindings[$0].command == command }.map { bindings[$0] }
    }

    /// The name of a command's first key, as messages print it; without one how it is typed.
    func keyName(of command: Command) -> String {
        binding(of: command)?.keys.first?.name ?? ":" + command.rawValue
    }

    /// What to press for a row, from the panes on: an entry of a menu is behind the menu's key.
    func path(of binding: Binding) -> String {
        let key = binding.keys.first?.name ?? ""
        return switch binding.context {
        case .copies: "\(keyName(of: .chooseCopy)) \(key)"
        case .exports: "\(keyName(of: .chooseExport)) \(key)"
        case .page, .panes, .everywhere, .request, .aside, .sheet, .inspector, .line, .hints, .accounts,
            .tabs, .downloads, .versions, .pages, .list, .question:
            key
        }
    }

    /// A text for people in which each command's name in braces, as in `press {open}`, has given way to its key.
    func namingKeys(_ text: String) -> String {
        guard text.contains("{") else { return text }
        var parts = text.split(separator: "{", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.dropFirst() {
            let pieces = parts[index].split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            let command = Command(rawValue: String(pieces[0]))
            parts[index] =
                pieces.count == 2
                ? (command.map { keyName(of: $0) } ?? "{\(pieces[0])}") + pieces[1] : "{" + parts[index]
        }
        return parts.joined()
    }

    static func row(
        _ command: Command, _ keys: [Key], _ short: String, _ help: String, in context: Context,
        takes parameter: Parameter? = nil
    ) -> Binding {
        Binding(
            command: command, context: context, keys: keys, parameter: parameter, help: help, short: short)
    }

    private static let scrolling: [Binding] = [
        row(.lineDown, ["j", .down, .control("e")], "down", "One line down.", in: .everywhere),
        row(.lineUp, ["k", .up, .control("y")], "up", "One line up.", in: .everywhere),
        row(.pageDown, [" ", .pageDown, .control("f")], "page", "One screen down.", in: .everywhere),
        row(.pageUp, ["b", .pageUp, .control("b")], "page up", "One screen up.", in: .everywhere),
        row(.halfPageDown, [.control("d")], "half down", "Half a screen down.", in: .everywhere),
        row(.halfPageUp, [.control("u")], "half up", "Half a screen up.", in: .everywhere),
        row(.toStart, ["g", .home], "start", "To the first line.", in: .everywhere),
        row(.toEnd, ["G", .end], "end", "To the last line.", in: .everywhere),
        row(
            .search, ["/"], "search", "Look for a text; a capital in it tells capitals from small letters.",
            in: .everywhere),
        row(.nextMatch, ["n"], "match", "To the next place where it stands.", in: .everywhere),
        row(.previousMatch, ["N"], "match up", "To the place before where it stands.", in: .everywhere),
    ]

    private static let page: [Binding] = [
        row(.nextLink, [.tab], "link", "Choose the next link or field.", in: .page),
        row(.previousLink, [.backTab], "link up", "Choose the previous link or field.", in: .page),
        row(.follow, [.enter], "follow", "Follow the chosen link, or use the chosen field.", in: .page),
        row(
            .preload, ["P"], "preload", "Load the page behind the chosen link ahead of time.", in: .page,
            takes: .address),
        row(
            .numberLinks, ["f"], "number", "Number the links and fields on the screen; a number follows one.",
            in: .page),
        row(.numberLinksToChoose, ["F"], "choose", "The same, and a number only chooses.", in: .page),
        row(.sendForm, ["S"], "send", "Send the form of the chosen field.", in: .page),
    ]

    private static let program: [Binding] = [
        row(
            .chooseAccount, ["u"], "account",
            "Go on under another account, with cookies and pages of its own.", in: .panes, takes: .account),
        row(.typeCommand, [":"], "commands", "Type a command by its name, or choose one.", in: .panes),
        row(.help, ["?", .function(1)], "help", "The keys, those of the pane in focus first.", in: .panes),
        row(.quit, ["q", "Q"], "quit", "End the program.", in: .panes),
        row(
            .toggleMouse, ["M"], "mouse",
            "Give the mouse to the terminal, to select and copy as ever; or take it back.", in: .everywhere),
        row(.redraw, [.control("l")], "redraw", "Draw the screen anew.", in: .everywhere),
        row(.quitAtOnce, [.control("c")], "quit", "End the program, wherever you are.", in: .everywhere),
    ]

    private static let sheet: [Binding] = [
        row(
            .closeOverlay, [.escape, "q", .enter], "close",
            "Back to the page; Esc takes the marks of a search away first; the keys of help, facts, log, findings and answer do that too.",
            in: .sheet),
        row(
            .toggleSecrets, ["m"], "secrets",
            "Show cookies, credentials and what was posted, or mask them again.", in: .sheet),
    ]

    private static let line: [Binding] = [
        row(.accept, [.enter], "accept", "Take the line as it is.", in: .line),
        row(
            .cancel, [.escape, .control("c"), .control("g")], "cancel", "Leave without doing anything.",
            in: .line),
        row(.cursorLeft, [.left, .control("b")], "left", "Cursor left.", in: .line),
        row(.cursorRight, [.right, .control("f")], "right", "Cursor right.", in: .line),
        row(.cursorToStart, [.home, .control("a")], "start", "Cursor to the start.", in: .line),
        row(.cursorToEnd, [.end, .control("e")], "end", "Cursor to the end.", in: .line),
        row(
            .deleteBackward, [.backspace, .control("h")], "delete", "Delete the character before the cursor.",
            in: .line),
        row(
            .deleteForward, [.delete, .control("d")], "delete", "Delete the character under the cursor.",
            in: .line),
        row(.deleteToStart, [.control("u")], "clear", "Delete everything before the cursor.", in: .line),
        row(.deleteToEnd, [.control("k")], "cut", "Delete everything from the cursor on.", in: .line),
        row(.deleteWord, [.control("w")], "word", "Delete the word before the cursor.", in: .line),
        row(
            .complete, [.tab], "complete", "Complete the line by what is chosen in the list above it.",
            in: .line),
        row(
            .earlierLine, [.up, .control("p")], "earlier",
            "The entry above in the list, or the line typed before this one.", in: .line),
        row(
            .laterLine, [.down, .control("n")], "later",
            "The entry below in the list, or the line typed after this one.", in: .line),
        row(
            .lineBreak, [.control("o")], "new line", "Begin a new line, in a field of several lines.",
            in: .line),
        row(
            .editLine, [.control("x")], "editor", "Edit the text of a field in your editor (VISUAL, EDITOR).",
            in: .line),
    ]
}

extension KeyTable.Context {
    /// Whether its keys have their meaning while panes are shown and nothing lies over them.
    var isOfPanes: Bool {
        switch self {
        case .page, .panes, .everywhere: true
        case .request, .aside, .sheet, .inspector, .line, .hints, .accounts, .tabs, .copies, .exports,
            .downloads, .versions, .pages, .list, .question:
            false
        }
    }
}
