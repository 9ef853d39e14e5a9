import CellGrid

extension PageField {
    /// The maximum number of columns for the text of a field.
    private static let widest = 60
    /// The number of columns for the file names of a field.
    private static let fileColumns = 26

    /// Returns the number of columns to draw the field with, brackets included, if at most `room` are free. It does not
    /// depend on the value, so that filling in the field moves nothing.
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

    /// Returns the field with a value, in exactly the columns that it has on the page.
    /// - Parameter columns: The columns of the field, brackets included; at least 3.
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

    /// Whether the field shows its placeholder instead of a text.
    public func showsPlaceholder(_ value: Value) -> Bool {
        isWritten && value == .text("") && !label.isEmpty
    }

    private func shown(_ text: String) -> String {
        if text.isEmpty { return label }
        // The text may be of any length, but only some columns are shown.
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

    /// Returns the text shortened or padded to a number of columns.
    private static func fitted(_ text: String, to columns: Int, _ filling: String) -> String {
        let line = TextWidth.shortened(VisibleText.line(text), to: Column(max(0, columns)))
        let missing = columns - TextWidth.columns(of: line).value
        return line + String(repeating: filling, count: max(0, missing))
    }
}
