import CellGrid
import SessionReports
import SonicProtocol
import SonicSession

/// The text shown by `=`: all facts about the session of the page.
struct FactsText {
    let visit: Visit
    /// The account in use; empty for none.
    let account: String
    /// The hash functions, for the ids.
    let hashes: Hashes
    /// The page on the screen.
    let document: Document?
    /// The facts about the page's style sheets; nil for a page without any.
    let styles: String?
    /// How secrets are handled.
    var secrets = Secrets.masked
    /// The facts about the page's bookmark; nil for none.
    var bookmark: String?
    /// The reason why the page is not requested as usual; nil for none.
    var pause: String?
    /// The available columns.
    let width: Column

    var lines: [StyledLine] {
        let report = visit.sessionReport
        var lines = page(report) + ids + [StyledLine()]
        if visit.result != nil {
            let findings = report.findings.map { Fact.finding($0) }
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
        if let document, document.source != .own {
            if !document.layout.title.isEmpty { lines += fact("title", document.layout.title) }
            let count = document.layout.isComplete ? ", \(document.layout.lineCount) lines" : ""
            lines += fact("size", document.length.byteText + count)
            lines += fact("encoding", document.encodingWords)
        }
        if let answer = visit.answer {
            lines += fact("response", "\(answer.count.byteText), not the page on the screen")
        }
        lines += fact("style sheets", styles)
        return lines + fact("bookmarked", bookmark) + fact("requests", pause)
    }

    private var ids: [StyledLine] {
        let url = visit.result?.url ?? visit.opening.url
        let clientIDs = ClientPageIDs(url: url, account: account, hashes: hashes)
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

/// The overlay of all facts about the session.
struct FactsOverlay: TextOverlay {
    var text = ScrolledText()

    var title: String { "About this session" }

    var hints: [Command] { [.closeOverlay, .toggleSecrets, .lineDown, .lineUp, .pageDown, .quitAtOnce] }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        guard let visit = model.subject else { return false }
        let isInFront = visit.opening.visit == model.visit?.opening.visit
        text.lines =
            FactsText(
                visit: visit, account: model.account.name, hashes: model.setup.hashes,
                document: isInFront ? model.document : nil,
                styles: isInFront ? model.styleWords : nil, secrets: model.shownSecrets,
                bookmark: isInFront ? model.bookmarkWords : nil,
                pause: isInFront ? model.pauseWords : nil, width: area.columns
            ).lines
        text.clamp(height: height(in: area))
        return true
    }
}
