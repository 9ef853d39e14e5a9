import Configuration

/// The line after `:` with the commands that it may mean.
struct CommandLine: ListedLine {
    /// What is typed.
    var editor: LineEditor {
        didSet {
            guard editor.text != oldValue.text else { return }
            (earlier, choice) = (0, .typed)
            narrow()
        }
    }
    /// The commands that fit it, the best first.
    var list: Shortlist<KeyTable.Binding>
    /// Who chose the command that Enter runs.
    private enum Choice {
        /// Whoever typed it, if what is typed names one.
        case typed
        /// Whoever moved to it in the list.
        case listed
    }

    private var choice = Choice.typed
    /// How many lines back the lines run before were walked; 0 for a line of its own.
    private(set) var earlier = 0
    private let keys: KeyTable
    /// What is typed behind the name of the command; nil for nothing.
    private(set) var argument: String?

    /// A line, empty at first, with the commands that fit it.
    init(_ text: String = "", keys: KeyTable = .standard) {
        editor = LineEditor(text)
        self.keys = keys
        let entries = keys.callable.map { binding in
            Shortlist.Entry(
                binding, name: binding.command.rawValue, suffix: binding.usage,
                mark: keys.path(of: binding), detail: binding.help, words: binding.command.soughtWords)
        }
        list = Shortlist(entries)
        narrow()
    }

    /// Whether a blank behind the name of a command says that something is still to be typed there.
    private(set) var awaitsArgument = false

    /// The command that Enter runs: the one that was moved to in the list, else the one that what is typed names. Nil
    /// where what is typed only describes commands, or may mean several.
    var binding: KeyTable.Binding? {
        switch choice {
        case .typed: named
        case .listed: list.chosen?.item
        }
    }

    /// The command that what is typed names; nil for none or several.
    private var named: KeyTable.Binding?

    /// Whether what is to be held is typed behind the command's name.
    var isFilter: Bool { list.chosen?.item.parameter == .filter && editor.text.contains(" ") }

    /// The names of accounts, once they were found on the disk for this line; nil before.
    var accounts: [String]?

    /// Whether an account is to be named and those on the disk were not looked for: that is done when they are wanted.
    var wantsAccounts: Bool {
        accounts == nil && (binding ?? list.chosen?.item)?.command == .chooseAccount
            && editor.text.contains(" ")
    }

    /// What may stand behind the name of the command, as far as it fits what is typed there; nil where nothing does.
    func arguments(in model: Model) -> Shortlist<String>? {
        if isFilter { return FilterCompletion.list(editor.text, of: model.filterWords) }
        guard let typed = typedArgument, let offers = list.chosen?.item.command.offers else { return nil }
        let fitting = ArgumentOffer.fitting(typed, offers(model))
        return fitting.isEmpty
            ? nil : Shortlist(fitting.map { .init($0.text, name: $0.text, detail: $0.detail) })
    }

    /// Adds to what is typed behind the name what all that fits has in common. False where that is nothing.
    mutating func completeArgument(in model: Model) -> Bool {
        guard let typed = typedArgument, let command = list.chosen?.item.command, let offers = command.offers,
            let completed = ArgumentOffer.completed(typed, by: offers(model)), completed != typed
        else { return false }
        editor = LineEditor(command.rawValue + " " + completed)
        return true
    }

    /// What is typed behind the first blank; nil without one.
    private var typedArgument: String? {
        let line = editor.text.drop { $0.isWhitespace }
        return line.firstIndex { $0.isWhitespace }.map { String(line[$0...]).trimmed }
    }

    var listTitle: String { "Commands" }

    var showsList: Bool { !isFilter }

    var isListed: Bool { binding != nil }

    /// The list keeps its height while it is narrowed.
    var rowCount: Int { list.entries.count }

    func disabledReason(of item: KeyTable.Binding, _ model: Model) -> String? {
        // What is hindered is what the key does; an address can be loaded ahead without a link.
        guard argument == nil, !awaitsArgument else { return nil }
        return item.command.disabledReason(in: model).map { model.keys.namingKeys($0.words(of: item)) }
    }

    /// What is typed, without blanks at its ends.
    var text: String { editor.text.trimmed }

    /// The line that calls the command that Enter runs, with what is typed behind its name; nil for none.
    var call: String? { binding.map(call(of:)) }

    private func call(of binding: KeyTable.Binding) -> String {
        binding.command.rawValue + (argument.map { " " + $0 } ?? "")
    }

