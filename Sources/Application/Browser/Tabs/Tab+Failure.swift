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
        html += "</ul>"
        // A POST that led on to a page by GET was taken in: only that page is to be asked for again.
        let isPassed = result.request.map { $0.method != visit?.opening.method.name } ?? false
        let url = isPassed ? result.url : result.requested
        put(Document(url: url, source: .own, html: Array(html.utf8), width: around.width), &around)
    }

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
