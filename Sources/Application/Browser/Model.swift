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
    /// The colours in force.
    var theme: Theme
    /// The keys in force.
    var keys: KeyTable { setup.keys ?? .standard }
    /// The terminal's size.
    private(set) var size: Size

    /// The account in use; empty for none.
    var account: String
    /// What other accounts have open that were in use in this run, by their names.
    var parked: [String: AccountState] = [:]
    /// The pages that it comes back to, with what is new in them.
    var inbox: Inbox
    /// Its bookmarks, the first one first, as far as they were told.
    var bookmarks: [Bookmark] = []
    /// The visit of which the first thing that is new is to be brought on the screen; nil for none.
    var seeking: Int?

    /// The arrangement chosen; nil lets the width decide.
    var chosenArrangement: LayoutPreset?
    /// The pane that scrolling keys act on.
    var focus = Pane.page
    /// The pane shown alone; nil when panes share the screen.
    var zoomed: Pane?
    /// Whether the diff pane was switched on or off; nil lets the arrangement decide.
    var diffChoice: Bool?

    /// What is open.
    var tabs = Tabs()
    /// Which of them are remembered for the next start.
    var tabRestoration: TabRestoration
    /// What was remembered of them last; nil for nothing.
    var savedTabs: SavedTabs?
    /// The number of visits begun, in all tabs.
    var visitCount = 0
    /// The number of resend orders.
    var resendCount = 0
    /// When the loop was asked to wake the watch of the page in front; nil for never.
    var watchAlarm: Duration?
    /// The time that came with the last event, by a clock that never jumps.
    var uptime = Duration.zero

    /// What is to be held, and what is.
    var intercepted = InterceptedExchanges()
    /// The files on their way to the disk, and those saved.
    var downloads = DownloadList()
    /// The pages loaded ahead of time.
    var ahead = Prefetch()
    /// The style sheets fetched so far.
    var shelf = StyleShelf()
    /// Whether pictures are drawn.
    var pictures: PicturePreference
    /// The sites whose style sheets are not wanted, by their origins.
    var unstyledSites: Set<String>
    /// The sites whose style sheets are wanted although the configuration says otherwise.
    var styledSites: Set<String>
    /// The sites whose pages are shown without any styles in this run, by their origins; empty for files.
    var bareSites: Set<String> = []
    /// What the configuration says of single sites.
    var sites: SitePreferences
    /// The encodings chosen for pages in this run, by their addresses without a fragment.
    var encodings: PageEncodings = [:]

    /// The sessions that ended.
    var journal = SessionJournal()
    /// Whether pages that are to be kept are.
    var pagePersistence = PersistenceStatus.works
    /// Whether cookies with an end are.
    var cookiePersistence = PersistenceStatus.works
    /// What is known of the last sessions of pages.
    var records = PageRecords()

    /// Whether servers may be asked.
    public internal(set) var reach: Reach
    /// The digests of the account's stored pages while offline, where links to others are told apart; nil when
    /// they are not.
    var storedAddresses: Set<String>?
    /// The wall clock when it was told last; nil before.
    var now: Instant?

    /// What becomes of secrets where heads are shown.
    var secretsOnScreen = Secrets.Handling.masked
    /// What lies over the panes.
    var overlay: (any Overlay)?
    /// What is being typed.
    var prompt: Prompt?
    /// The version that is shown as soon as its page is here; nil for none.
    var awaited: VersionReport?
    /// The pages that the account has kept, the latest first, as far as they were asked for.
    var knownPages: [KnownPage] = []
    /// Addresses typed in this run, the latest last.
    var typed: [String] = []
    /// Lines after `:` run in this run, the latest last.
    var called: [String] = []
    /// Texts looked for in this run, the latest last.
    var searched: [String] = []
    /// The places with a capital as their letter.
    var waymarks: [Unicode.Scalar: History.Place] = [:]
    /// What the next keys are for; nil for scrolling and commands.
    var interlude: InputMode?
    /// Words in the bottom line.
    var notice: Notice?

    /// Whose the mouse is.
    var mouse: MouseUse
    /// What it has taken hold of.
    var drag = DragState.none
    /// Where it has put the borders between panes.
    var shares = PaneShares()
    /// Whether the window has the keyboard.
    var attention = Attention.here
    /// How the theme in force was found.
    var themeOrigin: Setup.ThemeOrigin

    /// A browser without a page: it shows how to begin.
    public init(_ setup: Setup) {
        self.setup = setup
        theme = setup.theme
        size = setup.size
        account = setup.account
        inbox = Inbox(setup.inbox)
        now = setup.now
        chosenArrangement = setup.arrangement
        unstyledSites = setup.unstyledSites
        styledSites = setup.styledSites
        sites = setup.sites
        pictures = setup.pictures
        reach = setup.reach
        tabRestoration = setup.tabRestoration
        mouse = setup.mouse
        themeOrigin = setup.themeOrigin
        showStartPage()
        notice = setup.warning.map { .failure($0) }
        settle()
    }

    /// Takes in one event and says what is to be done outside.
    /// - Parameter uptime: The time by a clock that never jumps, from any starting point; without it none has passed.
    public mutating func update(_ event: Event, at uptime: Duration? = nil) -> [Effect] {
        if let uptime { self.uptime = uptime }
        var effects: [Effect]
        switch event {
        case .resized(let size):
            self.size = size
            if !inbox.rows.isEmpty { rewriteInbox() }
            // News may be of the room there was.
            if case .news = notice { notice = nil }
            effects = []
        case .keyPressed(let key):
            effects = press(key)
        case .addressGiven(let url):
            effects = open(url, move: .onward)
        case .tabsRestored(let saved):
            effects = restore(saved)
        case .sessionReported(let report, let number, let after):
            effects = handle(report, of: number, after: after)
        case .framePainted(let number, let after):
            if visit?.opening.visit == number, visit?.painted == nil { visit?.painted = after }
            effects = []
        case .styleFetched(let order, let bytes):
            shelf.put(bytes, for: order, domainToASCII: setup.domainToASCII)
            effects = []
        case .pictureDrawn(let order, let report):
            accept(report, for: order)
            effects = []
        case .accountsFound(let names):
            setKnown(accounts: names)
            effects = []
        case .accountSwitched(let name):
            effects = enter(account: name)
        case .accountRefused(let reason):
            notice = .failure(reason)
            effects = []
        case .bookmarksFound(let report):
            handle(report)
            effects = []
        case .inboxFound(let pages, let name):
            effects = show(inbox: pages, of: name)
        case .pageRefreshed(let report):
            effects = handle(report)
        case .forgotten(let report):
            effects = handle(report)
        case .timeRead(let now):
            self.now = now
            effects = []
        case .storedPagesListed(let digests, let name):
            if name == account, reach == .offline { storedAddresses = digests }
            effects = []
        case .copyRefused:
            effects = []
            notice = .failure(
                keys.namingKeys(
                    "No way to the clipboard, or too long a text; {mouse} lets the terminal select."))
        case .exported(let report):
            handle(report)
            effects = []
        case .filesFound(let report):
            handle(report)
            effects = []
        case .pinFound(let report):
            handle(report)
            effects = []
        case .downloadReported(let report, let number):
            update(report, of: number)
            effects = []
        case .partsFound(let parts):
            accept(parts: parts)
            effects = []
        case .programReported(let report):
            handle(report)
            effects = []
        case .pagesFound(let pages, let listing, let name):
            setKnown(pages: pages, for: listing, of: name)
            effects = []
        case .timeToWatch:
            watchAlarm = nil
            effects = []
        case .woken(let timer):
            ahead.wake(timer)
            effects = []
        case .preloadReported(let report, let url, let after):
            finishPreload(report, of: url, after: after)
            effects = []
        case .findingsFound(let report, let number):
            for index in tabs.indices where tabs[index].visit?.opening.visit == number {
                tabs[index].visit?.report = report
            }
            effects = []
        case .seenVersionFound(let report):
            handle(report)
            effects = []
        case .versionFound(let report):
            effects = handle(report)
        case .versionsCompared(let report):
            show(report)
            effects = []
        case .sessionsFound(let sessions, let damaged, let name):
            show(sessions: sessions, damaged: damaged, of: name)
            effects = []
        case .historyLoaded(let sessions, let page, let name):
            if name == account { records.add(sessions, of: page) }
            effects = []
        case .materialsFound(let materials, let url):
            setMaterials(materials, for: url)
            effects = []
        case .resendEnded(let traces, let number):
            receive(traces, of: number)
            effects = []
        case .resentStored(let storage):
            effects = show(storage)
        case .edited(let edit, let purpose):
            effects = apply(edit, for: purpose)
        case .intercepted(let filter):
            report(holding: filter)
            effects = []
        case .interceptedChanged(let exchanges):
            update(held: exchanges)
            effects = []
        case .interceptedAged:
            intercepted.alarm = nil
            effects = []
        case .responded(let responded):
            effects = show(responded)
        case .cookiesPersisted(let keeping, let name):
            if name == account { update(cookies: keeping) }
            effects = []
        case .configured(let sites, let warning):
            self.sites = sites
            if let warning { notice = .failure(warning) }
            effects = []
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
        guard isLargeEnough else { return false }
        // What lies over the page is what the reader waits for.
        if inspector.map({ !$0.isSettled }) ?? false {
            turnInspector { $0.advance() }
            settle()
            return hasIdleWork
        }
        var more = document?.advance() ?? false
        if goOnListing() { more = true }
        if seeking != nil { followNews() }
        settle()
        return more
    }

    /// Whether `idle` has something to do.
    public var hasIdleWork: Bool {
        // Where nothing fits on the screen, nothing is waited for.
        guard isLargeEnough else { return false }
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

    /// Brings layout, places and words into line with everything else. Ends every update.
    private mutating func settle() {
        settleSelection()
        guard isLargeEnough else { return }
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
