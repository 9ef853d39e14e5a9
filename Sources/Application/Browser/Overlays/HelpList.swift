import CellGrid

/// The help overlay under `?`: the keys of the focused pane first, narrowed by the text typed after `/`. Enter runs the
/// command under the cursor.
struct HelpList: NarrowedList {
    /// The bindings that match the typed text.
    var list: Shortlist<KeyTable.Binding>
    var sought = ""
    /// The lines, wrapped at the current width, and the scroll position.
    private(set) var text = ScrolledText()
    /// For each line the position of its binding in the list; nil for headings.
    private var places: [Int?] = []
    /// The pane whose keys come first.
    private let focus: Pane
    /// The keys of all bindings as listed.
    private var listed: [[Key]]
    /// The rows of entries that were laid out before, by their index in the list, so that a key costs what it changes.
    private var cache: [Int: [StyledLine]] = [:]
    /// The width and the typed words that they were laid out for.
    private var cachedFor: (width: Column, sought: String)?

    /// Creates a list of all keys, with the cursor on the first.
    init(focus: Pane, keys: KeyTable = .standard) {
        self.focus = focus
        listed = keys.bindings.map(\.keys)
        list = Self.list(keys, focus)
    }

    private static func list(_ keys: KeyTable, _ focus: Pane) -> Shortlist<KeyTable.Binding> {
        let rest = KeyTable.Context.allCases.filter { !$0.isOfPanes }
        let contexts: [KeyTable.Context] =
            switch focus {
            case .page: [.page, .everywhere, .panes] + rest
            case .state, .diff, .headers: [.everywhere, .panes, .page] + rest
            }
        let bindings = contexts.flatMap { context in keys.bindings.filter { $0.context == context } }
        let entries = bindings.map { binding in
            Shortlist.Entry(
                binding, name: binding.command.rawValue, mark: binding.keyNames, detail: binding.help,
                words: binding.command.soughtWords)
        }
        return Shortlist(entries, order: .listed)
    }

    var title: String { "Keys" }

    var ways: String {
        "{take-entry} runs, {change-key} changes the key, {find-entry} finds, {leave-list} leaves."
    }

    var entering: String { "run" }

    var hints: [Command] { [.takeOptions, .findOption, .changeKey, .addKey, .restoreKeys, .leaveOptions] }

    var context: KeyTable.Context { .help }

