import CellGrid

/// A form field as the page defines it.
public struct PageField: Hashable, Sendable {
    /// The kind of a field.
    public enum Kind: String, Hashable, Sendable {
        /// Text on one line, whatever its type: a URL, a number, a date.
        case text
        /// Text that is not shown.
        case password
        /// Text of several lines.
        case textarea
        /// A checkbox.
        case checkbox
        /// A radio button, one of a group.
        case radio
        /// A choice of one option.
        case select
        /// A choice of any number of options.
        case multipleSelect
        /// Files of the user's machine.
        case file
        /// A field that is submitted but never shown.
        case hidden
        /// A button that submits the form.
        case submit
        /// An image that submits the form.
        case image
        /// A button that resets all fields to their initial values.
        case reset
        /// A button for scripts.
        case button
    }

    /// Whether the user may change a field.
    public enum Access: Hashable, Sendable {
        /// It can be changed.
        case open
        /// It is submitted unchanged.
        case readOnly
        /// It is neither changed nor submitted.
        case disabled
    }

    /// An option of a select.
    public struct Option: Hashable, Sendable {
        /// The text shown.
        public var label: String
        /// The value submitted.
        public var value: String
        /// Whether the page selects it.
        var isSelected: Bool
        /// Whether it can be selected.
        public var isEnabled: Bool
    }

    /// A value that the page suggests (an option of a `datalist`).
    public struct Suggestion: Hashable, Sendable {
        /// The value of the field if the suggestion is accepted.
        public var value: String
        /// A description of the value; empty if there is none.
        public var label: String
    }

    /// The value of a field.
    public enum Value: Hashable, Sendable {
        /// Text; for buttons and hidden fields, the value to submit.
        case text(String)
        /// Whether a checkbox or radio button is checked.
        case checked(Bool)
        /// The indices of the selected options, ascending.
        case options([Int])
        /// The selected files, as they are shown.
        case files([String])
    }

    /// The identity of a field across changes of the page, by which stored values find their fields again.
    public struct Key: Hashable, Sendable {
        /// The index of the form; nil for a field without one.
        public var form: Int?
        /// The kind of the field.
        public var kind: Kind
        /// The name of the field.
        var name: String
        /// The number of the field, from 0, among those that are equal in all of the above.
        var ordinal: Int
    }

    /// The offset of its start tag in the page's source.
    public var source: Int
    /// The kind of the field.
    public var kind: Kind
    /// The name under which it is submitted; empty if there is none.
    public var name = ""
    /// The initial text, or the value that is submitted while it is checked.
    public var text = ""
    /// Whether the page checks it.
    var isChecked = false
    /// The options, in page order.
    public var options: [Option] = []
    /// The visible text: a button's label, a text field's placeholder.
    var label = ""
    /// What the page calls it: the text of its label, else its placeholder or its name; empty if there is none.
    public var title = ""
    /// Whether the user may change it.
    public var access = Access.open
    /// The index of its form; nil if there is none.
    public var form: Int?
    /// The number of columns requested for its text.
    public var size = 20
    /// The maximum number of UTF-16 code units of its text; nil for no limit.
    public var maxLength: Int?
    /// The name under which the direction of its text is submitted; empty if there is none.
    public var directionName = ""
    /// The type of its text.
    public var inputType = InputType()
    /// The values that the page suggests, in page order.
    public var suggestions: [Suggestion] = []
    /// The file types that it accepts, as the page lists them; empty for any.
    public var accepted = ""
    /// Whether it accepts several files.
    public var takesMany = false
    /// Whether it accepts a folder with its contents, which is not standardized.
    public var takesFolder = false
    /// The properties of the form that it overrides, as a button.
    public var override = PageForm.Override()
    /// The number of the field among those with the same form, kind and name.
    public var ordinal = 0

    /// A field of a kind at an offset in the source.
    init(_ kind: Kind, at source: Int) {
        self.kind = kind
        self.source = source
    }

    /// The identity of the field.
    public var key: Key { Key(form: form, kind: kind, name: name, ordinal: ordinal) }

    /// The value before the user changes anything.
    public var initialValue: Value {
        switch kind {
        case .text, .password, .textarea, .hidden, .submit, .image, .reset, .button: .text(text)
        case .file: .files([])
        case .checkbox, .radio: .checked(isChecked)
        case .select, .multipleSelect: .options(options.indices.filter { options[$0].isSelected })
        }
    }

    /// Whether it submits its form.
    public var isSubmitter: Bool { kind == .submit || kind == .image }

    /// Whether its value is text that is typed.
    var isWritten: Bool { kind == .text || kind == .password || kind == .textarea }

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
    public func showsPlaceholder(_ value: Value) -> Bool { isWritten && value == .text("") && !label.isEmpty }

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
