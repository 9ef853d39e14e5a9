/// A field of a form, as the page has it.
public struct PageField: Hashable, Sendable {
    /// What can be done with a field.
    public enum Kind: String, Hashable, Sendable {
        /// Text on one line, whatever it is meant to be: an address, a number, a date.
        case text
        /// Text that nobody else should read.
        case password
        /// Text of several lines.
        case textarea
        /// On or off.
        case checkbox
        /// On for one of a group.
        case radio
        /// One of several options.
        case select
        /// Any number of several options.
        case multipleSelect
        /// Files of the reader's machine.
        case file
        /// Sent and never shown.
        case hidden
        /// A button that sends the form.
        case submit
        /// A picture that sends the form.
        case image
        /// A button that gives all fields their first values again.
        case reset
        /// A button for scripts.
        case button
    }

    /// Whether the reader may change a field.
    public enum Access: Hashable, Sendable {
        /// It can be changed.
        case open
        /// It is sent as it is.
        case readOnly
        /// It is neither changed nor sent.
        case disabled
    }

    /// An option of a select.
    public struct Option: Hashable, Sendable {
        /// What is shown.
        public var label: String
        /// What is sent.
        public var value: String
        /// Whether the page chose it.
        var isSelected: Bool
        /// Whether it can be chosen.
        public var isEnabled: Bool
    }

    /// A value that the page suggests.
    public struct Suggestion: Hashable, Sendable {
        /// What the field holds when it is taken.
        public var value: String
        /// What is said of it; empty for nothing.
        public var label: String
    }

    /// What a field holds.
    public enum Value: Hashable, Sendable {
        /// Text; of buttons, hidden fields, checkboxes and radios what is sent of them.
        case text(String)
        /// Whether a checkbox or radio is on.
        case checked(Bool)
        /// The chosen options by their indices, ascending.
        case options([Int])
        /// The chosen files in the words that are shown of them.
        case files([String])
    }

    /// What a field is known by when the page changes: kept values find their fields again by it.
    public struct Key: Hashable, Sendable {
        /// The form's index; nil for a field without one.
        public var form: Int?
        /// What it is.
        public var kind: Kind
        /// Its name.
        var name: String
        /// Which of the fields alike in all of this, from 0.
        var ordinal: Int
    }

    /// Where its start tag stands in the page's source.
    public var source: Int
    /// What it is.
    public var kind: Kind
    /// The name it is sent under; empty for none.
    public var name = ""
    /// The text that the page gives it, or the value that is sent while it is on.
    public var text = ""
    /// Whether the page has it on.
    var isChecked = false
    /// The options, in page order.
    public var options: [Option] = []
    /// The words for people: a button's label, a text field's placeholder.
    var label = ""
    /// Whether the reader may change it.
    public var access = Access.open
    /// The form that it belongs to, as an index; nil for none.
    public var form: Int?
    /// The columns it would like to have for its text.
    public var size = 20
    /// The most UTF-16 units that its text may have; nil for any.
    public var maxLength: Int?
    /// The name under which the direction of its text is sent; empty for none.
    public var directionName = ""
    /// What its type makes of a text.
    public var inputType = InputType()
    /// The values that the page suggests for it, in page order.
    public var suggestions: [Suggestion] = []
    /// The types of files that it asks for, as the page lists them; empty for any.
    public var accepted = ""
    /// Whether it takes several files.
    public var takesMany = false
    /// Whether it takes a folder with all in it, which no standard knows.
    public var takesFolder = false
    /// What it says in place of its form, as a button.
    public var override = PageForm.Override()
    /// Which of the fields of one form, kind and name it is.
    public var ordinal = 0

    /// A field of a kind.
    init(_ kind: Kind, at source: Int) {
        self.kind = kind
        self.source = source
    }

    /// What it is known by.
    public var key: Key { Key(form: form, kind: kind, name: name, ordinal: ordinal) }

    /// What it holds before the reader changes anything.
    public var initialValue: Value {
        switch kind {
        case .text, .password, .textarea, .hidden, .submit, .image, .reset, .button: .text(text)
        case .file: .files([])
        case .checkbox, .radio: .checked(isChecked)
        case .select, .multipleSelect: .options(options.indices.filter { options[$0].isSelected })
        }
    }

    /// Whether it sends its form.
    public var isSubmitter: Bool { kind == .submit || kind == .image }

    /// Whether text can be written into it.
    var isWritten: Bool { kind == .text || kind == .password || kind == .textarea }
}
