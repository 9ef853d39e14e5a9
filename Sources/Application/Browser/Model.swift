import BrowserValues
import CellGrid
import PageLayout
import SonicProtocol
import SonicSession

/// The whole browser as a value: events go in, effects come out, `view` draws it.
///
/// - Important: It performs no I/O and uses neither a clock nor randomness. Keep one copy and change it in place,
///   because it owns the page's layout.
public struct Model {
    /// The parameters that the browser was started with, with the current settings and keys.
    private(set) var setup: Setup
    var settings: BrowserSettings { setup.settings }
    var keys: KeyTable { setup.keys }

    /// The layout of the screen and its appearance.
    var screen: ScreenState
    /// The account in use, with all its state.
    var account: AccountState
    /// The other accounts used in this run, by name.
    var parked: [String: AccountState] = [:]

    /// The reader's choices that are not in the configuration.
    var chosen: ReaderChoices
    /// Whether requests may be sent to servers.
    public var reach: Reach { chosen.reach }

    /// The number of visits begun, in all tabs.
    private(set) var visitCount = 0
    private var resendCount = 0
    /// The file whose changes on disk are reported; nil for none.
    private var followedFile: WebURL?
    /// The times at which the running timers expire.
    private var timers: [TimerID: Duration] = [:]
    /// The time of the last event, by a monotonic clock.
    private(set) var uptime = Duration.zero
    /// The last reported time of the wall clock; nil before the first.
    private(set) var now: Instant?
    /// When it was reported.
    private var nowRead = Duration.zero

    /// The overlays, the last on top; only that one is visible.
    var overlays: [any Overlay] = []
    /// The prompt that is being typed in.
    var prompt: Prompt?
    /// The input mode; nil for scrolling and commands.
    var inputMode: InputMode?
    /// The message in the bottom line.
    var notice: Notice?

    /// Creates a browser without a page: it shows the start page.
    public init(_ setup: Setup) {
        self.setup = setup
        screen = ScreenState(setup)
        account = AccountState(setup.account, inbox: setup.inbox)
        now = setup.now
        chosen = setup.chosen
        showStartPage()
        notice = setup.warning.map { .failure($0) }
        settle()
        account.messages.record(notice, at: uptime)
    }

    /// Handles an event and returns the effects to perform.
    /// - Parameter uptime: The time of a monotonic clock with an arbitrary origin; nil if no time has passed.
    public mutating func update(_ event: Event, at uptime: Duration? = nil) -> [Effect] {
        if let uptime { self.uptime = uptime }
        var effects: [Effect] = []
        switch event {
        case .addressGiven(let url): effects = open(url, move: .push)
        case .timeRead(let now):
            self.now = now
            nowRead = self.uptime
        case .timerFired(let timer): effects = fire(timer)
        case .answered(let apply): effects = apply(&self)
        case .terminal(.keyPressed(let key)): effects = press(key)
        // Some programs ask with the signal of a new size for the same screen again.
        case .terminal(.resized(let size)) where size == screen.size: effects = [.redraw]
        case .terminal(.resized(let size)): resize(to: size)
        case .terminal(.suspensionRequested): effects = [.suspend]
        case .terminal(.resumed): effects = [.redraw]
        case .terminal(.terminated(let signal)): effects = [.die(signal: signal)]
        case .copyRefused:
            notice = .failure(
                keys.line(
                    "Not copied: no clipboard, or too much text; {mouse} lets the terminal select."))
        case .session(let event, let visit, let after): effects = handle(event, of: visit, after: after)
        case .painted(let visit, let after):
            if self.visit?.opening.visit == visit, self.visit?.painted == nil { self.visit?.painted = after }
        case .preloaded(let report, let url, let after): finishPreload(report, of: url, after: after)
        case .partLoaded(let part, let page): account.journal.add(part, of: page, isLoading: isLoading(page))
        case .intercepted(let exchanges): update(intercepted: exchanges)
        case .traffic(let event): effects = handle(event)
        case .accountSwitched(let name): effects = enter(account: name)
        case .tabsRestored(let saved): effects = restore(saved)
        case .tabsKeptClosed(let saved): keepClosed(saved)
        case .cookiesPersisted(let status, let name):
            if name == account.name { update(cookies: status) }
        case .configured(let settings, let keys, let warning):
            (setup.settings, setup.keys) = (settings, keys)
            if let warning { notice = .failure(warning) }
        case .downloadReported(let report, let number): update(report, of: number)
        case .fileSaved(let file): handleSave(of: file)
        case .done(let words): notice = .news(words)
        case .printed(let title, let text): show(output: text, of: title)
        case .failed(let reason): notice = .failure(reason.sentence)
        }
        // If a watch sends a request now, the pane shows the state before it until the request is no longer brief.
        settle(withTexts: watching != nil)
        // The links of the page are known only after it has been parsed.
        followNavigation()
        effects =
            followProgress() + effects + followRefresh() + style() + drawPictures() + loadAhead()
            + rememberTabs() + followWatch()
            + followReading() + followRecords() + followAges() + followTraffic()
        followNews()
        settle()
        account.messages.record(notice, at: self.uptime)
        return setTimer(.notice, at: account.messages.end) + effects
    }

