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
    var keys: KeyTable { setup.keys ?? .standard }

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
    /// When the loop was asked to wake the watch of the page in front; nil for never.
    private var watchAlarm: Duration?
    /// The time that came with the last event, by a clock that never jumps.
    private(set) var uptime = Duration.zero
    /// The wall clock when it was told last; nil before.
    private(set) var now: Instant?

    /// What lies over the panes.
    var overlay: (any Overlay)?
    /// What is being typed.
    var prompt: Prompt?
    /// What the next keys are for; nil for scrolling and commands.
    var interlude: InputMode?
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
    }

    /// Takes in one event and says what is to be done outside.
    /// - Parameter uptime: The time by a clock that never jumps, from any starting point; without it none has passed.
    public mutating func update(_ event: Event, at uptime: Duration? = nil) -> [Effect] {
        if let uptime { self.uptime = uptime }
        var effects: [Effect] = []
        switch event {
        case .resized(let size):
            screen.resize(to: size)
            if !account.inbox.rows.isEmpty { rewriteInbox() }
            // News may be of the room there was.
            if case .news = notice { notice = nil }
        case .keyPressed(let key): effects = press(key)
        case .addressGiven(let url): effects = open(url, move: .onward)
        case .tabsRestored(let saved): effects = restore(saved)
        case .sessionReported(let report, let number, let after):
            effects = handle(report, of: number, after: after)
        case .framePainted(let number, let after):
            if visit?.opening.visit == number, visit?.painted == nil { visit?.painted = after }
        case .styleFetched(let order, let bytes):
            account.shelf.put(bytes, for: order, domainToASCII: setup.domainToASCII)
        case .pictureDrawn(let order, let report): accept(report, for: order)
        case .accountsFound(let names): setKnown(accounts: names)
        case .accountSwitched(let name): effects = enter(account: name)
        case .accountRefused(let reason): notice = .failure(reason)
        case .bookmarksFound(let report): handle(report)
        case .inboxFound(let pages, let name): effects = show(inbox: pages, of: name)
        case .pageRefreshed(let report): effects = handle(report)
        case .forgotten(let report): effects = handle(report)
        case .timeRead(let now): self.now = now
        case .storedPagesListed(let digests, let name):
            if name == account.name, reach == .offline { account.storedAddresses = digests }
        case .copyRefused:
            notice = .failure(
                keys.namingKeys(
                    "No way to the clipboard, or too long a text; {mouse} lets the terminal select."))
        case .exported(let report): handle(report)
        case .filesFound(let report): handle(report)
        case .pinFound(let report): handle(report)
        case .downloadReported(let report, let number): update(report, of: number)
        case .partsFound(let parts): accept(parts: parts)
        case .programReported(let report): handle(report)
        case .pagesFound(let pages, let listing, let name): setKnown(pages: pages, for: listing, of: name)
        case .timeToWatch: watchAlarm = nil
        case .woken(let timer): account.ahead.wake(timer)
        case .preloadReported(let report, let url, let after): finishPreload(report, of: url, after: after)
        case .findingsFound(let report, let number):
            for index in account.tabs.indices where account.tabs[index].visit?.opening.visit == number {
                account.tabs[index].visit?.report = report
            }
        case .seenVersionFound(let report): handle(report)
        case .versionFound(let report): effects = handle(report)
        case .versionsCompared(let report): show(report)
        case .sessionsFound(let sessions, let damaged, let name):
            show(sessions: sessions, damaged: damaged, of: name)
        case .historyLoaded(let sessions, let page, let name):
            if name == account.name { account.records.add(sessions, of: page) }
        case .materialsFound(let materials, let url): setMaterials(materials, for: url)
        case .resendEnded(let traces, let number): receive(traces, of: number)
        case .resentStored(let storage): effects = show(storage)
        case .edited(let edit, let purpose): effects = apply(edit, for: purpose)
        case .intercepted(let filter): report(holding: filter)
        case .interceptedChanged(let exchanges): update(held: exchanges)
        case .interceptedAged: account.intercepted.alarm = nil
        case .responded(let responded): effects = show(responded)
        case .cookiesPersisted(let keeping, let name): if name == account.name { update(cookies: keeping) }
        case .configured(let settings, let warning):
            self.settings = settings
            if let warning { notice = .failure(warning) }
        }
        settle()
        // What the page links is known once it has been read.
        followNavigation()
        effects +=
            followRefresh() + style() + drawPictures() + loadAhead() + rememberTabs() + followWatch()
            + followReading() + followRecords() + followIntercepted()
        followNews()
        settle()
        return effects
    }

    /// Goes on with work that can wait: call it when no event does, as long as it returns true.
    /// - Returns: Whether there is more. One call takes about half a millisecond.
    public mutating func idle() -> Bool {
        guard screen.isLargeEnough else { return false }
        // What lies over the page is what the reader waits for.
        if inspector.map({ !$0.isSettled }) ?? false {
            turnInspector { $0.advance() }
            settle()
            return hasIdleWork
        }
        var more = document?.advance() ?? false
        if goOnListing() { more = true }
        if account.seeking != nil { followNews() }
        settle()
        return more
    }

    /// Whether `idle` has something to do.
    public var hasIdleWork: Bool {
        // Where nothing fits on the screen, nothing is waited for.
        guard screen.isLargeEnough else { return false }
        if let document, !document.isSettled { return true }
        if inspector.map({ !$0.isSettled }) ?? false { return true }
        if let document, case .contents(let line) = prompt, line.hasMore(of: document.layout) { return true }
        return false
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

    /// Asks for the moment at which the watch of the page in front goes on, where that is another than before.
    mutating func wakeToWatch(at moment: Duration?) -> [Effect] {
        guard moment != watchAlarm else { return [] }
        watchAlarm = moment
        return [.wakeToWatch(at: moment)]
    }

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
