import CellGrid
import PageLayout
import SonicProtocol

// The fields of the page: activation with Enter, and its results.
extension Model {
    /// The selected field, as an index of the page's fields; nil if a link or nothing is selected.
    var chosenField: Int? {
        document.flatMap { document in document.reader.chosenLink.flatMap { document.fieldIndex(ofLink: $0) }
        }
    }

    /// Whether a field is selected; its form may not be parsed yet.
    var isFieldChosen: Bool {
        guard let document, let index = document.reader.chosenLink else { return false }
        return document.layout.link(index).map { $0.href == nil } ?? false
    }

    /// Activates a field, as Enter does.
    mutating func useField(at source: Int) -> [Effect] {
        document?.readForms()
        guard let page = document?.reader.filling.page, let index = page.field(at: source) else { return [] }
        let field = page.fields[index]
        switch field.access {
        case .disabled: return refuse("This field is disabled: it is neither changed nor sent.")
        case .readOnly: return refuse("This field is read-only: it is sent as it is.")
        case .open: break
        }
        switch field.kind {
        case .submit, .image: return submit(submitter: index, form: field.form)
        case .reset: reset(field)
        case .button: notice = .refusal("This button is for scripts, which are not run here.")
        case .file: typeFiles(of: field)
        case .hidden: break
        case .checkbox:
            let isOn = document?.reader.filling.value(of: field) == .checked(true)
            set(field, .checked(!isOn))
        case .radio:
            document?.reader.filling.turnOn(radio: index)
            showHowToSend(field)
        case .text, .password, .textarea: edit(field)
        case .select, .multipleSelect: chooseOptions(of: field)
        }
        return []
    }

    private mutating func set(_ field: PageField, _ value: PageField.Value) {
        document?.reader.filling.values[field.key] = value
        showHowToSend(field)
    }

    private mutating func showHowToSend(_ field: PageField) {
        let key = keys.keyName(of: .sendForm)
        notice = .news(
            field.form == nil
                ? "Changed. This field belongs to no form, so nothing sends it."
                : "Changed. \(key) sends the form.")
    }

    private mutating func reset(_ field: PageField) {
        guard let form = field.form else { return notice = .refusal("This button belongs to no form.") }
        document?.reader.filling.reset(form: form)
        notice = .news("Form reset.")
    }

    // MARK: Text

    private mutating func edit(_ field: PageField) {
        guard case .text(let text) = document?.reader.filling.value(of: field), let place = inPage(field)
        else {
            return
        }
        prompt = .field(FieldLine(text, in: place))
    }

    /// Handles a key after a text of several lines was accepted: what was meant as its next line runs no commands.
    mutating func press(_ key: Key, afterTextOf field: String) -> [Effect] {
        guard case .character = key else {
            inputMode = nil
            return key == .escape ? [] : press(key)
        }
        let words = "\(key.name) was not added: {follow} edits “\(field)” again, press {cancel} for commands."
        return refuse(keys.line(words))
    }

    /// Sets the typed value of a field; the field stays selected. If the value is invalid, the prompt stays.
    mutating func accept(_ text: String, in place: FieldInPage) -> [Effect] {
        guard isThere(place) else { return [] }
        let field = place.field
        if field.kind == .file { return acceptFiles(text, in: place) }
        if let limit = field.maxLength, text.utf16.count > limit, .text(text) != field.initialValue {
            return notify(.failure("This field takes \(limit) characters at most, not \(text.utf16.count)."))
        }
        guard field.inputType.takes(text) else {
            return notify(.failure("“\(VisibleText.line(text))” is not a valid \(field.inputType.words)."))
        }
        prompt = nil
        let value = field.kind == .text ? field.inputType.sanitized(text) : text
        set(field, .text(value))
        if value != text {
            let sends = field.form == nil ? "" : " \(keys.keyName(of: .sendForm)) sends the form."
            notice = .news("Changed to “\(VisibleText.line(value))”." + sends)
        }
        return []
    }

    // MARK: Options

    private mutating func chooseOptions(of field: PageField) {
        guard !field.options.isEmpty, let value = document?.reader.filling.value(of: field),
            let place = inPage(field)
        else { return notice = .refusal("This field has no options.") }
        overlay = OptionList(place, value)
    }

    /// Sets the selected options.
    mutating func acceptOptions(_ list: OptionList) {
        if isThere(list.place) { set(list.field, list.value) }
    }

    // MARK: Fields of pages

    /// Returns a field together with the page on the screen.
    func inPage(_ field: PageField) -> FieldInPage? {
        document.map { FieldInPage(field: field, url: $0.url, method: $0.origin.method) }
    }

    /// Whether a field still exists to be filled in; shows a message if not.
    mutating func isThere(_ place: FieldInPage) -> Bool {
        guard let document, document.url == place.url, document.origin.method == place.method else {
            notice = .failure("Not changed: another page is open now.")
            return false
        }
        self.document?.readForms()
        let fields = self.document?.reader.filling.page?.fields ?? []
        guard fields.contains(where: { $0.key == place.field.key && $0.options == place.field.options })
        else {
            notice = .failure("Not changed: the page no longer has this field as it was.")
            return false
        }
        return true
    }
}

extension InputType {
    /// The type of value and its format.
    fileprivate var words: String {
        switch kind {
        case .text, .url, .email: "text"
        case .date: "date; write YYYY-MM-DD, such as 2026-11-25"
        case .month: "month; write YYYY-MM, such as 2026-11"
        case .week: "week; write YYYY-Www, such as 2026-W48"
        case .time: "time; write HH:MM or HH:MM:SS, such as 18:30"
        case .dateAndTime: "date and time; write YYYY-MM-DDTHH:MM, such as 2026-11-25T18:30"
        case .number, .range: "number; write digits with a point, such as 12 or -0.5"
        case .color: "colour; write # and six hexadecimal digits, such as #0080ff"
        }
    }
}
