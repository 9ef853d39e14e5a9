import Browser
import BrowserServices
import CellGrid
import Diagnostics
import Glibc
import SonicProtocol
import SonicSession
import Terminal
import Transport

/// The one event loop: it takes in what the terminal and the sessions report, lets the model decide, performs
/// the effects and draws.
///
/// Whatever waits is taken in before a frame is drawn, so a burst of keys costs one frame; rows of traffic wait for a
/// frame as `FrameSchedule` says. When nothing waits the model goes on with its idle work, and when there is none the
/// loop sleeps.
@MainActor final class BrowserLoop {
    /// How the browser came to its end.
    enum Ending: Equatable {
        /// The reader left.
        case left
        /// A signal asked for it.
        case signalled(Int32)
    }

    /// A session that is listened to, and since when; who stops listening leaves it.
    private struct Run {
        let start: Duration
        /// The address that was asked last.
        var page: WebURL
        let listening: Task<Void, Never>
    }

    private(set) var model: Model
    let terminal: Terminal
    var world: World
    let preferences: Preferences
    let firstFrame: FirstFrame
    /// Where exchanges are held.
    let queue: InterceptQueue
    let mailbox: Mailbox
    /// The session of the first page, until the model asks for that page.
    private var first: FirstSession?
    private var runs: [Int: Run] = [:]
    /// When the last visit of each tab was opened.
    private var starts: [Int: Duration] = [:]
    /// The timers that the model has set.
    private var timers: [TimerID: Alarm] = [:]
    /// What is being done while the screen goes on, by numbers, and the next of those.
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var taskCount = 0
    private var ending: Ending?
    /// The detached sessions, by the numbers of their orders.
    var resends = ResendSessions()
    /// The editor that has the terminal; nil while that is the browser's.
    var editing: TextEditor.Running?
    /// The program besides the editor that has the terminal; nil for none.
    var viewing: TerminalProgram.Running?
    /// The files on their way to the disk, by the numbers of their orders.
    var downloads: [Int: Task<Void, Never>] = [:]
    /// What reports the saves of a watched file.
    var following: Task<Void, Never>?
    /// When frames are drawn, and what wakes the loop for one that is due.
    private var frames = FrameSchedule()
    private var frameAlarm = Alarm()
    /// What reads the traffic of a file or a server.
    private var traffic = TrafficReading()
    /// The tabs that are being remembered.
    var saving: Task<Void, Never>?
    /// The pages of the inbox that are being asked for, by numbers, and the next of those.
    var refreshing: [Int: Task<Void, Never>] = [:]
    var refreshCount = 0
    /// The last of the versions that are being noted as seen.
    var noting: Task<Void, Never>?
    /// The style sheets to be fetched next, and those on their way.
    var styleOrders: [StyleOrder] = []
    var styleTasks: [StyleOrder: Task<Void, Never>] = [:]
    /// The most style sheets fetched at a time.
    static let stylesAtATime = 3
    /// The pictures to be drawn.
    var pictures = PictureQueue()
    /// The origin of the first page, which secrets among the headers given with `-H` are for.
    var secretsOrigin: String?
    /// Whether nothing is painted until the cache has answered for the first page: it does so within a
    /// millisecond or two, and a frame without it would only delay the one with it.
    private var awaitsCache = false
    /// The steps of idle work since the last frame.
    private var stepsUnseen = 0
    /// A frame costs as much as a step; more of them would slow down what they show.
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

    /// Runs until the reader leaves or a signal comes; the terminal is given back before it returns.
    /// - Parameters:
    ///   - first: The session of the first page; nil for the start page.
    ///   - events: What the model begins with: the tabs of the run before, and the address that was asked for.
    func run(opening first: FirstSession?, beginningWith events: [Event]) async -> Ending {
        if model.reach == .offline { listKeptPages() }
        self.first = first
        for event in events { handle(event) }
        if first != nil {
            awaitsCache = !runs.isEmpty
        } else {
            readInbox(model.inboxOrder)
        }
        show(.other)
        await mailbox.read { self.turn() }
        await stopEditing()
        await stopViewing()
        terminal.close()
        for timer in timers.keys { timers[timer]?.cancel() }
        frameAlarm.cancel()
        for task in Array(tasks.values) + refreshing.values + runs.values.map(\.listening) { task.cancel() }
        following?.cancel()
        traffic.stop()
        firstFrame.resumeWaiting()
        await stopPictures()
        forgetStyles()
        await stopDownloads()
        await saving?.value
        await noting?.value
        return ending ?? .left
    }

    /// Takes in what has come, else goes on with idle work.
    private func turn() -> Mailbox.Next {
        guard ending == nil else { return .end }
        if !mailbox.isEmpty {
            let change = takeIn()
            guard ending == nil else { return .end }
            show(change)
        } else if model.hasIdleWork {
            goOn()
        }
        // What the tasks have to report gets in before a step of idle work.
        return model.hasIdleWork ? .turn : .sleep
    }

    /// One step of idle work, and a frame when it is done or should show how far it is.
    private func goOn() {
        let change = model.idleChange
        let isMore = model.idle()
        stepsUnseen += 1
        if !isMore || model.showsProgress && stepsUnseen >= Self.stepsBetweenFrames { show(change) }
    }

    /// Has it taken in, and drawn what comes of it.
    func receive(_ happening: Happening) { mailbox.put(happening) }

