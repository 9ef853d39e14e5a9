import CellGrid
import SessionReports
import SonicProtocol
import SonicSession

/// The views of the inspector that are made of words: each has a summary, or the reason why nothing is known, and lines.
struct InspectedText {
    /// The session and the request.
    let session: InspectedSession
    /// The available columns.
    let width: Column
    /// How secrets are handled.
    let secrets: Secrets
    /// The key that reveals masked secrets.
    var revealingKey = ""

    /// A summary with its lines.
    typealias Words = (what: String, lines: [StyledLine])

    var exchange: SessionTrace.Turn { session.exchange }

    var visit: Visit { session.visit }

    private func fact(_ name: String, _ value: String?) -> [StyledLine] {
        value.map { StyledLine.fact(name, VisibleText.line($0), nameWidth: 14, to: width) } ?? []
    }

    // MARK: Connection

    /// The facts about the connection of the request; unknown ones are omitted.
    var connection: Words {
        guard let request = exchange.request else { return (session.unasked, []) }
        let url = SessionFact.address(request.url.withoutFragment.withoutCredentials)
        let facts = SessionReport.connection(exchange)
        let what = facts.isEmpty ? session.unanswered : "The connection to \(request.url.host)"
        return (what, StyledLine.lines([url] + facts, secrets, to: width))
    }

    // MARK: Timing

    private static let nameColumns = 10
    private static let timeColumns = 9

    /// The duration of each phase of the session, as bars on a common scale. Only measured times are shown.
    var timing: Words { (timingSummary, timingLines) }

    private var timingSummary: String {
        guard let result = visit.result, let after = visit.took else {
            return visit.isBusy ? "The session is running" : "The session was stopped"
        }
        return "\(after.brief) from opening to end, \(result.bytesReceived.bytes) received, "
            + "\(result.bytesSent.bytes) sent"
    }

    /// One line for each phase in the order of their starts, then the page's first frame.
    private var timingLines: [StyledLine] {
        let bars = bars
        // Phases count from the start of the session, which may be before the page was opened.
        let shown = visit.painted.map { $0 + (visit.trace.begunBefore ?? .zero) }
        let ends = bars.map { $0.start + $0.time } + [shown ?? .zero]
        let scale = max(ends.max() ?? .zero, .microseconds(1))
        var lines = bars.map { line($0.name, $0.time.brief, from: $0.start, to: $0.start + $0.time, scale) }
        if let painted = visit.painted, let shown {
            lines.append(line("shown", painted.brief, from: shown, to: shown, scale))
            lines += note("shown: from opening the page to its first frame, layout included")
        }
        if let age = visit.trace.begunBefore {
            lines += note("started \(age.brief) before the page was opened")
        }
        for case (let index, let report?) in visit.trace.turns.map(\.report).enumerated() {
            lines += StyledLine.lines([.request(number: index + 1, report)], secrets, to: width)
        }
        return lines.isEmpty ? note("No phase started.") : lines
    }

    /// The duration of a phase is the measured one, else the time until the next begins.
    private var bars: [(name: String, start: Duration, time: Duration)] {
        visit.trace.steps.enumerated().compactMap { index, step in
            let next = index + 1 < visit.trace.steps.count ? visit.trace.steps[index + 1].at : nil
            let isOnce = visit.trace.steps.count { $0.phase == step.phase } == 1
            let measured = isOnce ? visit.result?.timings[step.phase] : nil
            guard let time = measured ?? (next ?? visit.took).map({ max(.zero, $0 - step.at) }) else {
                return nil
            }
            return (SessionFact.word(of: step.phase), step.at, time)
        }
    }

    private func line(
        _ name: String, _ figure: String, from start: Duration, to end: Duration, _ scale: Duration
    ) -> StyledLine {
        let room = max(1, width.value - Self.nameColumns - Self.timeColumns - 3)
        let first = min(room - 1, Int(Double(room) * (start / scale)))
        let last = max(first + 1, min(room, Int((Double(room) * (end / scale)).rounded())))
        var line = StyledLine(" " + name.padded(to: Self.nameColumns), .name)
        line.append(figure.leftPadded(to: Self.timeColumns) + " ", .text)
        line.append(String(repeating: " ", count: first), .text)
        let sign = start == end ? "▏" : String(repeating: "█", count: last - first)
        line.append(sign, .stepDone)
        return line
    }

