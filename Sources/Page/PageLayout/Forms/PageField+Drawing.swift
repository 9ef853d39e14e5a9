import CellGrid

extension PageField {
    /// The most columns that a field takes for its text.
    private static let widest = 60
    /// The columns that a field takes for the names of its files.
    private static let fileColumns = 26

    /// The columns that a field is drawn with, brackets included, where at most `room` are free. They do not
    /// depend on what it holds, so that filling it in moves nothing.
    func columns(room: Int) -> Int {
        switch kind {
        case .text, .password, .textarea: return max(1, min(size, room - 2, Self.widest)) + 2
        case .checkbox, .radio: return 3
        case .select, .multipleSelect:
            let label = options.reduce(kind == .select ? 1 : 8) {
                max($0, TextWidth.columns(of: VisibleText.line($1.label)).value)
            }
            return max(1, min(label, room - 4, Self.widest)) + 4
        case .file: return max(1, min(Self.fileColumns, room - 4)) + 4
        case .hidden: return 0
        case .submit, .image, .reset, .button:
            return max(1, min(TextWidth.columns(of: VisibleText.line(label)).value, room - 4)) + 4
        }
    }

    /// The field with what it holds, in exactly as many columns as it was given.
    /// - Parameter columns: Its columns on the page, brackets included; 3 at least.
    public func drawn(_ value: Value, columns: Int) -> String {
        switch kind {
        case .checkbox: return value == .checked(true) ? "[x]" : "[ ]"
        case .radio: return value == .checked(true) ? "(•)" : "( )"
        case .select, .multipleSelect: return "[" + Self.fitted(chosen(value), to: columns - 4, " ") + " ▾]"
        case .file: return "[ " + Self.fitted(files(value), to: columns - 4, " ") + " ]"
        case .hidden: return ""
        case .submit, .image, .reset, .button: return "[ " + Self.fitted(label, to: columns - 4, " ") + " ]"
        case .text, .password, .textarea:
            guard case .text(let text) = value else { return "" }
            return "[" + Self.fitted(shown(text), to: columns - 2, "_") + "]"
        }
    }

    /// Whether the words in it are the page's hint at what to write, not what is written.
    public func showsPlaceholder(_ value: Value) -> Bool {
        isWritten && value == .text("") && !label.isEmpty
    }

    private func shown(_ text: String) -> String {
        if text.isEmpty { return label }
        // Text of any length may stand in a field, of which some columns are shown.
        let start = text.prefix(Self.widest + 1)
        if kind == .password { return String(repeating: "•", count: start.count) }
        return kind == .textarea ? String(start.map { $0.isNewline ? "↵" : $0 }) : String(start)
    }

    private func files(_ value: Value) -> String {
        guard case .files(let files) = value, !files.isEmpty else { return "no file" }
        return files.joined(separator: ", ")
    }

    private func chosen(_ value: Value) -> String {
        guard case .options(let chosen) = value else { return "" }
        let labels = chosen.filter(options.indices.contains).map { options[$0].label }
        return labels.isEmpty && kind == .multipleSelect ? "none" : labels.joined(separator: ", ")
    }

    /// The text cut or filled up to a number of columns.
    private static func fitted(_ text: String, to columns: Int, _ filling: String) -> String {
        let line = TextWidth.shortened(VisibleText.line(text), to: Column(max(0, columns)))
        let missing = columns - TextWidth.columns(of: line).value
        return line + String(repeating: filling, count: max(0, missing))
    }
}
