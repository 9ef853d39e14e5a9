import BrowserValues
import CellGrid
import SonicProtocol
import SonicSession

/// The output of `sonic watch`: a line of text or an object for each change.
struct WatchReport {
    /// Whether the output is JSON.
    let isJSON: Bool
    /// Whether lines contain the page's address.
    let namesPages: Bool
    /// The destination of the output.
    let output: WatchOutput

    /// Prints a change of a page.
    /// - Parameters:
    ///   - run: The number of the page's run, from 1.
    ///   - pace: The polling interval.
    func print(_ news: WatchNews, of url: WebURL, run: Int, pace: Pace, at time: Instant) {
        guard isJSON else { return print(news.run, url, Self.words(news, pace), at: time) }
        print(
            Self.members(news.run, event: String(caseOf: news.kind), url, run, news.unchanged, at: time)
                + Self.figures(news.kind))
    }

    /// Prints a run that is not a change, but meets the condition.
    func goalMet(_ run: WatchRun, of url: WebURL, run number: Int, at time: Instant) {
        guard isJSON else { return print(run, url, "the condition of --until is met", at: time) }
        print(Self.members(run, event: "met", url, number, 0, at: time))
    }

    /// Prints that the command of `--exec` failed.
    func commandFailed(_ url: WebURL, _ words: String, _ ending: ShellCommand.Ending) {
        output.complain(words)
        guard isJSON else { return }
        var status: JSONValue = .null
        if case .exited(let number) = ending { status = .integer(Int(number)) }
        print([
            .init("event", "commandFailed"), .init("url", .string(url.href)), .init("status", status),
            .init("message", .string(words)),
        ])
    }

    /// Prints the statistics of all runs.
    /// - Parameter plots: The lines of the plots, for output to a terminal.
    func end(_ list: WatchList, _ ending: WatchLoop.Ending, lasted: Duration, plots: [String] = []) {
        let tally = list.tally
        let latencies = list.watches.flatMap(\.runs).filter(\.isAnswered).map(\.latency).sorted()
        guard isJSON else {
            var words =
                "\(String.counted(tally.runs, "poll")) in \(lasted.brief): "
                + "\(tally.changes) changed, "
                + (tally.sourceChanges > 0 ? "\(tally.sourceChanges) only in the source, " : "")
                + "\(tally.unchanged) unchanged, \(tally.failures) failed; "
                + "\(tally.bytes.byteText) received"
            if let least = latencies.first, let most = latencies.last {
                let median = latencies[latencies.count / 2]
                words += "; latency \(least.brief) to \(most.brief), median \(median.brief)"
            }
            output.print(words)
            return plots.forEach(output.print)
        }
        print([
            .init("event", "ended"), .init("why", .string(ending.rawValue)),
            .init("runs", .integer(tally.runs)),
            .init("changes", .integer(tally.changes)),
            .init("sourceChanges", .integer(tally.sourceChanges)),
            .init("unchanged", .integer(tally.unchanged)), .init("failures", .integer(tally.failures)),
            .init("bytesReceived", .integer(tally.bytes)),
            .init("lasted", .number(lasted.millisecondsToMicrosecond)),
            .init(
                "latency",
                latencies.isEmpty
                    ? .null
                    : [
                        "least": .number(latencies[0].millisecondsToMicrosecond),
                        "median": .number(latencies[latencies.count / 2].millisecondsToMicrosecond),
                        "most": .number(latencies[latencies.count - 1].millisecondsToMicrosecond),
                    ]),
        ])
    }

    /// Returns the environment variables of the command for a change.
    static func variables(
        _ news: WatchNews, of url: WebURL, run: Int, at time: Instant
    ) -> [(name: String, value: String)] {
        [
            ("SONIC_URL", url.href), ("SONIC_OUTCOME", news.run.outcome.name),
            ("SONIC_BLOCKS", VisibleText.line(news.run.changedBlocks.joined(separator: ","))),
            ("SONIC_REASON", VisibleText.line(news.run.reason)), ("SONIC_RUN", "\(run)"),
            ("SONIC_UNCHANGED", "\(news.unchanged)"), ("SONIC_TIME", CalendarTime.timestamp(time)),
            ("SONIC_EXCEPTION", VisibleText.line(news.run.exception ?? "")),
        ]
    }

    // MARK: Words

