import Browser
import BrowserServices
import BrowserValues
import Glibc
import SonicProtocol
import SonicSession
import Terminal
import Workbench

/// The event loop: it receives what the terminal and the sessions report, lets the model decide, performs the
/// effects and draws.
///
/// All waiting events are handled before a frame is drawn, so that many keys cost one frame; rows of traffic
/// wait for a frame as `FrameSchedule` decides. When no event waits, the model continues its idle work; without
/// idle work, the loop sleeps.
@MainActor final class BrowserLoop {
    /// The way the browser ended.
    enum Ending: Equatable {
        /// The user quit.
        case left
        /// A signal ended it.
        case signalled(Int32)
    }

    /// An observed session and its start.
    private struct Run {
        let start: Duration
        /// The address that was requested last.
        var page: WebURL
        /// Nil until the session is open.
        var events: SessionEvents?
        /// The events that were taken and are not handled yet.
        var taken: ArraySlice<SessionEvent> = []
        /// Whether the session stores nothing.
        var isDetached = false
    }

    private(set) var model: Model
    let terminal: Terminal
    var world: World
    let preferences: Preferences
    let firstFrame: FirstFrame
    /// The queue of intercepted exchanges.
    let queue: InterceptQueue
    let mailbox: Mailbox
    /// The session of the first page, until the model requests that page.
    private var first: FirstSession?
    private var runs: [Int: Run] = [:]
    /// The time when the last visit of each tab was opened.
    private var starts: [Int: Duration] = [:]
    /// The timers set by the model.
    private var timers: [TimerID: Alarm] = [:]
    /// Background tasks by number, and the next number.
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var taskCount = 0
    private var ending: Ending?
    /// The detached sessions, by the numbers of their orders.
    var resends = ResendSessions()
    /// The editor that uses the terminal; nil if there is none.
    var editing: TextEditor.Running?
    /// The program other than the editor that uses the terminal; nil for none.
    var viewing: TerminalProgram?
    /// The downloads, by the numbers of their orders.
    var downloads: [Int: Task<Void, Never>] = [:]
    /// The task that reports the saves of a watched file.
    var following: Task<Void, Never>?
    /// When frames are drawn, and the alarm that wakes the loop for one that is due.
    private var frames = FrameSchedule()
    private var frameAlarm = Alarm()
    /// Reads the traffic of a file or a server.
    private(set) var traffic = TrafficReading()
    /// The last tasks that save tabs and that note versions as seen.
    var saving: Task<Void, Never>?
    var noting: Task<Void, Never>?
    /// The running refreshes of inbox pages, by number, and the next number.
    var refreshing: [Int: Task<Void, Never>] = [:]
    var refreshCount = 0
    /// The style sheets to be fetched, and what pages list in `sonic-link`, by page.
    var styles = FetchQueue<StyleOrder, [UInt8]?>()
    var links: [WebURL: SonicLink] = [:]
    /// The pictures to be drawn, and the number of the last one.
    var pictures = FetchQueue<PictureOrder, PictureReport>()
    var pictureNumber: UInt16 = 0
    /// The origin of the first page, which the secret headers given with `-H` are for.
    var secretsOrigin: String?
    /// Whether painting waits for the cache's first page, which comes within two milliseconds: one frame instead of two.
    private var awaitsCache = false
    /// The steps of idle work since the last frame.
    private var stepsUnseen = 0
    /// A frame costs as much as a step; more frames would slow down what they show.
    private static let stepsBetweenFrames = 16

    init(
        _ model: Model, _ terminal: Terminal, _ world: World, _ preferences: Preferences,
        _ firstFrame: FirstFrame, _ queue: InterceptQueue, _ mailbox: Mailbox
    ) {
        self.model = model
        self.terminal = terminal
        self.world = world
        self.preferences = preferences
        self.firstFrame = firstFrame
        self.queue = queue
        self.mailbox = mailbox
    }

