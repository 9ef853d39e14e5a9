import PageLayout
import SonicProtocol

/// The input of the reader on a page, and the page's forms once they were needed.
///
/// Values are stored by the identity of their fields (form, kind, name and position among those of that name), so that
/// they survive an update of the page and navigation away and back, if the fields do.
struct FormFilling: Sendable {
    /// The changed values; other fields have the values that the page declares.
    var values: [PageField.Key: PageField.Value] = [:]
    /// The files chosen for file fields.
    var files: [PageField.Key: [SentFile]] = [:]
    /// The forms parsed from the received bytes of the page; nil before.
    private(set) var page: PageForms?
    /// The number of bytes parsed.
    private(set) var byteCount = 0

    /// Creates an empty input.
    init() {}

    /// Creates an input from earlier values.
    init(_ values: [PageField.Key: PageField.Value], _ files: [PageField.Key: [SentFile]]) {
        self.values = values
        self.files = files
    }

    /// Whether nothing was changed.
    var isEmpty: Bool { values.isEmpty && files.isEmpty }

    /// Returns the changed value of a field; nil if it is unchanged.
    func changed(_ field: PageField) -> PageField.Value? {
        field.kind == .file ? files[field.key].map { .files($0.map(\.label)) } : values[field.key]
    }

    /// The values that may be kept when the page leaves the screen: all but passwords.
    var kept: [PageField.Key: PageField.Value] { values.filter { $0.key.kind != .password } }

    /// Returns the current value of a field.
    func value(of field: PageField) -> PageField.Value { changed(field) ?? field.initialValue }

    /// Sets the parsed forms.
    mutating func setForms(_ page: PageForms, byteCount: Int) {
        self.page = page
        self.byteCount = byteCount
    }

    /// Discards the parsed forms because the page changed.
    mutating func forgetPage() { page = nil }

    /// Checks a radio button and unchecks those of its group.
    mutating func turnOn(radio index: Int) {
        guard let page else { return }
        for other in page.group(of: index) { values[page.fields[other].key] = .checked(other == index) }
    }

    /// Resets all fields of a form to their initial values.
    mutating func reset(form: Int) {
        values = values.filter { $0.key.form != form }
        files = files.filter { $0.key.form != form }
    }
}

extension Document {
    /// Parses the page's forms, unless they are current for the received bytes. Linear in the page.
    mutating func readForms() {
        guard filling.page == nil || filling.byteCount != layout.byteCount else { return }
        filling.setForms(PageForms(html: layout.source), byteCount: layout.byteCount)
    }

    /// Ensures that the input can be drawn. A page that is being received is not parsed again for each chunk.
    mutating func settleForms() {
        guard !filling.isEmpty else { return }
        if filling.page == nil || layout.isFinished { readForms() }
    }

    /// Returns the field at a link index; nil for another kind of link, and if the forms were not parsed.
    func field(ofLink index: Int) -> PageField? {
        guard let page = filling.page, case .field(let source) = layout.link(index)?.target else {
            return nil
        }
        return page.field(at: source).map { page.fields[$0] }
    }
}
