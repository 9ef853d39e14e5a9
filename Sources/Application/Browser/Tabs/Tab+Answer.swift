import CellGrid
import PageLayout
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

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

    // The page shown after a failure.

    /// Shows a page with the reason of the failure, and with what can be done.
    mutating func showFailure(_ result: SessionResult, _ around: inout TabContext) {
        var html = "<h1>\(Escaping.text(heading(result)))</h1>"
        html += "<p>\(Escaping.text(result.url.href))</p>"
        html += "<p>\(Escaping.text(result.reason.wordsWithoutOptions.sentence))</p>"
        html += certificateTable(result) + "<ul>"
        var commands: [Command] =
            around.reach == .offline ? [.toggleOffline, .openAddress] : [.reload, .openAddress]
        if result.outcome == .failed(.handedOver) { commands = [.listDownloads, .openAddress] }
        if visit?.answer != nil { commands.insert(.showAnswer, at: 0) }
        if result.outcome == .failed(.status(401)) { commands.append(.editRequest) }
        if case .failed(.certificateWanted, _, _) = result.reason { commands.append(.set) }
        if result.reason.unverified != nil { commands.insert(.acceptCertificate, at: 0) }
        if document?.isWorthReturning ?? false { commands.append(.back) }
        for binding in commands.compactMap({ around.keys.binding(of: $0) }) {
            let key = Escaping.text(around.keys.keyName(of: binding.command))
            html += "<li><b>\(key)</b> \(Escaping.text(binding.help))</li>"
        }
        html += "</ul>" + serverText(around)
        // A POST that redirected to a page by GET was accepted: only that page may be requested again.
        let isPassed = result.request.map { $0.method != visit?.opening.method.name } ?? false
        let url = isPassed ? result.url : result.requested
        put(Document(url: url, source: .own, html: Array(html.utf8), width: around.width), &around)
    }

    /// Returns a table of the certificate that could not be verified; empty if that is not why the session failed.
    private func certificateTable(_ result: SessionResult) -> String {
        guard let certificate = result.reason.unverified?.certificate else { return "" }
        let rows = SessionFact.certificate(certificate).lines().map { line in
            guard case .fact(let name, let value) = line else { return "" }
            let text = Escaping.text(VisibleText.line(value))
            return "<tr><td>\(name)</td><td>\(text.replacing(":", with: ":<wbr>"))</td></tr>"
        }
        return "<table>\(rows.joined())</table>"
    }

    /// Returns the beginning of the server's response as text. Its links and forms are available in the response
    /// itself: a page of this program has more rights than one of a server, so it contains no element of the server's.
    private func serverText(_ around: TabContext) -> String {
        guard let body = visit?.answer, let result = visit?.result else { return "" }
        var answer = Document(
            url: result.url, source: .answer,
            kind: around.kind(result.head?.headers ?? Headers(), body, at: result.url),
            charsets: around.charsets, html: body, width: max(1, around.width - 4))
        answer.leaveForm()
        answer.layOut(throughLine: Self.serverLines)
        let lines = (0..<min(answer.layout.lineCount, Self.serverLines)).map { line in
            String(decoding: answer.layout.line(line).bytes, as: UTF8.self)
        }
        guard lines.contains(where: { $0.contains { $0 != " " } }) else { return "" }
        let text = lines.map { Escaping.text(VisibleText.line($0)) }.joined(separator: "\n")
        return "<hr><h2>The server's response</h2><pre>\n\(text)</pre>"
    }

    /// The maximum number of lines of a response shown there.
    private static let serverLines = 60

    /// Keeps the page, since the server has nothing to show instead; its forms are reset if the server says so (RFC
    /// 9110 §15.3.5 and §15.3.6).
    mutating func stay(_ result: SessionResult, _ around: inout TabContext) {
        let words = "The server has nothing to show (\(heading(result)))"
        guard result.status == 205, !(document?.reader.filling.isEmpty ?? true) else {
            return around.show(.news(words + ": the page stays."))
        }
        document?.reader.filling = FormFilling()
        around.show(.news(words + ": the page stays, and its forms are reset."))
    }

    private func heading(_ result: SessionResult) -> String {
        if result.outcome == .failed(.notStored) { return "This page is not stored" }
        if result.outcome == .failed(.handedOver) { return "This is a file" }
        if SessionVerdict(result).ending == .noContent, let status = result.status {
            return heading(status, result)
        }
        guard case .failed(.status(let status)) = result.outcome else { return "This page cannot be shown" }
        return heading(status, result)
    }

    private func heading(_ status: Int, _ result: SessionResult) -> String {
        let phrase = result.head?.reason ?? ""
        return phrase.isEmpty ? "\(status)" : "\(status) \(phrase)"
    }
}
