import CellGrid
import PageLayout
import SonicSession

// Submitting forms.
extension Model {
    /// Submits the form of the selected field implicitly, with its default button (HTML standard §4.10.22.2).
    mutating func sendForm() -> [Effect] {
        document?.readForms()
        guard let page = document?.reader.filling.page, let index = chosenField else { return [] }
        let field = page.fields[index]
        guard let form = field.form else { return submit(submitter: nil, form: nil) }
        let button = field.isSubmitter ? index : page.defaultButton(of: form)
        if let button, page.fields[button].access == .disabled {
            return refuse("The form's button is disabled, so it cannot be sent.")
        }
        return submit(submitter: button, form: form)
    }

    /// Submits a form, or asks first if it would be sent unencrypted.
    mutating func submit(submitter: Int?, form index: Int?) -> [Effect] {
        guard let document, let page = document.reader.filling.page, let index else {
            return refuse("This field belongs to no form, so nothing sends it.")
        }
        var form = page.forms[index]
        if let submitter { form = form.applying(page.fields[submitter].override) }
        let encoding = document.outputEncoding(of: form)
        let entries = document.reader.filling.entries(
            of: index, submitter: submitter, in: page, charset: encoding.name)
        do {
            let action = form.action.isEmpty ? document.url : try target(of: form.action)
            guard action.isHTTP else {
                return refuse("\(action.scheme): addresses cannot take a form: \(action.href)")
            }
            let request = FormRequest(
                form, entries, action: action, origin: document.url.origin, encoding: encoding,
                hashes: setup.hashes)
            guard let request else { return refuse("This form only closes a dialog; it sends nothing.") }
            return send(request)
        } catch {
            return notify(.failure(error.description))
        }
    }

    private mutating func send(_ request: FormRequest) -> [Effect] {
        if document?.url.scheme == "https", request.url.scheme == "http" {
            inputMode = .question(.insecureForm(request))
            return []
        }
        return open(request.url, method: request.method, move: .push, from: document?.url)
    }

    // MARK: Questions

    mutating func pressInQuestion(_ key: Key, _ question: UserQuestion) -> [Effect] {
        switch keys.command(for: key, in: [.question]) {
        case .agree:
            inputMode = nil
            switch question {
            case .insecureForm(let request):
                return open(request.url, method: request.method, move: .push, from: document?.url)
            case .repeatPost(let url, let body, let mode, let move):
                return open(
                    url, method: .post(body), mode: mode, move: move,
                    from: visit?.opening.from ?? document?.url)
            case .leaveDownloads: return leave()
            case .replaceFile(var order, _):
                order.replacesFile = true
                return export(order)
            case .removeBookmark(let url): return [.ask(.changeBookmark(url, title: "", bookmarksReply))]
            case .forgetAll: return forget(.all)
            }
        case .disagree:
            inputMode = nil
            notice = .news(question.refusal)
        case .some, nil: break
        }
        return []
    }

    // MARK: Responses to POST

    /// Shows a placeholder for a page that was the response to a POST request and was left: it is not stored, and is
    /// requested again only if the reader confirms.
    mutating func showLeftAnswer(_ place: History.Place, _ move: History.Move) -> [Effect] {
        let stopping = stopSession()
        let help: [(Command, String)] = [(.reload, "Send the form again."), (.back, "Go back further.")]
        let items = help.map { "<li><b>\(Escaping.text(keys.keyName(of: $0)))</b> \($1)</li>" }
        let html = """
            <title>\(Escaping.text(place.url.href))</title><h1>This page was the response to a form</h1>
            <p>\(Escaping.text(place.url.href))</p>
            <p>Responses to POST are not stored, and sending the form again may repeat its effect.</p>
            <ul>\(items.joined())</ul>
            """
        history.record(move, leaving: self.place)
        let width = pageWidth(pageArea(plan))
        var page = Document(url: place.url, source: .own, html: Array(html.utf8), width: width)
        page.origin.method = place.method
        account.tabs.front.show(page)
        return stopping
    }
}