    /// Runs until the user quits or a signal is received; the terminal is restored before it returns.
    /// - Parameters:
    ///   - first: The session of the first page; nil for the start page.
    ///   - events: The first events of the model: the tabs of the last run, and the requested address.
    func run(opening first: FirstSession?, beginningWith events: [Event]) async -> Ending {
        self.first = first
        reportParts()
        perform(model.readAccount(withInbox: first == nil))
        for event in events { handle(event) }
        awaitsCache = first != nil && !runs.isEmpty
        show(.other)
        await mailbox.read { self.turn() }
        editing?.stop()
        _ = await editing?.edit.value
        viewing?.stop()
        _ = await viewing?.status.value
        terminal.close()
        for timer in timers.keys { timers[timer]?.cancel() }
        frameAlarm.cancel()
        for task in Array(tasks.values) + refreshing.values { task.cancel() }
        for run in runs.values { run.events?.batches.abandon() }
        following?.cancel()
        traffic.stop()
        firstFrame.resumeWaiting()
        for task in pictures.forget() { await task.value }
        forgetStyles()
        // What was received of downloads is written to the disk before the end.
        for task in downloads.values { task.cancel() }
        for task in downloads.values { await task.value }
        await saving?.value
        await noting?.value
        return ending ?? .left
    }

    /// Handles waiting events, otherwise continues idle work.
    private func turn() -> Mailbox.Next {
        guard ending == nil else { return .end }
        if !mailbox.isEmpty {
            let change = handleWaitingEvents()
            guard ending == nil else { return .end }
            show(change)
        } else if model.hasIdleWork {
            runIdleStep()
        }
        // Reports of the tasks are received before a step of idle work.
        return model.hasIdleWork ? .turn : .sleep
    }

    /// Runs one step of idle work, and draws a frame when it is done or progress is due.
    private func runIdleStep() {
        let change = model.idleChange
        let isMore = model.idle()
        stepsUnseen += 1
        if !isMore || model.showsProgress && stepsUnseen >= Self.stepsBetweenFrames { show(change) }
    }

    /// Queues an event, to be handled and drawn.
    func receive(_ event: LoopEvent) { mailbox.put(event) }

    /// Handles waiting events, and returns what they may have changed on the screen.
    private func handleWaitingEvents() -> FrameSchedule.Change {
        var change = FrameSchedule.Change.nothing
        for event in mailbox.dequeueAll() where ending == nil {
            switch event {
            case .frameDue: break
            case .session(let visit): if handleReports(of: visit) { change = .other }
            case .event(let event, let account):
                change = max(change, event.change)
                if case .terminal = event { awaitsCache = false }
                if account ?? world.account == world.account { handle(event) }
            }
        }
        return change
    }

    /// Draws a frame for a change, or schedules one.
    private func show(_ change: FrameSchedule.Change) {
        let now = World.uptime()
        switch frames.decide(on: change, at: now) {
        case .draw: draw()
        case .wait(let due): frameAlarm.set(after: due - now) { [weak self] in self?.receive(.frameDue) }
        case .leave: break
        }
    }

    /// The maximum number of events of a session that are handled in a row: a key never waits for a whole body.
    private static let reportsAtOnce = 16

    /// Handles what a session has reported; the rest in another turn.
    /// - Returns: Whether there was anything.
    private func handleReports(of visit: Int) -> Bool {
        guard var run = runs[visit] else { return false }
        let wake: @Sendable () -> Void = { [mailbox] in mailbox.post([.session(visit: visit)]) }
        // When there is nothing more, the session wakes the loop with what comes next.
        while run.taken.count <= Self.reportsAtOnce, let batch = run.events?.batches.dequeueAll(wake: wake),
            !batch.isEmpty
        {
            run.taken += batch
        }
        let due = run.taken.prefix(Self.reportsAtOnce)
        run.taken = run.taken.dropFirst(due.count)
        runs[visit] = run
        if !run.taken.isEmpty { receive(.session(visit: visit)) }
        for event in due where ending == nil { handle(event, visit) }
        return !due.isEmpty
    }

    private func handle(_ event: SessionEvent, _ visit: Int) {
        guard let run = runs[visit] else { return }
        let event = run.isDetached ? DetachedSession.unstored(event) : event
        if case .entered(.readingCache, _) = event {} else { awaitsCache = false }
        // The age of a page counts from the end of its session.
        if case .ended = event { handle(.timeRead(World.now())) }
        let now = World.uptime()
        loadAhead(event, of: run.page, since: run.start)
        perform(model.update(.session(event, visit: visit, after: now - run.start), at: now))
        if case .requestDecided(let request, _) = event { runs[visit]?.page = request.url }
        guard case .ended = event else { return }
        runs[visit] = nil
        findCookieTrouble()
    }

    private func draw() {
        guard !awaitsCache else { return }
        stepsUnseen = 0
        if model.showsTime { handle(.timeRead(World.now())) }
        terminal.draw(view(model))
        firstFrame.resumeWaiting()
        if let visit = model.awaitsPaint, let run = runs[visit] {
            handle(.painted(visit: visit, after: World.uptime() - run.start))
        }
    }

