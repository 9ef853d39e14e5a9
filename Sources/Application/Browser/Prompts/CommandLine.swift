import Configuration

/// The `:` line with the matching commands.
struct CommandLine: ListedLine {
    var editor: LineEditor {
        didSet {
            guard editor.text != oldValue.text else { return }
            (earlier, isFromList) = (0, false)
            narrow()
        }
    }
    /// The matching commands, the best first.
    var list: Shortlist<KeyTable.Binding>
    /// Whether the entry chosen in the list is run, and not the typed text.
    private var isFromList = false
    /// The number of earlier lines gone back; 0 for a new line.
    var earlier = 0
    private let keys: KeyTable
    /// The argument of the command; nil for none.
    private(set) var argument: String?

    /// Creates a line, empty by default, with the matching commands.
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

    /// Whether a space after the name of a command indicates that an argument follows.
    private(set) var awaitsArgument = false

    /// The command that Enter runs: the one selected in the list, else the one that the text names. Nil if the text
    /// only describes commands, or is ambiguous.
    var binding: KeyTable.Binding? { isFromList ? list.chosen?.item : named }

    /// The command that the text names; nil for none or several.
    private var named: KeyTable.Binding?

    /// The names of accounts found on the disk for this line; nil before.
    var accounts: [String]?

    /// Whether an account is to be named and those on the disk were not searched for: that is done on request.
    var wantsAccounts: Bool {
        accounts == nil && (binding ?? list.chosen?.item)?.command == .chooseAccount
            && editor.text.contains(" ")
    }

    /// Returns the completions of the argument that match the typed text; nil for none.
    func arguments(in model: Model) -> Shortlist<String>? {
        guard let typed = typedArgument, let offers = list.chosen?.item.command.offers else { return nil }
        let fitting = ArgumentOffer.fitting(typed, offers(model))
        return fitting.isEmpty
            ? nil : Shortlist(fitting.map { .init($0.text, name: $0.text, detail: $0.detail) })
    }

    /// Completes the argument by the common prefix of the matches. Returns false if that adds nothing.
    mutating func completeArgument(in model: Model) -> Bool {
        guard let typed = typedArgument, let command = list.chosen?.item.command, let offers = command.offers,
            let completed = ArgumentOffer.completed(typed, by: offers(model)), completed != typed
        else { return false }
        editor = LineEditor(command.rawValue + " " + completed)
        return true
    }

    /// The text after the first space; nil without one.
    private var typedArgument: String? {
        let line = editor.text.drop { $0.isWhitespace }
        return line.firstIndex { $0.isWhitespace }.map { String(line[$0...]).trimmed }
    }

    var listTitle: String { "Commands" }

    var showsList: Bool { true }

    var isListed: Bool { binding != nil }

    /// The list keeps its height while it is narrowed.
    var rowCount: Int { list.entries.count }

    func disabledReason(of item: KeyTable.Binding, _ model: Model) -> String? {
        // What is disabled is the key's action; an address can be prefetched without a link.
        guard argument == nil, !awaitsArgument else { return nil }
        return item.command.disabledReason(in: model).map { model.keys.namingKeys($0.words(of: item)) }
    }

    /// The text without surrounding whitespace.
    var text: String { editor.text.trimmed }

    /// The line that calls the command that Enter runs, with its argument; nil for none.
    var call: String? { binding.map(call(of:)) }

    private func call(of binding: KeyTable.Binding) -> String {
        binding.command.rawValue + (argument.map { " " + $0 } ?? "")
    }

    /// The name nearest to the first word, which may be misspelt.
    var nearest: String? {
        let commands = keys.callable.map(\.command)
        let names = commands.map(\.rawValue) + commands.flatMap(\.aliases)
        guard let near = NearestName.among(names, to: text.parted.first) else { return nil }
        return commands.first { $0.rawValue == near || $0.aliases.contains(near) }?.rawValue
    }

    /// The names of the commands that the first word may stand for, in the order of the list: the one that has it as an
    /// alias, else those that begin with it.
    var meant: [String] {
        let name = text.parted.first
        guard !name.isEmpty else { return [] }
        let commands = keys.callable.map(\.command)
        if let command = commands.first(where: { $0.aliases.contains(name) }) { return [command.rawValue] }
        return commands.map(\.rawValue).filter { $0.hasPrefix(name) }
    }

    /// The themes for the argument of the theme command; nil for another command.
    private var themes: [String]? {
        guard typedArgument != nil, list.chosen?.item.command == .nextTheme else { return nil }
        return Theme.builtIn.map(\.name)
    }

    /// The theme that the argument names, or is the only prefix match of; nil for none or several.
    var namedTheme: Theme? {
        guard let themes, let typed = typedArgument, !typed.isEmpty else { return nil }
        let begun = themes.filter { $0.hasPrefix(typed) }
        return Theme.named(typed) ?? (begun.count == 1 ? Theme.named(begun[0]) : nil)
    }

    /// Replaces the argument by the next or previous theme. Returns false if the command takes no theme.
    private mutating func walkThemes(by step: Int) -> Bool {
        guard let themes, let typed = typedArgument else { return false }
        let place = themes.firstIndex(of: typed).map { ($0 + step + themes.count) % themes.count }
        editor = LineEditor("theme " + themes[place ?? (step > 0 ? 0 : themes.count - 1)])
        return true
    }

    /// Selects the next command in the list: at first the best match, unless it is already named.
    mutating func goDown() {
        if walkThemes(by: 1) { return }
        if binding != nil { list.cursor.move(by: 1) }
        isFromList = true
    }

    /// Selects the previous command in the list, or restores the typed text above the first.
    mutating func goUp() {
        if walkThemes(by: -1) { return }
        guard list.cursor.index > 0 else { return isFromList = false }
        list.cursor.move(by: -1)
        isFromList = true
    }

    /// Selects an entry of the list.
    mutating func choose(_ entry: Int) {
        list.cursor.move(to: entry)
        isFromList = true
    }

    /// Completes the name of the command under the cursor; an argument stays. Returns false if there is nothing to
    /// complete.
    mutating func complete() -> Bool {
        guard let binding = list.chosen?.item else { return false }
        let line = call(of: binding) + (binding.parameter != nil && argument == nil ? " " : "")
        guard line != editor.text else { return false }
        editor = LineEditor(line)
        return true
    }

    /// Parses the line: words that all match a command, or a name with an argument.
    private mutating func narrow() {
        let text = text
        let (name, rest) = text.parted
        argument = rest.isEmpty ? nil : rest
        awaitsArgument = false
        // A number alone is a line to go to, as in vi and less.
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
            // The words describe commands; a name has no argument.
            if argument != nil { named = nil }
            argument = nil
        } else if exact == nil {
            // An abbreviated name with an argument.
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
    /// Its first word, and the rest without surrounding whitespace.
    fileprivate var parted: (first: String, rest: String) {
        let first = prefix { !$0.isWhitespace }
        return (String(first), String(self[first.endIndex...]).trimmed)
    }
}