    /// The name nearest to the first word of what is typed, where it may be misspelt.
    var nearest: String? {
        let commands = keys.callable.map(\.command)
        let names = commands.map(\.rawValue) + commands.flatMap(\.aliases)
        guard let near = NearestName.among(names, to: text.parted.first) else { return nil }
        return commands.first { $0.rawValue == near || $0.aliases.contains(near) }?.rawValue
    }

    /// The names of the commands that the first word of what is typed may name, in the order of the list: the one that
    /// has it for an alias, else those that begin with it.
    var meant: [String] {
        let name = text.parted.first
        guard !name.isEmpty else { return [] }
        let commands = keys.callable.map(\.command)
        if let command = commands.first(where: { $0.aliases.contains(name) }) { return [command.rawValue] }
        return commands.map(\.rawValue).filter { $0.hasPrefix(name) }
    }

    /// The themes of which one is to be named behind the command; nil for another command.
    private var themes: [String]? {
        guard typedArgument != nil, list.chosen?.item.command == .nextTheme else { return nil }
        return Theme.builtIn.map(\.name)
    }

    /// The theme that what is typed names, or alone begins; nil for none or several.
    var namedTheme: Theme? {
        guard let themes, let typed = typedArgument, !typed.isEmpty else { return nil }
        let begun = themes.filter { $0.hasPrefix(typed) }
        return Theme.named(typed) ?? (begun.count == 1 ? Theme.named(begun[0]) : nil)
    }

    /// Puts the next theme, or the one before, into the line. False where no theme is to be named.
    private mutating func walkThemes(by step: Int) -> Bool {
        guard let themes, let typed = typedArgument else { return false }
        let place = themes.firstIndex(of: typed).map { ($0 + step + themes.count) % themes.count }
        editor = LineEditor("theme " + themes[place ?? (step > 0 ? 0 : themes.count - 1)])
        return true
    }

    /// Moves to the command below in the list: at first to the best one, unless that is named already.
    mutating func goDown() {
        if walkThemes(by: 1) { return }
        if binding != nil { list.cursor.move(by: 1) }
        choice = .listed
    }

    /// Moves to the command above in the list, and from the first one back to what is typed.
    mutating func goUp() {
        if walkThemes(by: -1) { return }
        guard list.cursor.index > 0 else { return choice = .typed }
        list.cursor.move(by: -1)
        choice = .listed
    }

    /// Moves to an entry of the list.
    mutating func choose(_ entry: Int) {
        list.cursor.move(to: entry)
        choice = .listed
    }

    /// Puts the name of the command under the cursor into the line; what is typed behind a name stays there. False
    /// where nothing is left to complete.
    mutating func complete() -> Bool {
        guard let binding = list.chosen?.item else { return false }
        let line = call(of: binding) + (binding.parameter != nil && argument == nil ? " " : "")
        guard line != editor.text else { return false }
        editor = LineEditor(line)
        return true
    }

    /// Puts a line run before in the place of this one.
    mutating func recall(_ line: String, earlier: Int) {
        editor = LineEditor(line)
        self.earlier = earlier
    }

    /// Reads the line: words that all fit a command, or a name with something behind it.
    private mutating func narrow() {
        let text = text
        let (name, rest) = text.parted
        argument = rest.isEmpty ? nil : rest
        awaitsArgument = false
        // A number alone is a place, as in vi and less.
        if text.first?.isNumber ?? false {
            argument = text
            return show(only: keys.binding(of: .goToPlace))
        }
        let callable = keys.callable
        let exact =
            callable.first { $0.command.rawValue == name }
            ?? callable.first { $0.command.aliases.contains(name) }
        named = exact ?? keys.command(beginning: name, among: callable)
        if let exact, exact.parameter != nil, editor.text.contains(" ") {
            awaitsArgument = rest.isEmpty
            return show(only: exact)
        }
        list.narrow(to: text)
        if !list.shown.isEmpty {
            // The words describe commands; a name has nothing behind it.
            if argument != nil { named = nil }
            argument = nil
        } else if exact == nil {
            // A name cut short, with something behind it.
            list.narrow(to: name)
            list.keep { $0.item.parameter != nil }
        }
        if named?.parameter == nil, argument != nil { named = nil }
        guard let named else { return }
        list.choose { $0.item.command == named.command }
    }

    private mutating func show(only binding: KeyTable.Binding?) {
        named = binding
        list.narrow(to: "")
        list.keep { $0.item.command == binding?.command }
    }
}

extension String {
    /// The text without blanks at its ends.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Its first word, and what follows without blanks at its ends.
    fileprivate var parted: (first: String, rest: String) {
        let first = prefix { !$0.isWhitespace }
        return (String(first), String(self[first.endIndex...]).trimmed)
    }
}
