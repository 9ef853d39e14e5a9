import CellGrid

/// The keys under `?`, those of the pane in focus first, narrowed by what is typed after `/`. Enter runs the one under
/// the cursor.
struct HelpList: Sendable {
    /// The keys that fit what was typed.
    var list: Shortlist<KeyTable.Binding>
    /// What was typed.
    private(set) var sought = ""
    /// The lines, for the width they were set for, and the place among them.
    private(set) var text = ScrolledText()
    /// For each line the place in the list of what it is about; nil for headings.
    private var places: [Int?] = []

    /// All keys, with the cursor on the first.
    init(focus: Pane, keys: KeyTable = .standard) {
        let rest: [KeyTable.Context] = [

            .request, .aside, .sheet, .inspector, .line, .hints, .list, .accounts, .tabs, .copies, .exports,
            .downloads, .versions, .pages,
            .question,
        ]
        let contexts: [KeyTable.Context] =
            switch focus {
            case .page: [.page, .everywhere, .panes] + rest
            case .state, .diff, .headers: [.everywhere, .panes, .page] + rest
            }
        let bindings = contexts.flatMap { context in keys.bindings.filter { $0.context == context } }
        let entries = bindings.map { binding in
            Shortlist.Entry(
                binding, name: binding.command.rawValue, mark: Self.keys(of: binding), detail: binding.help)
        }
        list = Shortlist(entries, order: .listed)
    }

    /// Leaves the keys that a text fits.
    mutating func narrow(to text: String) {
        sought = text
        list.narrow(to: text)
    }

    /// Breaks the lines for a width, and keeps the key under the cursor, with the heading above it where it is the
    /// first below one, on a screen of this height.
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
            let rows = Self.row(binding, isChosen: isChosen, by: list.words, width: width)
            places += Array(repeating: nil, count: lines.count - places.count)
            lines += rows
            places += Array(repeating: place, count: rows.count)
            if isChosen {
                // A heading that leaves no room for the key is not worth showing.
                let first = lines.count - rows.count
                chosen = (lines.count - start <= height ? start : first)..<lines.count
            }
        }
        if lines.isEmpty { lines = [StyledLine(" Nothing fits.", .dimmed)] }
        text.lines = lines
        text.top = min(max(text.top, chosen.upperBound - height), chosen.lowerBound)
        text.clamp(height: height)
    }

    /// The place in the list of what a line is about; nil for headings and beyond the last line.
    func entry(onLine line: Int) -> Int? { places.indices.contains(line) ? places[line] : nil }

    private static func keys(of binding: KeyTable.Binding) -> String {
        binding.keys.map(\.name).joined(separator: " ")
    }

    private static func row(
        _ binding: KeyTable.Binding, isChosen: Bool, by words: [SoughtWord], width: Column
    ) -> [StyledLine] {
        // A command without a key is typed.
        let keys = binding.keys.isEmpty ? ":" + binding.command.rawValue + binding.usage : keys(of: binding)
        let room = width >= 60 ? 18 : 10
        let label = (isChosen ? "▸" : " ") + keys.padded(to: room) + " "
        let role: Role = isChosen ? .chosenLink : .name
        let indent = String(repeating: " ", count: room + 2)
        var lines = StyledLine.wrapped(binding.help, .text, to: width, first: indent, indent: indent)
        let help = String((lines.first?.text ?? "").dropFirst(indent.count))
        if label.count > indent.count {
            lines.insert(StyledLine(label, role), at: 0)
        } else {
            lines[0] = StyledLine([
                StyledLine.Run(text: label, role: role), StyledLine.Run(text: help, role: .text),
            ])
        }
        return lines.map { $0.marking(words, in: .details) }
    }
}