    /// Continues deferred work: call it when no event is pending, as long as it returns true.
    /// - Returns: Whether there is more. One call takes about half a millisecond.
    public mutating func idle() -> Bool {
        guard screen.isLargeEnough else { return false }
        // The reader waits for the overlay, so it goes first.
        if overlay.map({ !$0.isSettled }) ?? false {
            overlay?.advance()
            settle()
            return hasIdleWork
        }
        if isFilteringTraffic {
            changeTraffic { $0.advance() }
            settle()
            return hasIdleWork
        }
        var more = document?.advance() ?? false
        if continueListing() { more = true }
        followNews()
        settle()
        return more
    }

    /// Whether `idle` has something to do.
    public var hasIdleWork: Bool {
        // If the screen is too small, nothing is shown that could be worked on.
        guard screen.isLargeEnough else { return false }
        if isFilteringTraffic { return true }
        if let document, !document.isSettled { return true }
        if overlay.map({ !$0.isSettled }) ?? false { return true }
        if let document, case .contents(let line) = prompt, line.hasMore(of: document.layout) { return true }
        return false
    }

    /// The parts of the screen that the next step of idle work may change.
    public var idleChange: FrameSchedule.Change {
        isFilteringTraffic && overlay?.isSettled ?? true ? .rows : .other
    }

    /// Whether `idle` is processing towards a distant position, so that occasional frames should show its progress.
    public var showsProgress: Bool {
        guard let document else { return false }
        return document.percentRead != nil || inspector?.aimsAtEnd ?? false || document.isSearching
            || tally.map { !$0.isComplete } ?? false
    }

    /// The time of the wall clock; nil before it was reported.
    var time: Instant? {
        now.map { Instant(milliseconds: $0.milliseconds + (uptime - nowRead).wholeMilliseconds) }
    }

    /// Returns the number of a new visit.
    mutating func nextVisit() -> Int {
        visitCount += 1
        return visitCount
    }

    /// Returns the number of a new resent request.
    mutating func nextResendNumber() -> Int {
        resendCount += 1
        return resendCount
    }

    /// Sets the time at which a timer expires, if it changed; nil stops it.
    mutating func setTimer(_ timer: TimerID, at moment: Duration?) -> [Effect] {
        guard timers[timer] != moment else { return [] }
        timers[timer] = moment
        return [.setTimer(timer, at: moment)]
    }

    /// Replaces the file whose changes on disk are reported; nil for none.
    mutating func follow(file: WebURL?) -> [Effect] {
        guard followedFile != file else { return [] }
        followedFile = file
        return [.follow(file)]
    }

    func isSet(_ timer: TimerID) -> Bool { timers[timer] != nil }

    private mutating func fire(_ timer: TimerID) -> [Effect] {
        // A timer that was set again meanwhile expires later, as does one whose clock ran on while the machine slept.
        if let moment = timers[timer], moment > uptime { return [.setTimer(timer, at: moment)] }
        timers[timer] = nil
        switch timer {
        case .loadAhead: account.ahead.wake()
        // A timer that was under way when another message arrived must not remove that message.
        case .notice: if let end = account.messages.end, end <= uptime { notice = nil }
        case .watch, .countdown, .age, .progress: break
        }
        return []
    }

    /// Shows the messages of the bottom line in this run.
    mutating func showMessages() {
        guard !account.messages.entries.isEmpty else { return notice = .refusal("No messages.") }
        overlay = account.messages.dialog(at: uptime)
    }

    private mutating func resize(to size: Size) {
        screen.resize(to: size)
        if !account.inbox.rows.isEmpty { rewriteInbox() }
        // A notice may be about the previous size.
        if case .news = notice { notice = nil }
    }

    /// Makes layout, positions and messages consistent with the rest of the state. Called at the end of every update.
    /// - Parameter withTexts: Whether the text of the panes is made as well, which takes longer than most keys.
    private mutating func settle(withTexts: Bool = true) {
        settleSelection()
        guard screen.isLargeEnough else { return }
        let plan = self.plan
        resizeDocuments(plan)
        let height = pageHeight(plan)
        document?.settle(height: height)
        document?.settleForms()
        reportMissingPlace()
        settleHints()
        prompt?.listed?.settle(above: plan.bottom)
        if withTexts { settleTexts(plan) }
        settleOverlay()
    }

    /// Returns a reply to a question of the account in use.
    func reply<Answer>(_ apply: @escaping @Sendable (inout Model, Answer) -> [Effect]) -> QueryReply<Answer> {
        QueryReply(of: account.name, apply)
    }

    /// Returns a reply without further effects.
    func reply<Answer>(_ apply: @escaping @Sendable (inout Model, Answer) -> Void) -> QueryReply<Answer> {
        QueryReply(of: account.name, apply)
    }

    /// Shows a message instead of doing anything else.
    mutating func notify(_ notice: Notice) -> [Effect] {
        self.notice = notice
        return []
    }

    /// Says why a command does nothing.
    mutating func refuse(_ why: String) -> [Effect] { notify(.refusal(why)) }

    /// Says why a command does nothing, with keys.
    mutating func refuse(_ why: StyledLine) -> [Effect] { notify(.refusal(why)) }

    /// Says why a command does nothing.
    mutating func refuse(_ reason: DisabledReason) -> [Effect] { refuse(keys.line(reason.rawValue.sentence)) }

    /// A reason as a sentence that names the keys in use.
    func words(of reason: DisabledReason) -> String { keys.namingKeys(reason.rawValue).sentence }
}
