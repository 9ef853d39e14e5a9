import CellGrid

/// The words under `?`: the keys, those of the pane in focus first.
struct HelpText {
    /// The pane in focus.
    let focus: Pane
    /// The columns there are.
    let width: Column

    /// All lines.
    var lines: [StyledLine] {
        var lines: [StyledLine] = []
        for context in contexts {
            if !lines.isEmpty { lines.append(StyledLine()) }
            lines.append(StyledLine(" " + context.heading, .heading))
            for binding in KeyTable.bindings where binding.context == context { lines += row(binding) }
        }
        return lines
    }

    private var contexts: [KeyTable.Context] {
        let rest: [KeyTable.Context] = [.sheet, .line, .hints, .list, .accounts, .question]
        return switch focus {
        case .page: [.page, .everywhere, .panes] + rest
        case .state, .diff, .headers: [.everywhere, .panes, .page] + rest
        }
    }

    private func row(_ binding: KeyTable.Binding) -> [StyledLine] {
        let keys = binding.keys.map(\.name).joined(separator: " ")
        let room = width >= 60 ? 18 : 10
        let label = " " + keys.padded(to: room) + " "
        let indent = String(repeating: " ", count: room + 2)
        var lines = StyledLine.wrapped(binding.help, .text, to: width, first: indent, indent: indent)
        let help = String((lines.first?.text ?? "").dropFirst(indent.count))
        if label.count > indent.count {
            lines.insert(StyledLine(label, .name), at: 0)
        } else {
            lines[0] = StyledLine([
                StyledLine.Run(text: label, role: .name), StyledLine.Run(text: help, role: .text),
            ])
        }
        return lines
    }
}
