import CellGrid
import SessionWords
import SonicSession

/// The state pane's words, the verdict first: how the session ended and what that cost, what changed, the steps and
/// the outcomes, the last sessions, errors, and only then the evidence.
struct StateText {
    /// The visit that is told of; nil before the first.
    let visit: Visit?
    /// How long its session has been at work; nil where none is.
    var elapsed: Duration?
    /// How old the page is where nobody has just confirmed it; nil where somebody has.
    var age: String?
    /// What keeps the page from being requested as usual; nil for nothing.
    var pause: String?
    /// What changed since the reader has seen the page; nil for nothing.
    var news: String?
    /// What is said of the page's watch; nil for none.
    var timeline: TimelineText?
    /// Whether the reader chooses among the polls of the watch.
    var hasCursor = false
    /// The keys in force.
    var keys = KeyTable.standard
    /// What is intercepted of the page, in words; nil for nothing.
    var intercepted: String?
    /// The last sessions of the page, the latest last.
    var runs: [SessionRow] = []
    /// What they are drawn with.
    var plot = Plot(.drawn)
    /// The columns there are.
    let width: Column

    /// All lines; a timeline stands below the errors, where its window is.
    var lines: [StyledLine] {
        guard let timeline else {
            return head + evidence(bars: RunsText(runs: runs, plot: plot, width: width).bars)
        }
        return head + timeline.heading + timeline.rows(hasCursor: hasCursor) + evidence(bars: [])
    }

    /// The lines above the timeline and the evidence: what happened, down to the errors.
    var head: [StyledLine] {
        guard let visit else { return wrapped("No page opened yet.", .dimmed) }
        var lines = [verdict(of: visit)] + interceptedLines + changeLines(of: visit)
        lines += [
            news.map { wrapped($0, .added) }, age.map { wrapped($0, .name) },
            pause.map { wrapped($0, .name) },
        ].compactMap(\.self).joined()
        lines += bytesLine(of: visit) + stepLines(of: visit) + [machine(of: visit)] + lastLines
        return lines + errorLines(of: visit) + editLines(visit)
    }

    /// Words that are broken at the pane's width.
    func wrapped(_ text: String, _ role: Role, first: String = " ") -> [StyledLine] {
        StyledLine.wrapped(text, role, to: max(1, width - 1), first: first, indent: " ")
    }

    /// The last outcomes as a strip.
    private var lastLines: [StyledLine] {
        RunsText(runs: runs, plot: plot, width: width).strip.map { [$0] } ?? []
    }

    // MARK: Errors

    /// What the reader should do something about.
    private func errorLines(of visit: Visit) -> [StyledLine] {
        var lines: [StyledLine] = []
        if visit.hasNewerCopy { lines += wrapped(keys.namingKeys(Visit.newerCopy), .name, first: " ! ") }
        if let retry = visit.trace.retry, visit.isBusy {
            lines += wrapped("\(retry.words): \(retry.reason)".sentence, .failure, first: " ! ")
        }
        if let count = visit.report?.count {
            let key = keys.keyName(of: .showFindings)
            lines += wrapped("\(count): press \(key) for details", .failure, first: " ! ")
        }
        for finding in visit.result?.findings.map(\.finding) ?? [] {
            let words = "\(finding.severity.rawValue): \(finding.message)".ended
            lines += wrapped(words, finding.severity == .note ? .dimmed : .failure, first: " ! ")
        }
        return lines
    }

    // MARK: Evidence

    /// What the verdict rests on; hashes come last.
    /// - Parameter bars: What the last sessions cost.
    private func evidence(bars: [StyledLine]) -> [StyledLine] {
        guard let visit else { return [] }
        var lines = bars
        if let words = visit.result?.by.words { lines += wrapped(words, .dimmed) }
        switch visit.state {
        case .ended(let result, _):
            // Of a failure the reason is what happened, and stands above.
            if !result.outcome.isTrouble { lines += wrapped(result.reason.words.ended, .text) }
        case .running: for note in visit.trace.notes { lines += wrapped(note.words.ended, .dimmed) }
        case .stopped: break
        }
        return lines.isEmpty ? [] : [StyledLine()] + lines
    }
}
