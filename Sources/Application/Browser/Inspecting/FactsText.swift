import CellGrid
import Exchanges
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

/// The text shown by `=`: all facts about the session of the page.
struct FactsText {
    /// The visit.
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

    /// All lines.
    var lines: [StyledLine] {
        var lines = page + ids + [StyledLine()]
        if let result = visit.result {
            lines += ending(result) + figures(result)
        } else {
            lines += fact("state", visit.isBusy ? visit.activity : "stopped")
        }
        return lines
            + ExplanationText(steps: Explanation(visit.trace, secrets: secrets).steps, width: width).lines
    }

    private var page: [StyledLine] {
        var lines = fact("address", visit.result?.url.href ?? visit.opening.url.href)
        for hop in visit.result?.redirects ?? [] {
            let then = hop.isCached ? ", when it was last requested" : ""
            lines += fact("redirected", "\(hop.status) from \(hop.from.href)\(then)")
        }
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
        if let styles {
            lines += fact("style sheets", styles)
        }
        if let bookmark { lines += fact("bookmarked", bookmark) }
        if let pause { lines += fact("requests", pause) }
        return lines
    }

    private var ids: [StyledLine] {
        let url = visit.result?.url ?? visit.opening.url
        let clientIDs = ClientPageIDs(url: url, account: account, hashes: hashes)
        var lines = fact("account", account.isEmpty ? "(none)" : account)
        if let id = visit.result?.pageID { lines += fact("page id", id.digest) }
        lines += fact(
            "iOS id", clientIDs.ios + (clientIDs.iosIsUncertain ? " (or another: its order varies)" : ""))
        return lines + fact("Android id", clientIDs.android)
    }

    private func ending(_ result: SessionResult) -> [StyledLine] {
        let code = result.outcome.code.map { " (\($0))" } ?? ""
        var lines = fact("outcome", result.outcome.name + code)
        lines += fact("because", result.reason.words)
        if let name = result.answeredBy { lines += fact("answered by", name.rawValue) }
        lines += fact("compared by", result.by.rawValue)
        for edit in result.edits { lines += fact("edited", edit.words) }
        if result.edits.isEmpty, result.showsEdits {
            lines += fact("edited", "the page was edited by hand when it was stored")
        }
        if let exception = result.exception { lines += fact("exception", exception.text) }
        if !result.changedBlocks.isEmpty {
            lines += fact("changed", result.changedBlocks.joined(separator: ", "))
        }
        for field in result.addedHeaders {
            lines += fact("added", "\(field.name): \(secrets.value(of: field))")
        }
        if let age = visit.trace.begunBefore { lines += fact("begun", "\(age.brief) before it was opened") }
        if case .hit(let number, _) = visit.trace.screen.cache {
            lines += fact("shown first", "stored version \(number)")
        }
        lines += fact("cache", result.storage.words)
        for finding in result.findings.map(\.finding) {
            lines += fact(finding.severity.rawValue, "\(finding.rule.rawValue): \(finding.message)")
        }
        return lines
    }

    private func figures(_ result: SessionResult) -> [StyledLine] {
        var lines = fact("received", "\(result.bytesReceived) bytes")
        lines += fact("sent", "\(result.bytesSent) bytes")
        if let painted = visit.painted { lines += fact("painted", painted.brief) }
        for phase in SessionPhase.allCases {
            if let time = result.timings[phase] { lines += fact(phase.rawValue, time.brief) }
        }
        return lines
    }

    private func fact(_ name: String, _ value: String) -> [StyledLine] {
        StyledLine.fact(name, value, nameWidth: 12, to: width)
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
