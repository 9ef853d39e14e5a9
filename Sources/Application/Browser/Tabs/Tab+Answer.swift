import SonicProtocol

// The server's answer in the place of what stands for the page: an error's text, whose links and forms can be used.
extension Tab {
    /// Whether the server's answer is shown.
    var showsAnswer: Bool { document?.source == .answer }

    /// The page that the tab stands at, or the words in its place, whether or not the server's answer is shown.
    var standing: Document? { under ?? document }

    /// Shows the server's answer, as a page when it is HTML, else as it is.
    mutating func show(answer: Document) {
        leaveNavigation()
        under = document
        document = answer
    }

    /// Shows what the answer was shown in the place of.
    mutating func leaveAnswer() {
        guard let under else { return }
        document = under
        self.under = nil
    }
}

extension Model {
    /// Shows the server's answer, or what stands for the page again.
    mutating func showAnswer() {
        guard !account.tabs.front.showsAnswer else { return account.tabs.front.leaveAnswer() }
        guard let answer else { return }
        account.tabs.front.show(answer: answer)
        screen.focus(on: .page)
        notice = .news(
            keys.namingKeys("The server's response: its links and forms work; {response} goes back."))
    }

    /// The server's answer that is not the page; nil where there is none.
    var answer: Document? {
        guard let body = visit?.answer, let url = visit?.result?.url ?? document?.url else { return nil }
        let kind = Document.Kind(
            visit?.result?.head?.headers ?? Headers(), body, chosen: encoding(of: url))
        var answer = Document(
            url: url, source: .answer, kind: kind, charsets: setup.environment.charsets, html: body,
            width: pageWidth(pageArea(plan)))
        answer.leaveForm()
        answer.asked = document?.asked ?? .get
        return answer
    }
}
