import PageLayout
import SonicProtocol

/// What a reader has filled in on a page, and the page's forms once they were needed.
///
/// Values are kept by what their fields are known by (form, kind, name and which of those), so that they outlast an
/// update of the page and a way there and back where the fields do.
struct FormFilling: Sendable {
    /// What was changed; a field that is not here holds what the page says.
    var values: [PageField.Key: PageField.Value] = [:]
    /// The files that were chosen for file fields.
    var files: [PageField.Key: [SentFile]] = [:]
    /// The forms of the page's bytes as far as they had arrived when they were read; nil before.
    private(set) var page: PageForms?
    /// How many bytes that were.
    private(set) var byteCount = 0

    /// Nothing changed.
    init() {}

    /// What was filled in before.
    init(_ values: [PageField.Key: PageField.Value], _ files: [PageField.Key: [SentFile]]) {
        self.values = values
        self.files = files
    }

    /// Whether nothing was changed.
    var isEmpty: Bool { values.isEmpty && files.isEmpty }

    /// What was made of a field; nil for one that holds what the page says.
    func changed(_ field: PageField) -> PageField.Value? {
        field.kind == .file ? files[field.key].map { .files($0.map(\.label)) } : values[field.key]
    }

    /// The values that may be kept when the page leaves the screen: passwords may not.
    var kept: [PageField.Key: PageField.Value] { values.filter { $0.key.kind != .password } }

    /// What a field holds now.
    func value(of field: PageField) -> PageField.Value { changed(field) ?? field.initialValue }

    /// Takes the forms that were read.
    mutating func setForms(_ page: PageForms, byteCount: Int) {
        self.page = page
        self.byteCount = byteCount
    }

    /// Forgets the forms, since the page is another.
    mutating func forgetPage() { page = nil }

    /// Turns a radio on and those of its group off.
    mutating func turnOn(radio index: Int) {
        guard let page else { return }
        for other in page.group(of: index) { values[page.fields[other].key] = .checked(other == index) }
    }

    /// Gives all fields of a form their first values again.
    mutating func reset(form: Int) {
        values = values.filter { $0.key.form != form }
        files = files.filter { $0.key.form != form }
    }
}

extension Document {
    /// Reads the page's forms, unless they are known for all that has arrived. Linear in the page.
    mutating func readForms() {
        guard filling.page == nil || filling.byteCount != layout.byteCount else { return }
        filling.setForms(PageForms(html: layout.source), byteCount: layout.byteCount)
    }

    /// Makes sure that what was filled in can be drawn. A page that arrives is not read again for each piece.
    mutating func settleForms() {
        guard !filling.isEmpty else { return }
        if filling.page == nil || layout.isFinished { readForms() }
    }

    /// The field behind a link's number; nil for another kind of link and for forms that were not read.
    func field(ofLink index: Int) -> PageField? {
        guard let page = filling.page, case .field(let source) = layout.link(index)?.target else {
            return nil
        }
        return page.field(at: source).map { page.fields[$0] }
    }
}
