import CellGrid
import Exchanges
import SessionWords
import SonicLint
import SonicProtocol
import SonicSession
import Workbench

// Requests that the reader edits and resends, and their responses.
extension Model {
    /// Opens the page's last request for editing.
    mutating func editRequest() -> [Effect] {
        guard let page = subjectURL?.withoutFragment else { return refuse(.noPage) }
        let request = subjectRequest
        overlay = RequestEditor(request ?? Request(url: page), page: page, isAsSent: request != nil)
        let masked = (request?.headers.fields ?? []).filter { $0.value == SecretHeaders.mask }.map(\.name)
        if !masked.isEmpty {
            notice = .failure(
                VisibleText.line(
                    "\(masked.listed) was recorded as \(SecretHeaders.mask): type the value, or record with --secrets."
                ))
        }
        return [askForMaterials(page)]
    }

    /// Opens a new request for editing: a method with an address, an address alone for GET, or one of a file.
    mutating func compose(_ text: String) throws(TypingMistake) -> [Effect] {
        let words = text.split(separator: " ")
        let file = RequestFile.reference(text)
        if words.count == 1, Self.isFile(file.path) {
            return [
                .ask(
                    .requestFile(
                        file.path,
                        QueryReply(of: account.name, unlessRefused: { $0.edit(requestsIn: $1, file.number) }))
                )
            ]
        }
        guard let last = words.last, words.count <= 2 else {
            throw TypingMistake(
                words: "request takes a method and an address, or a file: request POST https://a.example/.")
        }
        let url = try address(String(last))
        guard url.isHTTP else { throw TypingMistake(words: "Requests go to http or https addresses.") }
        let method = words.count == 2 ? Self.method(String(words[0])) : "GET"
        guard HeaderField(method, "").isWellFormed else {
            throw TypingMistake(words: "“\(VisibleText.line(method))” is not a valid method.")
        }
        overlay = RequestEditor(
            Request(method: method, url: url.withoutCredentials), isAsSent: false)
        return [askForMaterials(url.withoutCredentials.withoutFragment)]
    }

    /// Opens the request of a curl command for editing.
    mutating func edit(curl text: String) throws(TypingMistake) -> [Effect] {
        do throws(MessageMistake) {
            let command = try CurlCommand(text, hashes: setup.hashes, domainToASCII: setup.domainToASCII)
            let editor = RequestEditor(command.request)
            overlay = editor
            if command.acceptsAnyCertificate {
                notice = .news(
                    keys.namingKeys(
                        "-k is left out: open the page, and {accept-certificate} accepts its certificate."))
            }
            return [askForMaterials(editor.page)]
        } catch {
            throw TypingMistake(words: VisibleText.line(error.description.sentence))
        }
    }

