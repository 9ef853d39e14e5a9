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

    /// Parses the forms of a page, unless they are current for its received bytes.
    mutating func read(_ layout: LaidOutPage) {
        guard page == nil || byteCount != layout.byteCount else { return }
        page = PageForms(html: layout.source)
        byteCount = layout.byteCount
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

    // The entry list of a form to submit (HTML standard §4.10.22.4).

    /// Returns the entries of a form in page order.
    /// - Parameters:
    ///   - submitter: The button that was activated, as an index of the page's fields; nil for none.
    ///   - charset: The name of the encoding of the submission.
    func entries(of form: Int, submitter: Int?, in page: PageForms, charset: String) -> [FormEntry] {
        page.fields(of: form).flatMap { index in
            entries(of: page.fields[index], isSubmitter: index == submitter, charset)
        }
    }

    private func entries(of field: PageField, isSubmitter: Bool, _ charset: String) -> [FormEntry] {
        guard field.access != .disabled else { return [] }
        let name = field.name
        if field.kind == .image {
            // No coordinate of the image was selected.
            let prefix = name.isEmpty ? "" : name + "."
            return isSubmitter ? [FormEntry(prefix + "x", "0"), FormEntry(prefix + "y", "0")] : []
        }
        guard !name.isEmpty else { return [] }
        let value = value(of: field)
        switch field.kind {
        case .button, .reset, .image: return []
        case .submit: return isSubmitter ? [FormEntry(name, field.text)] : []
        case .checkbox, .radio: return value == .checked(true) ? [FormEntry(name, field.text)] : []
        case .file:
            let files = files[field.key, default: []]
            return files.isEmpty ? [FormEntry(withoutFile: name)] : files.map { FormEntry(name, $0) }
        case .hidden:
            let isCharset = Bytes.equalIgnoringCase(name.utf8, "_charset_".utf8)
            return [FormEntry(name, isCharset ? charset : field.text)]
        case .select, .multipleSelect:
            guard case .options(let chosen) = value else { return [] }
            return chosen.filter { field.options.indices.contains($0) && field.options[$0].isEnabled }
                .map { FormEntry(name, field.options[$0].value) }
        case .text, .password, .textarea:
            guard case .text(let text) = value else { return [] }
            let entry = FormEntry(name, text)
            return field.directionName.isEmpty ? [entry] : [entry, FormEntry(field.directionName, "ltr")]
        }
    }
}

/// The request of a submitted form.
struct FormRequest: Equatable, Sendable {
    /// The address, including the query of a GET request.
    var url: WebURL
    /// The method with its body.
    var method: RequestMethod

    /// Creates the request for these entries; nil for a form that is not submitted.
    /// - Parameters:
    ///   - action: The resolved action of the form.
    ///   - origin: The origin of the page that contains the form.
    ///   - encoding: The encoding of the submission.
    ///   - hashes: The hash functions that derive the boundary of `multipart/form-data` from the content.
    init?(
        _ form: PageForm, _ entries: [FormEntry], action: WebURL, origin: String?, encoding: OutputEncoding,
        hashes: Hashes
    ) {
        switch form.method {
        case .dialog: return nil
        case .get:
            url = action.withQuery(FormBody.urlEncoded(entries, in: encoding))
            method = .get
        case .post:
            url = action
            var type = form.encoding.rawValue
            let body: RequestBody
            switch form.encoding {
            case .urlEncoded: body = RequestBody(FormBody.urlEncoded(entries, in: encoding))
            case .plainText: body = RequestBody(FormBody.plainText(entries, in: encoding))
            case .multipart:
                (body, type) = FormBody.multipart(entries, hashes: hashes, in: encoding)
            }
            method = .post(PostBody(body, contentType: type, origin: origin))
        }
    }
}
