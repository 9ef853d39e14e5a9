import CellGrid
import PageLayout
import SessionWords
import SonicProtocol
import SonicSession

// The page that stands in the place of one that failed.
extension Tab {
    /// Says on the page's place why there is no page, and what can be done.
    mutating func showFailure(_ result: SessionResult, _ around: inout TabContext) {
        var html = "<h1>\(Escaping.text(heading(result)))</h1>"
        html += "<p>\(Escaping.text(result.url.href))</p>"
        html += "<p>\(Escaping.text(result.reason.words.sentence))</p><ul>"
        var commands: [Command] =
            around.reach == .offline ? [.toggleOffline, .openAddress] : [.reload, .openAddress]
        if result.outcome == .failed(.handedOver) { commands = [.listDownloads, .openAddress] }
        if visit?.answer != nil { commands.insert(.showAnswer, at: 0) }
        if document?.isWorthReturning ?? false { commands.append(.back) }
        for binding in commands.compactMap({ around.keys.binding(of: $0) }) {
            let key = Escaping.text(around.keys.keyName(of: binding.command))
            html += "<li><b>\(key)</b> \(Escaping.text(binding.help))</li>"
        }
        html += "</ul>" + serverText(around)
        // A POST that led on to a page by GET was taken in: only that page is to be asked for again.
        let isPassed = result.request.map { $0.method != visit?.opening.method.name } ?? false
        let url = isPassed ? result.url : result.requested
        put(Document(url: url, source: .own, html: Array(html.utf8), width: around.width), &around)
    }

    /// The beginning of what the server has sent about it, as text: its links and forms are in the response itself. A page of
    /// this program may do what one of a server may not, so that no element of the server's is a part of it.
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

    /// The most lines of a response that are shown there.
    private static let serverLines = 60

    /// Leaves the page where it is, since the server had nothing to show in its place; its forms are as the page has them
    /// where the server says so (RFC 9110 §15.3.5 and §15.3.6).
    mutating func stay(_ result: SessionResult, _ around: inout TabContext) {
        let words = "The server has nothing to show (\(heading(result)))"
        guard result.status == 205, !(document?.filling.isEmpty ?? true) else {
            return around.show(.news(words + ": the page stays."))
        }
        document?.filling = FormFilling()
        around.show(.news(words + ": the page stays, and its forms are reset."))
    }

    private func heading(_ result: SessionResult) -> String {
        if result.outcome == .failed(.notStored) { return "This page is not stored" }
        if result.outcome == .failed(.handedOver) { return "This is a file" }
        if result.hasNothingToShow, let status = result.status { return heading(status, result) }
        guard case .failed(.status(let status)) = result.outcome else { return "This page cannot be shown" }
        return heading(status, result)
    }

    private func heading(_ status: Int, _ result: SessionResult) -> String {
        let phrase = result.head?.reason ?? ""
        return phrase.isEmpty ? "\(status)" : "\(status) \(phrase)"
    }
}

extension SessionResult {
    /// Whether the server did what it was asked, and wants the page to stay.
    var hasNothingToShow: Bool { status == 204 || status == 205 }
}
