import CellGrid
import Diagnostics
import SonicProtocol
import SonicSession

// Requests that the reader edits and resends, and what comes of them.
extension Model {
    /// Shows the page's last request, to be edited.
    mutating func editRequest() -> [Effect] {
        guard let url = document.flatMap({ $0.source == .own ? nil : $0.url }) ?? visit?.opening.url else {
            notice = .refusal(keys.namingKeys(DisabledReason.noPage.rawValue).sentence)
            return []
        }
        let request = visit.flatMap { $0.request }
        sheet = .request(RequestEditor(request, page: url.withoutFragment))
        return [.findMaterials(url.withoutFragment)]
    }

    /// Takes what requests for a page can be edited with.
    mutating func setMaterials(_ materials: ResendMaterials, for url: WebURL) {
        guard case .request(var request) = sheet, request.page == url else { return }
        request.setMaterials(materials)
        sheet = .request(request)
    }

    // MARK: The request

    mutating func press(_ key: Key, in request: RequestEditor) -> [Effect] {
        var request = request
        let command = keys.command(for: key, in: [.request, .list])
        if let command, request.cursor.perform(command, height: overlayArea.rows.value) {
            sheet = .request(request)
            return []
        }
        if case .sent(let number) = request.state {
            guard command == .leaveOptions else {
                notice = .refusal("The request is on its way: Esc gives it up.")
                return []
            }
            request.state = .open
            sheet = .request(request)
            notice = .news("Given up.")
            return [.stopResend(number)]
        }
        switch command {
        case .sendRequest: return send(request)
        case .editText:
            guard request.overriddenDraft.textBody != nil else {
                notice = .refusal(
                    keys.namingKeys(
                        "The body is no text, and would not survive an editor: {change-line} changes single lines."
                    ))
                return []
            }
            return [
                .edit(
                    EditOrder(purpose: .request, text: request.overriddenDraft.text, fileName: "request.http")
                )
            ]
        case .changeRow: change(request.row(request.cursor.index), of: request)
        case .addRow: change(.header(request.overriddenDraft.fields.count), of: request)
        case .removeRow:
            if !request.removeRow() { notice = .refusal("Only headers can be taken away.") }
            sheet = .request(request)
        case .override:
            if let why = request.toggleOverride(key.number ?? 1) { notice = .refusal(why) }
            sheet = .request(request)
        case .leaveOptions: sheet = nil
        case .some, nil:
            notice = .refusal(
                keys.namingKeys(
                    "\(key.name) does nothing here: {send-request} sends the request, {leave-list} leaves."))
        }
        return []
    }

    private mutating func change(_ row: RequestEditor.Row, of request: RequestEditor) {
        guard let text = request.text(of: row) else {
            notice = .refusal(
                keys.namingKeys("A body of several lines is changed in an editor: press {edit-text}."))
            return
        }
        prompt = .requestLine(LineEditor(field: text, breaks: .blanks), row)
    }

    /// Takes a line of the request that was typed. One that is none stays, to be mended.
    mutating func accept(_ text: String, in row: RequestEditor.Row) {
        guard case .request(var request) = sheet else { return prompt = nil }
        do throws(RequestDraft.Mistake) {
            try request.change(row, to: text, setup.domainToASCII)
            prompt = nil
            sheet = .request(request)
        } catch {
            notice = .failure(VisibleText.line(error.words.sentence))
        }
    }

    /// Takes the request that comes back from the reader's editor.
    mutating func apply(request text: String) {
        guard case .request(var request) = sheet else { return }
        do throws(RequestDraft.Mistake) {
            request.replace(by: try request.overriddenDraft.reading(text, domainToASCII: setup.domainToASCII))
            sheet = .request(request)
            notice = .news("The request is as the editor left it: Enter sends it.")
        } catch {
            notice = .failure(VisibleText.line("Nothing was taken over. " + error.words))
        }
    }

    private mutating func send(_ request: RequestEditor) -> [Effect] {
        guard reach == .online else {
            notice = .refusal(keys.namingKeys(DisabledReason.offline.rawValue).sentence)
            return []
        }
        var request = request
        let number = nextResendNumber()
        request.state = .sent(number)
        sheet = .request(request)
        let letter = ResendOrder.Letter(
            url: request.overriddenDraft.url, draft: request.draft, overrides: request.overrides)
        return [.resend(ResendOrder(number: number, letters: [letter]))]
    }

    private mutating func nextResendNumber() -> Int {
        resendCount += 1
        return resendCount
    }

    // MARK: The answer