    func command(elsewhere key: Key, in keys: KeyTable) -> Command? {
        // The key that opened it closes it.
        keys.command(for: key, in: [.panes]) == .help ? .leaveOptions : nil
    }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        guard let binding = list.chosen?.item else { return .passes(command) }
        if command == .takeOptions { return run(binding, in: &model) }
        if command == .changeKey { return .stays(change(binding, .replaces, in: &model)) }
        if command == .addKey { return .stays(change(binding, .adds, in: &model)) }
        if command == .restoreKeys {
            return .stays(isFirst(binding, in: &model) ? model.orderStandardKeys(of: binding.command) : [])
        }
        return .passes(command)
    }

    /// Waits for a key to bind to a command.
    private func change(
        _ binding: KeyTable.Binding, _ mode: NewKey.Mode, in model: inout Model
    ) -> [Effect] {
        guard isFirst(binding, in: &model) else { return [] }
        model.inputMode = .newKey(NewKey(command: binding.command, mode: mode))
        return []
    }

    /// Whether the configuration means this binding when it names the command: of several it is the first.
    private func isFirst(_ binding: KeyTable.Binding, in model: inout Model) -> Bool {
        if model.keys.binding(of: binding.command)?.context == binding.context { return true }
        model.notice = .refusal(
            "\(binding.keyName) is fixed here (\(binding.context.heading.lowercased())).")
        return false
    }

    private func run(_ binding: KeyTable.Binding, in model: inout Model) -> OverlayReaction {
        guard
            binding.context.isOfPanes
                || model.keys.callable.contains(where: { $0.command == binding.command })
        else {
            return .stays(
                model.refuse(
                    contexts.contains(binding.context)
                        ? "\(binding.keyName) works in this list: press it on a command."
                        : "This key works elsewhere: \(binding.context.heading.lowercased())."))
        }
        // It is run as if it had been pressed in the panes; if it is disabled, help stays.
        let below = model.overlays.dropLast()
        model.overlays = []
        let effects = model.call(binding.command, as: binding.command.rawValue)
        model.overlays = below + (effects == nil ? [self] : model.overlays)
        return .stays(effects ?? [])
    }

    mutating func move(by command: Command, in area: Rect) -> Bool {
        // There is nothing to toggle, so the key scrolls as elsewhere.
        let step = command == .toggleOption ? .optionPageDown : command
        return cursor.perform(step, height: area.rows.value)
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        follow(model.keys)
        settle(width: area.columns, height: height(in: area))
        if list.shown.isEmpty {
            text.lines = model.keys.line(emptiness, .dimmed).wrapped(to: area.columns - 1)
        }
        return true
    }

    /// Lists the current key bindings, with the cursor at the same position.
    private mutating func follow(_ keys: KeyTable) {
        let now = keys.bindings.map(\.keys)
        guard now != listed else { return }
        listed = now
        cache = [:]
        replace(with: Self.list(keys, focus))
    }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] { text.lines }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    func draw(in area: Rect, on screen: inout Screen) {
        screen.draw(text, in: area)
        for row in (0..<area.rows.value).reversed() where entry(onLine: text.top + row) == cursor.index {
            screen.drawCursor(inRow: row, of: area)
        }
        screen.drawOverlayFigures(screen.scrollFigures(text, area))
    }

    var scroller: ScrolledText {
        get { text }
        set { text = newValue }
    }

    func entry(atRow row: Int, in area: Rect) -> Int? { entry(onLine: text.top + row) }

    mutating func roll(by lines: Int, atRow row: Int, in area: Rect) { cursor.move(by: lines.signum()) }

    /// Wraps the lines at a width, and keeps the binding under the cursor on a screen of this height, with the heading
    /// above it if it is the first below one.
    mutating func settle(width: Column, height: Int) {
        var lines: [StyledLine] = []
        var chosen = 0..<0
        places = []
        var context: KeyTable.Context?
        for (place, index) in list.shown.enumerated() {
            let binding = list.entries[index].item
            let start = lines.count
            if binding.context != context {
                if !lines.isEmpty { lines.append(StyledLine()) }
                lines.append(StyledLine(" " + binding.context.heading, .heading))
                context = binding.context
            }
            let isChosen = place == list.cursor.index
            let rows =
                isChosen
                ? Self.row(binding, isChosen: true, by: list.words, width: width)
                : row(at: index, width: width)
            places += Array(repeating: nil, count: lines.count - places.count)
            lines += rows
            places += Array(repeating: place, count: rows.count)
            if isChosen {
                // A heading that leaves no room for the binding is not worth showing.
                let first = lines.count - rows.count
                chosen = (lines.count - start <= height ? start : first)..<lines.count
            }
        }
        text.lines = lines
        text.top = min(max(text.top, chosen.upperBound - height), chosen.lowerBound)
        text.clamp(height: height)
    }

    /// Returns the position in the list of a line's binding; nil for headings and past the last line.
    func entry(onLine line: Int) -> Int? { places.indices.contains(line) ? places[line] : nil }

    /// The lines of an entry that is not chosen.
    private mutating func row(at index: Int, width: Column) -> [StyledLine] {
        if cachedFor.map({ $0 != (width, sought) }) ?? true { (cache, cachedFor) = ([:], (width, sought)) }
        if let known = cache[index] { return known }
        let lines = Self.row(list.entries[index].item, isChosen: false, by: list.words, width: width)
        cache[index] = lines
        return lines
    }

    private static func row(
        _ binding: KeyTable.Binding, isChosen: Bool, by words: [SoughtWord], width: Column
    ) -> [StyledLine] {
        // A command without a key is typed.
        let keys = binding.keys.isEmpty ? ":" + binding.command.rawValue + binding.usage : binding.keyNames
        let room = width >= 60 ? 18 : 10
        let label = (isChosen ? "▸" : " ") + keys.padded(to: room) + " "
        var lines = StyledLine.labelled(
            label, isChosen ? .chosenLink : .text, binding.help, indent: room + 2, to: width)
        if !isChosen {
            lines[0].mark(" ", ofRun: 0, .text)
            lines[0].mark(keys, ofRun: 1, .key)
        }
        return lines.map { $0.marking(words, in: .details) }
    }
}