    /// Returns what that may have changed on the screen.
    private func takeIn() -> FrameSchedule.Change {
        var change = FrameSchedule.Change.nothing
        for happening in mailbox.dequeueAll() where ending == nil {
            change = max(change, happening.change)
            switch happening {
            case .frameDue: break
            case .terminal(let event): handle(event)
            case .session(let event, let visit): handle(event, visit)
            case .found(let event): handle(event)
            case .foundOf(let account, let event):
                if account == world.account { handle(event) }
            case .style(let order, let bytes): handle(order, bytes)
            }
        }
        return change
    }

    /// Draws a frame for a change, or has one drawn when it is due.
    private func show(_ change: FrameSchedule.Change) {
        let now = World.uptime()
        switch frames.decide(on: change, at: now) {
        case .draw: draw()
        case .wait(let due): frameAlarm.set(after: due - now) { [weak self] in self?.receive(.frameDue) }
        case .leave: break
        }
    }

    private func handle(_ event: TerminalEvent) {
        awaitsCache = false
        switch event {
        case .keysPressed(let keys):
            for key in keys where ending == nil {
                handle(.terminal(.keyPressed(key)))
            }
        case .resized(let size):
            handle(.terminal(.resized(size)))
        case .suspensionRequested:
            terminal.suspend()
        case .resumed:
            handle(.terminal(.resized(terminal.size)))
            terminal.repaint()
        case .terminated(let signal):
            ending = .signalled(signal)
        }
    }

    private func handle(_ event: SessionEvent, _ visit: Int) {
        guard let run = runs[visit] else { return }
        if case .entered(.readingCache, _) = event {} else { awaitsCache = false }
        // A page is as old as its session's end.
        if case .ended = event { handle(.timeRead(World.now())) }
        let now = World.uptime()
        perform(
            model.update(.session(.reported(event, visit: visit, after: now - run.start)), at: now))
        if case .requestDecided(let request, _) = event { runs[visit]?.page = request.url }
        if case .headReceived(let head) = event { loadAhead(head, of: run.page) }
        guard case .ended = event else { return }
        runs[visit] = nil
        findCookieTrouble()
    }

    private func draw() {
        guard !awaitsCache else { return }
        stepsUnseen = 0
        if model.showsAge { handle(.timeRead(World.now())) }
        terminal.draw(view(model))
        firstFrame.resumeWaiting()
        if let visit = model.awaitsPaint, let run = runs[visit] {
            handle(.session(.painted(visit: visit, after: World.uptime() - run.start)))
        }
    }

    /// Tells the model what has happened, and does what it wants.
    func handle(_ event: Event) { perform(model.update(event, at: World.uptime())) }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .setTimer(let timer, let time): set(timer, at: time)
            case .terminal(.copy(let text)): if !terminal.copy(text) { handle(.terminal(.copyRefused)) }
            case .terminal(.redraw): terminal.repaint()
            case .terminal(.quit): ending = .left
            case .session(let effect): perform(effect)
            case .accounts(let effect): perform(effect)
            case .pages(let effect): perform(effect)
            case .versions(let effect): perform(effect)
            case .files(let effect): perform(effect)
            case .programs(let effect): perform(effect)
            case .interception(let effect): perform(effect)
            case .resending(let effect): perform(effect)
            case .traffic(let effect): traffic.perform(effect, for: self)
            case .resources(let effect): perform(effect)
            case .preferences(let effect): preferences.perform(effect)
            case .settings(let effect): configure(effect)
            }
        }
    }

    private func set(_ timer: TimerID, at time: Duration?) {
        timers[timer, default: Alarm()].set(after: time.map { $0 - World.uptime() }) { [weak self] in
            self?.receive(.found(.timerFired(timer)))
        }
    }

    private func perform(_ effect: Effect.Session) {
        switch effect {
        case .open(let opening): open(opening)
        case .cancel(let visit): cancel(visit)
        case .preload(let url, let from): preload(url, from)
        case .findFindings(let order):
            let sessions = world.own.sessions
            run { self.receive(.found(await SessionFindings.event(order, sessions))) }
        }
    }

    /// Has something done while the screen goes on. It is given up when the browser ends.
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
        // The first page's session has begun with what was read a moment ago.
        if first == nil { refresh() }
        secretsOrigin = secretsOrigin ?? opening.url.origin
        let order = order(opening.url, opening.mode, opening.method, opening.from)
        let begun = first.flatMap { $0.serves(opening) ? $0 : nil }
        first = nil
        let (visit, world) = (opening.visit, world)
        // On the main actor: what a session has to tell waits in its stream until there is time for it, and a key never
        // waits behind a body.
        let listening = Task {
            let session =
                if let begun { await begun.session.value } else { await world.open(order) }
            for await event in session.events { await mailbox.putInTurn(.session(event, visit: visit)) }
        }
        let start = begun?.start ?? World.uptime()
        starts = starts.filter { model.shows(visit: $0.key) }
        starts[visit] = start
        runs[visit] = Run(start: start, page: opening.url, listening: listening)
    }

    /// Looks whether the configuration file changed, for what is opened from now on.
    func refresh() {
        guard world.refresh() else { return }
        handle(.settings(.changed(world.settings, warning: world.file.warning)))
    }

    private func preload(_ url: WebURL, _ from: WebURL?) {
        refresh()
        let order = order(url, .open, .get, from)
        let pool = world.pool
        run { [self] in
            for await report in await pool.preload(order) {
                let start = model.visitInFront.flatMap { starts[$0] } ?? World.uptime()
                receive(
                    .found(.session(.preloadReported(report, of: url, after: World.uptime() - start))))
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

    private func cancel(_ visit: Int) {
        guard let run = runs.removeValue(forKey: visit) else { return }
        run.listening.cancel()
    }
}
