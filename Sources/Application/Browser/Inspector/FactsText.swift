import CellGrid
import SessionReports
import SonicProtocol
import SonicSession

/// The text shown by `=`: all facts about the session of the page.
struct FactsText {
    let visit: Visit
    let model: Model
    /// The available columns.
    let width: Column

    private var secrets: Secrets { model.shownSecrets }

    /// Whether the page of the visit is that on the screen.
    private var isInFront: Bool { visit.opening.visit == model.visit?.opening.visit }

    var lines: [StyledLine] {
        let report = visit.sessionReport
        var lines = page(report) + ids + [StyledLine()]
        if visit.result != nil {
            let findings = report.findings.map { SessionFact.finding($0) }
            lines += StyledLine.lines(report.outcome + findings + report.cost, secrets, to: width)
        } else {
            lines += fact("state", visit.isBusy ? visit.activity : "stopped")
        }
        for section in report.steps {
            lines += [StyledLine(), StyledLine(" " + section.title, .paneTitle)]
            lines += section.lines(secrets).flatMap { StyledLine.lines($0, to: width) }
        }
        return lines
    }

    private func page(_ report: SessionReport) -> [StyledLine] {
        let url = visit.result?.url ?? visit.opening.url
        var lines = StyledLine.lines([.address(url)] + report.redirects, secrets, to: width)
        // The text of an own page of this program is not the page: its title and size are not the page's.
        if isInFront, let document = model.document, document.source != .own {
            if !document.layout.title.isEmpty { lines += fact("title", document.layout.title) }
            let count = document.layout.isComplete ? ", \(document.layout.lineCount) lines" : ""
            lines += fact("size", document.length.byteText + count)
            lines += fact("encoding", document.encodingWords)
        }
        if let answer = visit.answer {
            lines += fact("response", "\(answer.count.byteText), not the page on the screen")
        }
        guard isInFront else { return lines }
        lines += fact("style sheets", model.styleWords)
        lines += fact("files", model.folderOfPage.map { "\($0): html, temp, data, cfg" })
        return lines + fact("bookmarked", model.bookmarkWords) + fact("next request", model.nextWords)
    }

    private var ids: [StyledLine] {
        let url = visit.result?.url ?? visit.opening.url
        let account = model.account.name
        let clientIDs = ClientPageIDs(url: url, account: account, hashes: model.setup.hashes)
        var lines = fact("account", account.isEmpty ? "(none)" : account)
        lines += fact("page id", visit.result?.pageID.digest)
        lines += fact(
            "iOS id", clientIDs.ios + (clientIDs.iosIsUncertain ? " (or another: its order varies)" : ""))
        return lines + fact("Android id", clientIDs.android)
    }

    /// Returns a fact about the page on the screen; nothing if it is nil.
    private func fact(_ name: String, _ value: String?) -> [StyledLine] {
        value.map { StyledLine.lines(ReportLine.fact(name, $0), to: width) } ?? []
    }
}