    /// Takes what became of requests that were resent; of an order that nobody waits for any more nothing.
    mutating func receive(_ traces: [SessionTrace], of number: Int) {
        switch sheet {
        case .request(var request):
            guard request.state == .sent(number), let trace = traces.first else { return }
            request.state = .open
            guard let answer = ResendAnswer(trace, number, request.overriddenDraft, request.overrides) else {
                sheet = .request(request)
                return
            }
            let before = answersOfPage.last
            tabs.front.lastRequest = request
            if let answer = answer.answer {
                tabs.front.resentResponses = tabs.front.resentResponses.suffix(1) + [answer]
            }
            sheet = .resent(ResponseOverlay(.resent(answer, before: before)))
        case .resent(let awaited):
            guard case .awaited(number, let urls) = awaited.subject else { return }
            let answers = zip(traces, urls).compactMap { ComparedAnswer($0, name: $1.href) }
            guard answers.count == 2 else {
                sheet = nil
                let reason = traces.compactMap(\.result).last { $0.head == nil }?.reason
                notice = .failure(VisibleText.line(reason ?? "One of the two was not answered."))
                return
            }
            sheet = .resent(ResponseOverlay(.comparison(AnswerComparison(old: answers[0], new: answers[1]))))
        case .help, .facts, .log, .findings, .inspector, .intercepted, .options, .accounts, .tabs, .menu,
            .downloads, .versions, .sessions, .pages, .textDialog, nil:
            return
        }
    }

    mutating func press(_ key: Key, in answer: ResponseOverlay) -> [Effect] {
        let command = keys.command(for: key, in: [.aside, .sheet, .everywhere]) ?? commandThatCloses(key)
        switch command {
        case .storeAnswer:
            guard let resent = answer.resent else {
                notice = .refusal("Answers that are compared are not stored.")
                return []
            }
            return [.storeResent(resent.number)]
        case .backToRequest:
            guard let request = tabs.front.lastRequest else {
                notice = .refusal("No request was edited for this page.")
                return []
            }
            sheet = .request(request)
            return [.findMaterials(request.page)]
        case .closeOverlay:
            sheet = nil
            if case .awaited(let number, _) = answer.subject { return [.stopResend(number)] }
            return []
        case let command?: return call(command, as: key.name) ?? []
        case nil:
            notice = .refusal(
                keys.namingKeys(
                    "\(key.name) does nothing here: {store-answer} stores the answer, "
                        + "{back-to-request} changes the request, {close} leaves."))
            return []
        }
    }

    /// Takes what became of an answer that was to be stored, and shows the page as it is stored now.
    mutating func show(_ storage: ResendStorage) -> [Effect] {
        switch storage {
        case .nothing: notice = .refusal("There is nothing in this answer to be stored.")
        case .failed(let reason):
            notice = .failure(VisibleText.line("The answer could not be stored: \(reason)"))
        case .changed: notice = .news("The stored page is confirmed or gone, as the answer says.")
        case .stored(let version):
            guard case .resent(let answer) = sheet, let resent = answer.resent else { break }
            let effects = open(resent.result.url, mode: .back, move: .stay)
            tabs.front.visit?.isOfEditedRequest = true
            notice = .news("Stored as version \(version).")
            return effects
        }
        return []
    }

    // MARK: Two answers

    /// The answers that there are of the page in front, the latest last: its own, then those to resent requests.
    private var answersOfPage: [ComparedAnswer] {
        let own = visit.flatMap { ComparedAnswer($0.trace, name: "the page's own request") }
        return [own].compactMap(\.self) + tabs.front.resentResponses
    }

    /// Holds the last two answers of the page against each other.
    mutating func compareAnswers() -> [Effect] {
        let answers = answersOfPage.suffix(2)
        guard answers.count == 2, let old = answers.first, let new = answers.last else {
            notice = .refusal(
                "There are no two answers of this page yet: \(keys.keyName(of: .editRequest)) sends another request."
            )
            return []
        }
        sheet = .resent(ResponseOverlay(.comparison(AnswerComparison(old: old, new: new))))
        return []
    }

    /// Asks for the page in front and for another one, both as if never seen, to hold their answers against each
    /// other.
    mutating func compare(with other: WebURL) throws(TypingMistake) -> [Effect] {
        guard let url = document.flatMap({ $0.source == .own ? nil : $0.url.withoutFragment }) else {
            throw TypingMistake(words: keys.namingKeys(DisabledReason.noPage.rawValue).sentence)
        }
        guard reach == .online else {
            throw TypingMistake(words: keys.namingKeys(DisabledReason.offline.rawValue).sentence)
        }
        let number = nextResendNumber()
        let urls = [url, other.withoutFragment]
        sheet = .resent(ResponseOverlay(.awaited(number, urls: urls)))
        let letters = urls.map { ResendOrder.Letter(url: $0, draft: nil, overrides: RequestOverrides()) }
        return [.resend(ResendOrder(number: number, letters: letters))]
    }
}
