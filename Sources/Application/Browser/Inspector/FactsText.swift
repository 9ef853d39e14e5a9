import CellGrid
import Exchanges
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

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
        var lines = page + ids + [StyledLine()]
        if let result = visit.result {
            lines += ending(result) + figures(result)
        } else {
            lines += fact("state", visit.isBusy ? visit.activity : "stopped")
        }
        for section in Explanation(visit.trace, secrets: secrets).steps {
            lines += [StyledLine(), StyledLine(" " + section.title, .paneTitle)]
            lines += section.lines.flatMap(explained)
        }
        return lines
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

    private func ending(_ result: SessionResult) -> [StyledLine] {
        let code = result.outcome.code.map { " (\($0))" } ?? ""
        var lines = fact("outcome", result.outcome.name + code)
        lines += fact("because", result.reason.words)
        lines += fact("answered by", result.answeredBy?.rawValue)
        lines += fact("compared by", result.by.rawValue)
        for edit in result.edits { lines += fact("edited", edit.words) }
        if result.edits.isEmpty, result.showsEdits {
            lines += fact("edited", "the page was edited by hand when it was stored")
        }
        lines += fact("exception", result.exception?.text)
        let changed = result.changedBlocks.joined(separator: ", ")
        lines += fact("changed", result.changedBlocks.isEmpty ? nil : changed)
        lines += result.addedHeaders.flatMap { fact("added", "\($0.name): \(secrets.value(of: $0))") }
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
        lines += fact("painted", visit.painted?.brief)
        return lines + SessionPhase.allCases.flatMap { fact($0.rawValue, result.timings[$0]?.brief) }
    }

    /// Returns a fact; nothing if it is nil.
    private func fact(_ name: String, _ value: String?) -> [StyledLine] {
        value.map { StyledLine.fact(name, $0, nameWidth: 12, to: width) } ?? []
    }

    // MARK: Explanation

    private func explained(_ line: Explanation.Line) -> [StyledLine] {
        switch line {
        case .fact(let name, let value):
            let label = name.padded(to: Explanation.nameWidth - 1) + " "
            return labelled(
                label, value, .name, indent: min(Explanation.nameWidth + 1, max(3, width.value / 3)))
        case .wire(let text):
            guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains(" ") else {
                return labelled("", text, .text, indent: 3)
            }
            return labelled(
                String(text[...colon]), String(text[text.index(after: colon)...]), .name, indent: 3)
        case .why(let text):
            return StyledLine.wrapped(text, .dimmed, to: width, first: "     · ", indent: "       ")
        case .trial(let trial): return rule(trial)
        case .words(let text):
            return StyledLine.wrapped(text, .text, to: width, first: " ", indent: "   ")
        }
    }

    /// Returns the lines of a rule; a word as well as the colour shows whether it applies.
    private func rule(_ trial: RuleTrial) -> [StyledLine] {
        let words = "\(trial.rule.question)? \(trial.evidence)"
        guard trial.fits else {
            return labelled("no  \(trial.rule.rawValue): ", words, .dimmed, indent: 5, rest: .dimmed)
        }
        return labelled("yes \(trial.rule.rawValue): ", words, .stepDone, indent: 5)
    }

    /// Returns text after a label of another colour, wrapped as one text.
    private func labelled(
        _ label: String, _ words: String, _ role: Role, indent: Int, rest: Role = .text
    ) -> [StyledLine] {
        let label = VisibleText.line(label)
        var lines = StyledLine.wrapped(
            label + VisibleText.line(words), rest, to: width, first: " ",
            indent: String(repeating: " ", count: indent))
        if let first = lines.first?.text, first.hasPrefix(" " + label) {
            lines[0] = StyledLine([
                StyledLine.Run(text: " " + label, role: role),
                StyledLine.Run(text: String(first.dropFirst(label.count + 1)), role: rest),
            ])
        }
        return lines
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
