import CellGrid
import SessionReports
import SessionWords
import SonicSession

/// The text of the state pane: how the session ended, why, and what was received; the steps and the outcomes; the last
/// sessions; what requires an action. The evidence is in the session's details.
struct StateText {
    /// The visit; nil before the first.
    let visit: Visit?
    /// The running time of its session; nil if none is running.
    var elapsed: Duration?
    /// The age of a page that no server has just confirmed; otherwise nil.
    var age: String?
    /// What the next request of the page will do; nil if that is not known.
    var next: String?
    /// What changed since the reader has seen the page; nil for nothing.
    var news: String?
    /// The timeline of the page's watch; nil for none.
    var timeline: TimelineText?
    /// Whether the reader is choosing among the polls of the watch.
    var hasCursor = false
    var keys = KeyTable.standard
    /// A description of what is intercepted for the page; nil for nothing.
    var intercepted: String?
    /// The last sessions of the page, the latest last.
    var runs: [SessionRow] = []
    /// The characters in which they are drawn.
    var plot = Plot(.drawn)
    /// Whether blank rows separate the parts.
    var isSpaced = true
    let width: Column

    /// All lines; a timeline is at the end, at a fixed position.
    var lines: [StyledLine] {
        guard let timeline else { return head }
        return head + timeline.heading + timeline.rows(hasCursor: hasCursor)
    }

    /// The lines above the timeline.
    var head: [StyledLine] {
        guard let visit else {
            return named("No page opened yet: {open} opens one.", .dimmed)
        }
        var lines = [verdict(of: visit)] + interceptedLines + changeLines(of: visit)
        lines += [
            news.map { wrapped($0, .text) }, age.map { wrapped($0, .name) },
            next.map { wrapped("next: " + $0, .text) },
        ].compactMap(\.self).joined()
        let gap = isSpaced ? [StyledLine()] : []
        lines += bytesLine(of: visit) + errorLines(of: visit) + editLines(visit) + gap
        lines += stepLines(of: visit) + [machine(of: visit)]
        let runs = RunsText(runs: runs, plot: plot, width: width)
        let history = timeline == nil ? runs.lines : [runs.strip].compactMap(\.self)
        return lines + (history.isEmpty && timeline == nil ? [] : gap) + history
    }

    /// Returns text wrapped at the pane's width.
    func wrapped(_ text: String, _ role: Role, first: String = " ") -> [StyledLine] {
        StyledLine.wrapped(text, role, to: max(1, width - 1), first: first, indent: " ")
    }

    /// Returns text that names commands in braces, with their keys.
    private func named(_ text: String, _ role: Role, lead: String = " ") -> [StyledLine] {
        keys.line(text, role).wrapped(to: max(1, width - 1), lead: lead)
    }

    // MARK: Errors

    /// Returns the problems that require an action of the reader.
    private func errorLines(of visit: Visit) -> [StyledLine] {
        var lines: [StyledLine] = []
        if visit.hasNewerCopy { lines += named(Visit.newerCopy, .name, lead: " ! ") }
        if let retry = visit.trace.retry, visit.isBusy {
            lines += wrapped("\(retry.words): \(retry.reason)".sentence, .failure, first: " ! ")
        }
        if let report = visit.report, let count = report.count {
            let role = Role(report.findings.map(\.severity).max())
            lines += named("\(count): press {findings} for details", role, lead: " ! ")
        }
        if visit.isBusy {
            for note in visit.trace.notes { lines += wrapped(note.words.ended, .dimmed) }
        }
        for finding in visit.result?.findings.map(\.finding) ?? [] {
            let words = "\(finding.severity.rawValue): \(finding.message)".ended
            lines += wrapped(words, Role(finding.severity), first: " ! ")
        }
        return lines
    }

    // MARK: Interception

    /// The intercepted exchange of the page, and the keys that forward it.
    private var interceptedLines: [StyledLine] {
        guard let intercepted else { return [] }
        let ways =
            "{forward-intercepted} forwards it, {edit-intercepted} edits it, {drop-intercepted} drops it"
        return wrapped(VisibleText.line(intercepted), .stepActive, first: " ▶ ")
            + named(ways, .name, lead: "   ")
    }

    /// Returns the edits made by hand.
    private func editLines(_ visit: Visit) -> [StyledLine] {
        (visit.result?.edits ?? visit.trace.turns.flatMap(\.edits)).flatMap { edit in
            wrapped(VisibleText.line(edit.words).ended, .name, first: " * ")
        }
    }

    // How the session ended, what changed, and what was received.

    /// Returns the outcome with its sign, the versions, and at the right the time; while the session is running, its
    /// activity.
    func verdict(of visit: Visit) -> StyledLine {
        var line = StyledLine(" ", .text)
        let mark = visit.mark(plot)
        line.append("\(mark.sign) \(visit.headline)", mark.role)
        var time =
            switch visit.state {
            case .running: elapsed.map(Self.seconds) ?? ""
            case .stopped: ""
            case .ended(let after): after.brief
            }
        let room = width - 1
        if let versions = visit.versionWords {
            // The second blank is dropped if the time needs it.
            let gap = line.width + TextWidth.columns(of: versions + time) + 3 > room ? " " : "  "
            line.append(gap + versions, .text)
        }
        if line.width + TextWidth.columns(of: time) + 1 > room { time = "" }
        if !time.isEmpty {
            line.pad(to: room - TextWidth.columns(of: time))
            line.append(time, mark.role)
        }
        return line
    }

    /// Returns a running time in whole seconds, from one second on, as it is updated once a second.
    private static func seconds(_ duration: Duration) -> String {
        let seconds = duration.wholeSeconds
        return seconds < 1 ? "" : seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    }

    /// Returns the line with what changed, or with the reason of a failure.
    func changeLines(of visit: Visit) -> [StyledLine] {
        guard let words = visit.changeWords else { return [] }
        if visit.verdict?.isTrouble ?? false { return wrapped(words.ended, visit.mark(plot).role) }
        // Many names must not push the rest down.
        let short = TextWidth.shortened(words, to: max(1, (width - 4) * 3))
        return Array(wrapped(short, .text).prefix(3))
    }

    /// Returns the line with the bytes received of the page's size, and at the right the saving or the progress.
    func bytesLine(of visit: Visit) -> [StyledLine] {
        guard let (words, part) = visit.bytesWords else { return [] }
        var line = StyledLine(" " + TextWidth.shortened(words, to: max(1, width - 2)), .text)
        let room = width - 1 - TextWidth.columns(of: part)
        if line.width < room {
            line.pad(to: room)
            line.append(part, .text)
        }
        return [line]
    }
}
