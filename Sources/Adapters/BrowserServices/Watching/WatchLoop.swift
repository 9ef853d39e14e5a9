import BrowserValues
import CellGrid
import SonicProtocol
import SonicSession

/// The loop of `sonic watch`: it handles events, applies the decisions of the watches, starts sessions and commands,
/// and prints changes.
@MainActor package final class WatchLoop {
    private enum LoopEvent: Sendable {
        /// A run may be due.
        case timeCame
        /// A session ended; nil when it was stopped.
        case ended(Int, WatchRun?, change: [String], WatchMemory?)
        /// A command has ended.
        case commandEnded(Int, ShellCommand.Ending)
        /// A termination signal was received.
        case signalled(Int32)
        /// The file at this path was saved.
        case saved(FilePath)
    }

    /// A change for which a command is to be run.
    private typealias CommandOrder = (page: Int, news: WatchNews, change: [String], run: Int, time: Instant)

    /// The reason why the watch ends.
    enum Ending: String {
        /// All requested runs have ended.
        case done = "times"
        /// The condition of `--until` is met.
        case goalMet = "until"
        /// A termination signal was received.
        case signalled = "signal"
    }

    private let pages: [WebURL]
    private let plan: WatchPlan
    private let source: WatchSource
    private let report: WatchReport
    private let plot: Plot?
    private var list: WatchList
    private var memories: [Int: WatchMemory] = [:]
    private var alarm = Alarm()
    private var sessions: [Int: Task<Void, Never>] = [:]
    private var commandOrders: [CommandOrder] = []
    private var command: ShellCommand.Running?
    private let events: AsyncStream<LoopEvent>
    private let eventSink: AsyncStream<LoopEvent>.Continuation
    private var ending: Ending?

    /// The maximum number of concurrent requests of pages.
    private static let atOnce = 3

    /// Creates the loop.
    /// - Parameters:
    ///   - settings: Returns the interval and the tolerance of a page.
    ///   - source: The source of sessions.
    ///   - output: The output for changes.
    ///   - plot: The plot of the runs at the end; nil for none.
    package init(
        _ pages: [WebURL], _ plan: WatchPlan, settings: (WebURL) -> (interval: Duration, tolerance: Int),
        _ source: WatchSource, _ output: WatchOutput, plot: Plot? = nil
    ) {
        self.pages = pages
        self.plan = plan
        self.source = source
        self.plot = plot
        let now = source.clocks.uptime()
        var seeds = SystemRandomNumberGenerator()
        let watches = pages.map { page in
            let (interval, tolerance) = settings(page)
            return Watch(
                plan.pace ?? Pace(every: interval), times: plan.times,
                tolerance: plan.tolerance ?? tolerance,
                seed: seeds.next(), at: now)
        }
        list = WatchList(watches, atOnce: Self.atOnce)
        report = WatchReport(isJSON: plan.isJSON, namesPages: pages.count > 1, output: output)
        (events, eventSink) = AsyncStream<LoopEvent>.makeStream()
    }

    /// Runs until all runs have ended, the condition of `--until` is met, or a termination signal is received.
    /// - Returns: Whether the watch succeeded.
    package func run(until signals: AsyncStream<Int32>) async -> Bool {
        let start = source.clocks.uptime()
        let eventSink = eventSink
        let listening = Task.detached {
            for await number in signals { eventSink.yield(.signalled(number)) }
        }
        let files = pages.compactMap { FilePath($0) }
        // Files saved during the first run are reported, too.
        let saves = files.isEmpty ? nil : SavedFiles.saves(of: files)
        let following = Task.detached {
            guard let saves else { return }
            for await path in saves { eventSink.yield(.saved(path)) }
        }
        startWhatIsDue()
        for await event in events {
            handle(event)
            startWhatIsDue()
            if (ending != nil || list.isDone && commandOrders.isEmpty) && command == nil { break }
        }
        alarm.cancel()
        for session in sessions.values { session.cancel() }
        report.end(list, ending ?? .done, lasted: source.clocks.uptime() - start, plots: plots)
        listening.cancel()
        following.cancel()
        return isSuccess
    }

    /// The plots of the runs of each page.
    private var plots: [String] {
        guard let plot else { return [] }
        return zip(pages, list.watches).flatMap { page, watch in
            WatchReport.lines(watch.runs, of: pages.count > 1 ? page.href : nil, plot)
        }
    }

    private var isSuccess: Bool {
        switch ending {
        case .goalMet: true
        case .signalled: plan.goal == nil
        case .done, nil: plan.goal == nil && !list.watches.contains(where: \.isFailing)
        }
    }

    private func handle(_ event: LoopEvent) {
        switch event {
        case .timeCame: break
        case .ended(let page, let run, let change, let memory):
            sessions[page] = nil
            guard ending == nil else { return }
            guard let run else {
                list.handle(.abandoned, of: page, at: source.clocks.uptime())
                return
            }
            memories[page] = memory
            end(page, run, change)
        case .commandEnded(let page, let ending):
            command = nil
            if let words = ending.complaint, self.ending == nil {
                report.commandFailed(pages[page], words, ending)
            }
            list.handle(.resumed, of: page, at: source.clocks.uptime())
        case .signalled: end(.signalled)
        case .saved(let path):
            for page in pages.indices where FilePath(pages[page]) == path {
                list.handle(.saved, of: page, at: source.clocks.uptime())
            }
        }
    }

    /// Handles the end of a run.
    private func end(_ page: Int, _ run: WatchRun, _ change: [String]) {
        let news = list.handle(.ended(run), of: page, at: source.clocks.uptime())
        let (time, count) = (source.clocks.now(), list.watches[page].tally.runs)
        let isMet =
            plan.goal?.isMet(by: run, news.map(\.kind), isFailing: list.watches[page].isFailing) ?? false
        for news in news {
            report.print(news, of: pages[page], run: count, pace: list.watches[page].pace, at: time)
        }
        if isMet, news.isEmpty { report.goalMet(run, of: pages[page], run: count, at: time) }
        if plan.command != nil, let news = news.first(where: { $0.kind == .changed }), run.isReadable {
            commandOrders.append((page, news, change, count, time))
            // The page is not requested again before the command has ended.
            list.handle(.paused, of: page, at: source.clocks.uptime())
        }
        if case .failed = run.pageState {} else { reconnect(page) }
        if isMet { end(.goalMet) }
    }

    /// Schedules pages of a server that responds again soon.
    private func reconnect(_ page: Int) {
        guard let origin = pages[page].origin else { return }
        for other in pages.indices where other != page && pages[other].origin == origin {
            list.handle(.reconnected, of: other, at: source.clocks.uptime())
        }
    }

    private func end(_ ending: Ending) {
        // After the condition is met, the command for that change still runs.
        switch ending {
        case .done, .goalMet: break
        case .signalled:
            commandOrders = []
            command?.stop()
        }
        if self.ending == nil { self.ending = ending }
    }

    /// Starts what is due, and sets the timer for what is due next.
    private func startWhatIsDue() {
        if command == nil, !commandOrders.isEmpty { start(commandOrders.removeFirst()) }
        guard ending == nil else { return }
        let now = source.clocks.uptime()
        for page in list.timeCame(at: now) { begin(page) }
        alarm.set(after: list.due.map { $0 - now }) { [eventSink] in eventSink.yield(.timeCame) }
    }

    private func begin(_ page: Int) {
        var session = source.session(pages[page])
        session.comparison = plan.rules(session.comparison)
        let (memory, countsSource) = (memories[page], plan.countsSource)
        let (clocks, findings) = (source.clocks, source.findings)
        let (url, eventSink) = (pages[page], eventSink)
        sessions[page] = Task.detached { [session] in
            var watched = WatchedSession(url)
            let result = await session.open().result { watched.handle($0) }
            var report = result.flatMap {
                watched.report($0, before: memory, session, countsSource: countsSource, now: clocks.now())
            }
            report?.run.findings = await findings(watched.trace)
            eventSink.yield(.ended(page, report?.run, change: report?.change ?? [], report?.memory ?? memory))
        }
    }

    private func start(_ order: CommandOrder) {
        guard let command = plan.command else { return }
        let url = pages[order.page]
        let input = order.change.map { $0 + "\n" }.joined()
        let running = command.start(
            input: Array(input.utf8),
            variables: WatchReport.variables(order.news, of: url, run: order.run, at: order.time))
        self.command = running
        let eventSink = eventSink
        Task.detached { eventSink.yield(.commandEnded(order.page, await running.ending.value)) }
    }
}

extension WatchRun {
    /// Whether the change runs the command: one in the source only is just reported.
    fileprivate var isReadable: Bool {
        if case .changedInSource = pageState { false } else { true }
    }
}

extension ShellCommand.Ending {
    /// The error as text; nil for none.
    fileprivate var complaint: String? {
        switch self {
        case .exited(0): nil
        case .exited(let status): "the command of --exec ended with status \(status)"
        case .killed(let signal): "the command of --exec was killed by signal \(signal)"
        case .ended(let limit): "the command of --exec took longer than \(limit.inSeconds) and was killed"
        case .notStarted(let reason): "the command of --exec cannot be started: \(reason)"
        }
    }
}