    private func print(_ run: WatchRun, _ url: WebURL, _ words: String, at time: Instant) {
        let local = output.localTime(time)
        let clock = [local.hour, local.minute, local.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        var line = "\(clock.joined(separator: ":"))  \(run.outcome.name.padded(to: 14))  "
        line += "\(run.bytes.byteText.leftPadded(to: 7))  \(run.latency.brief.leftPadded(to: 7))  "
        if namesPages { line += url.href + "  " }
        let exception = run.exception.map { "  (exception: \($0))" } ?? ""
        output.print(VisibleText.line(line + words + exception))
    }

    private static func words(_ news: WatchNews, _ pace: Pace) -> String {
        let words: String
        switch news.kind {
        case .begun: words = "watching every \(pace.words)"
        case .changed:
            let blocks = news.run.changedBlocks
            let what = blocks.isEmpty ? "changed" : "changed: " + blocks.joined(separator: ", ")
            words = what + (news.run.pageState == .changedInSource(blocks) ? " (its text is the same)" : "")
        case .failed(let next): words = "\(news.run.reason); next try after \(next.brief)"
        case .recovered(let failures, let lasted):
            words =
                "responds again after \(lasted.brief), \(String.counted(failures, "poll")) failed"
        }
        return news.unchanged == 0 ? words : words + "; before that \(news.unchanged) unchanged"
    }

    // MARK: JSON

    private func print(_ members: [JSONValue.Member]) {
        output.print(JSONValue.object(members).text(.compact))
    }

    private static func members(
        _ run: WatchRun, event: String, _ url: WebURL, _ number: Int, _ unchanged: Int, at time: Instant
    ) -> [JSONValue.Member] {
        [
            .init("time", .string(CalendarTime.timestamp(time))), .init("event", .string(event)),
            .init("url", .string(url.href)), .init("run", .integer(number)),
            .init("outcome", .string(run.outcome.name)),
            .init("code", run.outcome.code.map { .integer($0) } ?? .null),
            .init("reason", .string(run.reason)), .init("reasonCode", .string(orNull: run.reasonCode)),
            .init("changedBlocks", .array(run.changedBlocks.map { .string($0) })),
            .init("unchanged", .integer(unchanged)),
            .init("latency", .number(run.latency.millisecondsToMicrosecond)),
            .init("bytesReceived", .integer(run.bytes)),
            .init("textChanged", textChanged(run)),
        ] + (run.exception.map { [.init("exception", .string($0))] } ?? []) + EngineAnswer.found(run.findings)
    }

    /// Returns whether the text has changed; null if there is no page to compare.
    private static func textChanged(_ run: WatchRun) -> JSONValue {
        switch run.pageState {
        case .changed: true
        case .changedInSource, .unchanged: false
        case .failed: .null
        }
    }

    private static func figures(_ kind: WatchNews.Kind) -> [JSONValue.Member] {
        switch kind {
        case .begun, .changed: []
        case .failed(let next): [.init("next", .number(next.millisecondsToMicrosecond))]
        case .recovered(let failures, let lasted):
            [
                .init("failures", .integer(failures)),
                .init("lasted", .number(lasted.millisecondsToMicrosecond)),
            ]
        }
    }

    /// The maximum number of runs of a page that `sonic watch` plots at its end, with a sign and a bar for each: they
    /// fit into 80 columns next to the labels.
    private static let mostRuns = 60

    /// Returns the last runs of a page as lines; empty for a single run, which has no history.
    /// - Parameter name: The page's address, if there are several pages; nil for a single one.
    static func lines(_ runs: [WatchRun], of name: String?, _ plot: Plot) -> [String] {
        let runs = runs.suffix(Self.mostRuns)
        guard runs.count > 1 else { return [] }
        let legend = Plot.Ending.allCases.map { "\(plot.sign($0)) \($0.word)" }.joined(separator: "  ")
        let latencies = runs.map { $0.isAnswered ? $0.latency.microsecondsToAnHour : nil }
        return [name.map { VisibleText.line($0) }].compactMap(\.self) + [
            "  runs     " + String(runs.map { plot.sign($0.ending) }),
            "  latency  " + plot.bars(latencies),
            "  bytes    " + plot.bars(runs.map { $0.isAnswered ? $0.bytes : nil }),
            "           " + legend,
        ]
    }
}
