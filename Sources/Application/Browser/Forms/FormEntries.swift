import PageLayout
import SonicProtocol

/// The entry list of a form to submit (HTML standard §4.10.22.4).
enum FormEntries {
    /// Returns the entries of a form in page order.
    /// - Parameters:
    ///   - submitter: The button that was activated, as an index of the page's fields; nil for none.
    ///   - charset: The name of the encoding of the submission.
    static func of(
        _ form: Int, submitter: Int?, in page: PageForms, _ filling: FormFilling, charset: String
    ) -> [FormEntry] {
        page.fields(of: form).flatMap { index in
            entries(page.fields[index], isSubmitter: index == submitter, filling, charset)
        }
    }

    private static func entries(
        _ field: PageField, isSubmitter: Bool, _ filling: FormFilling, _ charset: String
    ) -> [FormEntry] {
        guard field.access != .disabled else { return [] }
        let name = field.name
        if field.kind == .image {
            // No coordinate of the image was selected.
            let prefix = name.isEmpty ? "" : name + "."
            return isSubmitter ? [FormEntry(prefix + "x", "0"), FormEntry(prefix + "y", "0")] : []
        }
        guard !name.isEmpty else { return [] }
        let value = filling.value(of: field)
        switch field.kind {
        case .button, .reset, .image: return []
        case .submit: return isSubmitter ? [FormEntry(name, field.text)] : []
        case .checkbox, .radio: return value == .checked(true) ? [FormEntry(name, field.text)] : []
        case .file:
            let files = filling.files[field.key, default: []]
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
                let boundary = FormBody.boundary(entries, hashes: hashes)
                body = FormBody.multipart(entries, boundary: boundary, in: encoding)
                type += "; boundary=" + boundary
            }
            method = .post(PostBody(body, contentType: type, origin: origin))
        }
    }
}
