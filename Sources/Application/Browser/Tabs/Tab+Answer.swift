import SonicProtocol

// Showing the server's response instead of the page: an error's text, whose links and forms work.
extension Tab {
    /// Whether the server's response is shown.
    var showsAnswer: Bool { document?.source == .answer }

    /// The page of the tab, or the page of this program in its place, even while the server's response is shown.
    var pageDocument: Document? { under ?? document }

    /// Shows the server's response, as a page if it is HTML, otherwise as it is.
    mutating func show(answer: Document) {
        leaveNavigation()
        under = document
        document = answer
    }

    /// Returns from the response to the page.
    mutating func leaveAnswer() {
        guard let under else { return }
        document = under
        self.under = nil
    }
}

extension Model {
    /// Toggles between the server's response and the page.
    mutating func showAnswer() {
        guard !account.tabs.front.showsAnswer else { return account.tabs.front.leaveAnswer() }
        guard let answer else { return }
        account.tabs.front.show(answer: answer)
        screen.focus(on: .page)
        notice = .news(
            keys.namingKeys("The server's response: its links and forms work; {response} goes back."))
    }

    /// The server's response that is not the page; nil if there is none.
    var answer: Document? {
        guard let body = visit?.answer, let url = visit?.result?.url ?? document?.url else { return nil }
        let kind = Document.Kind(
            visit?.result?.head?.headers ?? Headers(), body, chosen: encoding(of: url))
        var answer = Document(
            url: url, source: .answer, kind: kind, charsets: setup.environment.charsets, html: body,
            width: pageWidth(pageArea(plan)))
        answer.leaveForm()
        answer.method = document?.method ?? .get
        return answer
    }
}
