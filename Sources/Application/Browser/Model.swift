import CellGrid
import Diagnostics
import PageLayout
import SonicProtocol
import SonicSession

/// The whole browser as a value: events go in, effects come out, `view` draws it.
///
/// - Important: It performs nothing itself: no I/O, no clock, no randomness. Keep one copy and change it in
///   place, because it owns the page's layout.
public struct Model {
    /// What the browser was started with.
    let setup: Setup
    /// The keys in force.
    var keys: KeyTable { settings.keys }

    /// How the screen is shared out and what it looks like.
    var screen: ScreenState
    /// The account in use, with all that belongs to it.
    var account: AccountState
    /// The others that were in use in this run, by their names.
    var parked: [String: AccountState] = [:]

    /// What the configuration says.
    private(set) var settings: BrowserSettings
    /// What the reader has chosen besides it.
    var chosen: ReaderChoices
    /// Whether servers may be asked.
    public var reach: Reach { chosen.reach }

    /// The number of visits begun, in all tabs.
    private(set) var visitCount = 0
    /// The number of orders sent aside.
    private var resendCount = 0
    /// The file whose saves are reported; nil for none.
    private var followedFile: WebURL?
    /// When the timers that are set come.
    private var timers: [TimerID: Duration] = [:]
    /// The time that came with the last event, by a clock that never jumps.
    private(set) var uptime = Duration.zero
    /// The wall clock when it was told last; nil before.
    private(set) var now: Instant?

    /// What lies over the panes.
    var overlay: (any Overlay)?
    /// What is being typed.
    var prompt: Prompt?
    /// What the next keys are for; nil for scrolling and commands.
    var inputMode: InputMode?
    /// Words in the bottom line.
    var notice: Notice?

    /// A browser without a page: it shows how to begin.
    public init(_ setup: Setup) {
        self.setup = setup
        screen = ScreenState(setup)
        account = AccountState(setup.account, inbox: setup.inbox)
        now = setup.now
        (settings, chosen) = (setup.settings, setup.chosen)
        showStartPage()
        notice = setup.warning.map { .failure($0) }
        settle()
        account.messages.record(notice, at: uptime)
    }

    /// Takes in one event and says what is to be done outside.
    /// - Parameter uptime: The time by a clock that never jumps, from any starting point; without it none has passed.
    public mutating func update(_ event: Event, at uptime: Duration? = nil) -> [Effect] {
        if let uptime { self.uptime = uptime }
        var effects: [Effect] = []
        switch event {
        case .addressGiven(let url): effects = open(url, move: .onward)
        case .timeRead(let now): self.now = now
        case .timerFired(let timer): effects = fire(timer)
        case .terminal(let report): effects = report.apply(to: &self)
        case .session(let report): effects = report.apply(to: &self)
        case .accounts(let report): effects = report.apply(to: &self)
        case .pages(let report): effects = report.apply(to: &self)
        case .versions(let report): effects = report.apply(to: &self)
        case .files(let report): report.apply(to: &self)
        case .programs(let report): effects = report.apply(to: &self)
        case .interception(let report): effects = report.apply(to: &self)
        case .resending(let report): effects = report.apply(to: &self)
        case .traffic(let report): effects = report.apply(to: &self)
        case .resources(let report): report.apply(to: &self)
        case .settings(let report): effects = report.apply(to: &self)
        }
        settle()
        // What the page links is known once it has been read.
        followNavigation()
        effects =
            followProgress() + effects + followRefresh() + style() + drawPictures() + loadAhead()
            + rememberTabs() + followWatch()
            + followReading() + followRecords() + followIntercepted() + followTraffic()
        followNews()
        settle()
        account.messages.record(notice, at: self.uptime)
        return setTimer(.notice, at: account.messages.end) + effects
    }

    /// Goes on with work that can wait: call it when no event does, as long as it returns true.
    /// - Returns: Whether there is more. One call takes about half a millisecond.
    public mutating func idle() -> Bool {
        guard screen.isLargeEnough else { return false }
        // What lies over the page is what the reader waits for.
        if overlay.map({ !$0.isSettled }) ?? false {
            advanceOverlay()
            settle()
            return hasIdleWork
        }
        if isFilteringTraffic {
            changeTraffic { $0.advance() }
            settle()
            return hasIdleWork
        }
        var more = document?.advance() ?? false
        if goOnListing() { more = true }
        followNews()
        settle()
        return more
    }

    /// Whether `idle` has something to do.
    public var hasIdleWork: Bool {
        // Where nothing fits on the screen, nothing is waited for.
        guard screen.isLargeEnough else { return false }
        if isFilteringTraffic { return true }
        if let document, !document.isSettled { return true }
        if overlay.map({ !$0.isSettled }) ?? false { return true }
        if let document, case .contents(let line) = prompt, line.hasMore(of: document.layout) { return true }
        return false
    }

    /// What the next step of idle work may change on the screen.
    public var idleChange: FrameSchedule.Change {
        isFilteringTraffic && overlay?.isSettled ?? true ? .rows : .other
    }

    /// Whether `idle` is on its way to a place far off: then a frame now and then shows how far it is.
    public var showsProgress: Bool {
        guard let document else { return false }
        return document.percentRead != nil || inspector?.aimsAtEnd ?? false || document.isSearching
            || tally.map { !$0.isComplete } ?? false
    }

    /// The number of a visit that begins.
    mutating func nextVisit() -> Int {
        visitCount += 1
        return visitCount
    }

    /// The number of an order that is sent aside.
    mutating func nextResendNumber() -> Int {
        resendCount += 1
        return resendCount
    }

    /// Has a timer come at another moment than before; nil for never.
    mutating func setTimer(_ timer: TimerID, at moment: Duration?) -> [Effect] {
        guard timers[timer] != moment else { return [] }
        timers[timer] = moment
        return [.setTimer(timer, at: moment)]
    }

    /// Has the saves of a file reported in place of another one's; nil for none.
    mutating func follow(file: WebURL?) -> [Effect] {
        guard followedFile != file else { return [] }
        followedFile = file
        return [.files(.follow(file))]
    }

    /// Whether a timer is set.
    func isSet(_ timer: TimerID) -> Bool { timers[timer] != nil }

    private mutating func fire(_ timer: TimerID) -> [Effect] {
        // One that was set anew meanwhile comes later, as does one whose clock ran on while the machine slept.
        if let moment = timers[timer], moment > uptime { return [.setTimer(timer, at: moment)] }
        timers[timer] = nil
        switch timer {
        case .loadAhead: account.ahead.wake()
        // One that was on its way when another message came ends nothing.
        case .notice: if let end = account.messages.end, end <= uptime { notice = nil }
        case .watch, .countdown, .interception, .progress: break
        }
        return []
    }

    /// Shows what the bottom line said in this run.
    mutating func showMessages() {
        guard !account.messages.entries.isEmpty else { return notice = .refusal("No messages.") }
        overlay = account.messages.dialog(at: uptime)
    }

    /// Takes over what the configuration says now.
    mutating func configure(_ settings: BrowserSettings) { self.settings = settings }

    /// Brings layout, places and words into line with everything else. Ends every update.
    private mutating func settle() {
        settleSelection()
        guard screen.isLargeEnough else { return }
        let plan = self.plan
        resizeDocuments(plan)
        let height = pageHeight(plan)
        document?.settle(height: height)
        document?.settleForms()
        reportMissingPlace()
        settleHints()
        settleList(plan)
        settleTexts(plan)
        settleOverlay()
    }
}