    private func note(_ text: String) -> [StyledLine] { StyledLine.paragraph(text, to: width, lead: " · ") }

    // MARK: Callback

    /// The data that VasSonic's clients would pass to the page's script, `getDiffDataCallback`, after the session
    /// (docs/reference/protocol.md#callback), with the changed data at the end. No script runs here: it is for authors of
    /// pages.
    var callback: Words {
        switch visit.callback {
        case .pending:
            return (
                visit.isBusy
                    ? "The page's script is called when the session has ended." : "The session was stopped.",
                []
            )
        case .discarded: return ("The callback is no longer in memory. Reload the page to see it.", [])
        case .nothing:
            let outcome = "\(visit.verdict?.name ?? "none"), for which VasSonic has no code"
            return (
                "sonicStatus 0: nothing is passed to the page's script",
                fact("sonicStatus", "0, nothing was passed")
                    + fact("outcome", outcome)
            )
        case .known(let callback):
            let count = callback.update?.blocks.count
            let blocks = count.map { ", \($0) changed \($0 == 1 ? "block" : "blocks")" } ?? ""
            let codes = "code \(callback.code), source code \(callback.srcCode)\(blocks)"
            return ("sonicStatus \(SonicStatus(callback).rawValue), \(codes)", lines(of: callback))
        }
    }

    /// What the page's own script did with the callback.
    func lines(of run: Inspector.ScriptRun, _ key: String?) -> [StyledLine] {
        switch run {
        case .none:
            key.map { note("\($0) passes it to the page's own script, in a process without rights") } ?? []
        case .running: note("the page's script is running")
        case .ended(let verdict):
            StyledLine.paragraph(verdict.summary, Self.role(verdict.judgement), to: width)
                + verdict.details.flatMap { note(VisibleText.line($0)) } + [StyledLine()]
        }
    }

    private static func role(_ judgement: CallbackVerdict.Judgement) -> Role {
        switch judgement {
        case .shown: .stepDone
        case .notShown: .failure
        case .notJudged: .caution
        }
    }

    private func lines(of callback: DiffCallback) -> [StyledLine] {
        let status = SonicStatus(callback)
        var lines = fact("sonicStatus", "\(status.rawValue), \(SessionVerdict.words(for: status))")
        lines += fact("code", "\(callback.code), \(Self.name(callback.code)): the result for the page")
        lines += fact(
            "srcCode", "\(callback.srcCode), \(Self.name(callback.srcCode)): the result of the response alone"
        )
        if let update = callback.update { lines += fact("refresh time", "\(update.localRefreshTime) ms") }
        let extra = callback.extra
        lines += fact("eTag", extra.etag) + fact("template-tag", extra.templateTag)
        lines += fact("cache-offline", extra.cacheOffline)
        lines += fact("isReload", extra.isReload ? "true" : "false")
        for block in callback.update?.blocks ?? [] {
            lines += [StyledLine(), StyledLine(" \(VisibleText.line(block.name))", .heading)]
            var text = ByteText(Array(block.text.utf8), .text, .html, width: width)
            text.layOut(throughRow: Self.blockRows)
            lines += text.lines(0..<min(text.rowCount, Self.blockRows))
            if !text.isWhole || text.rowCount > Self.blockRows {
                lines += StyledLine.paragraph("… \(block.text.utf8.count.bytes) in all", to: width)
            }
        }
        return lines
    }

    /// The maximum number of rows of a block shown here; the other forms have all of it.
    private static let blockRows = 200

    private static func name(_ code: Int) -> String {
        let outcomes: [Outcome] = [.firstLoad, .templateChange, .dataUpdate, .allCached]
        return outcomes.first { $0.code == code }?.kind.words ?? "unknown"
    }
}