    /// The known methods (RFC 9110 §9.3, RFC 5789).
    static let knownMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]

    /// Returns a method as it is sent: a known one in upper case, as Fetch normalizes it; any other as typed.
    private static func method(_ typed: String) -> String {
        let capitals = typed.uppercased()
        return knownMethods.contains(capitals) ? capitals : typed
    }

    /// Returns whether an argument names a file of requests rather than an address.
    private static func isFile(_ word: String) -> Bool {
        guard !word.contains("://") else { return false }
        let begins = ["/", "./", "../", "~/"].contains { word.hasPrefix($0) }
        return begins || word.hasSuffix(".http") || word.hasSuffix(".rest")
    }

    /// Opens a request of a file for editing.
    private mutating func edit(requestsIn text: String, _ number: Int?) -> [Effect] {
        do throws(MessageMistake) {
            let file = try RequestFile(text, domainToASCII: setup.domainToASCII)
            overlay = RequestEditor(try file.request(number))
        } catch {
            notice = .failure(VisibleText.line(error.description.sentence))
        }
        return []
    }

    /// Asks for the materials with which requests for a page can be edited.
    private func askForMaterials(_ page: WebURL) -> Effect {
        .ask(.resendMaterials(page, reply { $0.setMaterials($1, for: page) }))
    }

    private mutating func setMaterials(_ materials: ResendMaterials, for url: WebURL) {
        guard var request = overlay as? RequestEditor, request.page == url else { return }
        request.setMaterials(materials)
        overlay = request
    }

    // MARK: The request

    /// Opens a prompt for the text of a line.
    mutating func change(_ row: RequestEditor.Row, of request: RequestEditor) {
        guard let text = request.text(of: row) else {
            notice = .refusal(
                keys.line("A body of several lines is changed in an editor: press {edit-text}."))
            return
        }
        prompt = .requestLine(LineEditor(field: text, breaks: .blanks), row)
    }

    /// Accepts the text typed for a line of the request. An invalid one stays in the prompt, to be fixed.
    mutating func accept(_ text: String, in row: RequestEditor.Row) {
        guard var request = overlay as? RequestEditor else { return prompt = nil }
        do throws(MessageMistake) {
            try request.change(row, to: text, setup.domainToASCII)
            prompt = nil
            overlay = request
        } catch {
            notice = .failure(VisibleText.line(error.description.sentence))
        }
    }

    /// Accepts the request returned by the reader's editor.
    mutating func apply(request text: String) {
        guard var request = overlay as? RequestEditor else { return }
        do throws(MessageMistake) {
            request.replace(by: try request.overriddenDraft.edited(text, setup.domainToASCII))
            overlay = request
            notice = .news("Edited: Enter sends the request.")
        } catch {
            notice = .failure(VisibleText.line("Not changed: \(error.description)".ended))
        }
    }

    mutating func send(_ request: RequestEditor) -> [Effect] {
        guard reach == .online else { return refuse(.offline) }
        var request = request
        let number = nextResendNumber()
        request.state = .sent(number)
        overlay = request
        let letter = ResendOrder.Letter(
            url: request.overriddenDraft.url, draft: request.draft, overrides: request.overrides)
        return resend(number, [letter])
    }

    private func resend(_ number: Int, _ letters: [ResendOrder.Letter]) -> [Effect] {
        let order = ResendOrder(number: number, letters: letters)
        return [.ask(.resend(order, reply { $0.receive($1, of: number) }))]
    }

    // MARK: The response

    /// Handles the traces of resent requests; those of an order that is no longer awaited are ignored.
    private mutating func receive(_ trails: [SessionTrace], of number: Int) {
        if var request = overlay as? RequestEditor {
            guard request.state == .sent(number), let trail = trails.first else { return }
            request.state = .open
            overlay = request
            guard let answer = ResendAnswer(trail, number, request.overriddenDraft, request.overrides) else {
                return
            }
            let before = answersOfPage.last
            account.tabs.front.lastRequest = request
            if let answer = answer.answer {
                account.tabs.front.resentResponses = account.tabs.front.resentResponses.suffix(1) + [answer]
            }
            overlay = ResponseOverlay(.resent(answer, before: before))
        } else if case .awaited(number, let urls) = (overlay as? ResponseOverlay)?.subject {
            let answers = zip(trails, urls).compactMap { ExchangeSide(answered: $0, title: $1.href) }
            guard answers.count == 2 else {
                closeOverlay()
                let reason = trails.compactMap(\.result).last { $0.head == nil }?.reason.words
                notice = .failure(VisibleText.line(reason ?? "One of the two got no response."))
                return
            }
            compare(answers[0], with: answers[1])
        }
    }

    /// Opens the request that was last sent for the page.
    mutating func backToRequest() -> [Effect] {
        guard let request = account.tabs.front.lastRequest else {
            return refuse("No request was edited for this page.")
        }
        overlay = request
        return [askForMaterials(request.page)]
    }

    /// Handles the outcome of storing a response, and shows the page as it is stored now.
    mutating func show(_ storage: ResendStorage) -> [Effect] {
        switch storage {
        case .nothing: notice = .refusal("This response has nothing to store.")
        case .failed(let reason):
            notice = .failure(VisibleText.line("The response could not be stored: \(reason)"))
        case .changed: notice = .news("The stored page is confirmed or removed, as the response says.")
        case .stored(let version):
            guard let resent = (overlay as? ResponseOverlay)?.resent else { break }
            let effects = open(resent.result.url, mode: .back, move: .stay)
            account.tabs.front.visit?.isOfEditedRequest = true
            notice = .news("Stored as version \(version).")
            return effects
        }
        return []
    }

    // MARK: The conformance of a server, by the rules of `sonic check`

    /// Checks the server of the page in front.
    mutating func check() -> [Effect] {
        guard let url = subjectURL?.withoutFragment.withoutCredentials, url.isHTTP else {
            return refuse("Only the server of an http or https page can be checked.")
        }
        let title = VisibleText.line("Check of \(url.href)")
        overlay = TextDialog(
            title: title, [.init(text: "The server is checked by about 20 requests…", role: .dimmed)])
        return [
            .ask(
                .check(
                    url,
                    reply { model, verdicts in
                        guard (model.overlay as? TextDialog)?.title == title else { return }
                        model.overlay = TextDialog(title: title, Self.lines(verdicts))
                    }))
        ]
    }

    /// Returns the broken rules with their evidence, the required ones first, then what was not seen.
    private static func lines(_ verdicts: [Verdict]) -> [StyledLine.Run] {
        let sum =
            "\(verdicts.held) rules met, \(verdicts.broken.count) broken, \(verdicts.unseen.count) not seen"
        var lines: [StyledLine.Run] = [.init(text: sum, role: .name), .init(text: "", role: .text)]
        let broken = verdicts.broken
        let ordered = broken.filter { $0.rule.level != .should } + broken.filter { $0.rule.level == .should }
        for verdict in ordered + verdicts.unseen {
            let (rule, title) = (verdict.rule, "\(verdict.rule.name): \(verdict.rule.statement)")
            switch verdict.result {
            case .held: break
            case .unseen(let why):
                lines.append(.init(text: VisibleText.line("– \(title) (\(why))"), role: .dimmed))
            case .broken(let evidence):
                let role = Role(rule.level == .should ? .warning : .error)
                lines.append(.init(text: VisibleText.line("! \(title)"), role: role))
                lines += evidence.map { .init(text: VisibleText.line("    \($0.words)"), role: .text) }
            }
        }
        return lines
    }

    // MARK: Two responses

    /// The available responses of the page in front, the latest last: the one before it was reloaded, its own, then
    /// those to resent requests.
    private var answersOfPage: [ExchangeSide] {
        let own = visit.flatMap { ExchangeSide(answered: $0.trace, title: "the page's own request") }
        return [account.tabs.front.responseBefore, own].compactMap(\.self)
            + account.tabs.front.resentResponses
    }

    /// Compares the last two responses of the page.
    mutating func compareAnswers() -> [Effect] {
        let answers = answersOfPage.suffix(2)
        guard answers.count == 2, let old = answers.first, let new = answers.last else {
            return refuse(
                "There are no two responses of this page yet: \(keys.keyName(of: .reload)) requests it again."
            )
        }
        compare(old, with: new)
        return []
    }

    /// Requests the page in front and another one, both without stored data, and compares the responses.
    mutating func compare(with other: WebURL) throws(TypingMistake) -> [Effect] {
        guard let url = document.flatMap({ $0.source == .own ? nil : $0.url.withoutFragment }) else {
            throw TypingMistake(words: words(of: .noPage))
        }
        guard reach == .online else { throw TypingMistake(words: words(of: .offline)) }
        let number = nextResendNumber()
        let urls = [url, other.withoutFragment]
        overlay = ResponseOverlay(.awaited(number, urls: urls))
        let letters = urls.map { ResendOrder.Letter(url: $0, draft: nil, overrides: RequestOverrides()) }
        return resend(number, letters)
    }
}
