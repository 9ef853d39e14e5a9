/// The line after `:` with the commands that it may mean.
struct CommandLine: Sendable {
    /// What is typed.
    var editor: LineEditor {
        didSet {
            guard editor.text != oldValue.text else { return }
            earlier = 0
            narrow()
        }
    }
    /// The commands that fit it, the best first.
    var list: Shortlist<KeyTable.Binding>
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
                mark: keys.path(of: binding), detail: binding.help)
        }
        list = Shortlist(entries)
        narrow()
    }

    /// Whether a blank behind the name of a command says that something is still to be typed there.
    private(set) var awaitsArgument = false

    /// Whether what is to be held is typed behind the command's name.
    var isFilter: Bool { list.chosen?.item.parameter == .filter && editor.text.contains(" ") }

    /// What is typed, without blanks at its ends.
    var text: String { editor.text.trimmed }

    /// The line that calls the command under the cursor with what is typed behind its name; nil for none.
    var call: String? {
        guard let command = list.chosen?.item.command else { return nil }
        return command.rawValue + (argument.map { " " + $0 } ?? "")
    }

    /// Puts the name of the command under the cursor into the line; what is typed behind a name stays there. False
    /// where nothing is left to complete.
    mutating func complete() -> Bool {
        guard let binding = list.chosen?.item, let call else { return false }
        let line = call + (binding.parameter != nil && argument == nil ? " " : "")
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
            return choose(keys.binding(of: .goToPlace))
        }
        let named = keys.callable.first { $0.command.rawValue == name }
        if let named, named.parameter != nil, editor.text.contains(" ") {
            awaitsArgument = rest.isEmpty
            return choose(named)
        }
        list.narrow(to: text)
        if !list.shown.isEmpty {
            argument = nil
        } else if named == nil {
            // A name cut short, with something behind it.
            list.narrow(to: name)
            list.keep { $0.item.parameter != nil }
        }
    }

    private mutating func choose(_ binding: KeyTable.Binding?) {
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