    /// Updates the model with an event, and performs its effects.
    func handle(_ event: Event) { perform(model.update(event, at: World.uptime())) }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .ask(let query): ask(query)
            case .setTimer(let timer, let time): set(timer, at: time)
            case .copy(let text): if !terminal.copy(text) { handle(.copyRefused) }
            case .alert(let text): terminal.alert(text)
            case .redraw: terminal.repaint()
            case .suspend: terminal.suspend()
            case .quit: ending = .left
            case .die(let signal): ending = .signalled(signal)
            case .open(let opening): open(opening)
            case .cancel(let visit): runs.removeValue(forKey: visit)?.events?.batches.abandon()
            case .preload(let url, let from): preload(url, from)
            case .noteRead(let page, let number, let title): note(number, title: title, of: page)
            case .switchAccount(let name): switchAccount(to: name)
            case .reachChanged(.offline): stopRequests()
            case .reachChanged(.online): break
            case .saveTabs(let tabs): save(tabs)
            case .save(let preference): preferences.save(preference)
            case .download(let number, let order): download(order, number)
            case .stopDownload(let number): downloads[number]?.cancel()
            case .removePart(let path, let url):
                run { [account = world.account] in await Self.removePart(path, url, of: account) }
            case .follow(let file): follow(file)
            case .openFile(let path, let type): openFile(path, type)
            case .browse(let url): browse(url)
            case .send(let order): send(order)
            case .release(let id, let release): run { [queue] in await queue.release(id, release) }
            case .stopResending(let number): stopResend(number)
            case .readTraffic(let source, let number): traffic.read(source, number: number, for: self)
            case .stopTraffic: traffic.stop()
            case .impair(let impairment): world.impair(impairment)
            case .acceptCertificate(let sha256, let origin): accept(certificate: sha256, of: origin)
            }
        }
    }

    private func set(_ timer: TimerID, at time: Duration?) {
        timers[timer, default: Alarm()].set(after: time.map { $0 - World.uptime() }) { [weak self] in
            self?.receive(.event(.timerFired(timer)))
        }
    }

    /// Runs work in the background. It is cancelled when the browser ends.
    func run(_ work: @escaping @MainActor () async -> Void) {
        let number = taskCount
        taskCount += 1
        tasks[number] = Task {
            await work()
            tasks[number] = nil
        }
    }

    private func open(_ opening: Opening) {
        if let typed = opening.credentials, let origin = opening.url.origin {
            world.connection.use(typed, for: origin)
        }
        // The first page's session was started with the configuration read a moment ago.
        if first == nil { refresh() }
        secretsOrigin = secretsOrigin ?? opening.url.origin
        let order = order(opening.url, opening.mode, opening.method, opening.from)
        let begun = first.flatMap { $0.serves(opening) ? $0 : nil }
        first = nil
        let (visit, world) = (opening.visit, world)
        Task {
            let session =
                if let begun { await begun.session.value } else { await world.open(order) }
            // The visit may have been cancelled meanwhile.
            if runs[visit] == nil { session.events.batches.abandon() }
            runs[visit]?.events = session.events
            receive(.session(visit: visit))
        }
        let start = begun?.start ?? World.uptime()
        starts = starts.filter { model.shows(visit: $0.key) }
        starts[visit] = start
        runs[visit] = Run(start: start, page: opening.url)
        runs[visit]?.isDetached = begun == nil && world.own.impairment.fault != nil
    }

    /// Rereads the configuration file if it has changed, for pages opened later.
    func refresh() {
        guard world.refresh() else { return }
        handle(.configured(world.settings, keys: world.file.keys, warning: world.file.warning))
    }

    private func preload(_ url: WebURL, _ from: WebURL?) {
        refresh()
        let order = order(url, .open, .get, from)
        let pool = world.pool
        run { [self] in
            for await report in await pool.preload(order) {
                let start = model.visitInFront.flatMap { starts[$0] } ?? World.uptime()
                receive(.event(.preloaded(report, of: url, after: World.uptime() - start)))
            }
        }
    }

    func order(
        _ url: WebURL, _ mode: SessionMode, _ method: RequestMethod, _ from: WebURL? = nil
    ) -> SessionOrder {
        var order = world.order(url, mode: mode)
        order.method = method
        order.cause = RequestCause(chain: from.map { [$0] } ?? [])
        order.secretsOrigin = secretsOrigin
        order.files = .handedOver
        return order
    }
}
