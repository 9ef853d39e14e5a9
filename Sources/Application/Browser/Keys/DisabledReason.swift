/// The reason why a command is disabled: a sentence in which keys are written as the names of their commands
/// (`KeyTable.namingKeys`), and a condition on the model.
struct DisabledReason: Sendable {
    /// The sentence.
    let rawValue: String
    /// Whether the reason applies.
    let holds: @Sendable (Model) -> Bool

    init(_ sentence: String, _ holds: @escaping @Sendable (Model) -> Bool) {
        (rawValue, self.holds) = (sentence, holds)
    }

    static let noPage = DisabledReason("there is no page yet: press {open} to open one") {
        !($0.document?.isWorthReturning ?? ($0.account.tabs.front.left != nil)) && !$0.isBusy
    }
    static let noSession = DisabledReason("nothing was requested yet: press {open} to open a page") {
        $0.subject == nil
    }
    static let noSubject = DisabledReason("there is no page yet: press {open} to open one") {
        $0.subject == nil && noPage.holds($0)
    }
    static let answerToForm = DisabledReason("a form is not sent again automatically") {
        $0.document.map { $0.origin.method != .get } ?? false
    }
    static let noLinks = DisabledReason("this page has no links") {
        $0.document.map { $0.layout.linkCount == 0 && $0.layout.isComplete } ?? false
    }
    static let noFeed = DisabledReason("no feed on this page") {
        $0.document.map { $0.layout.feedHref == nil && $0.layout.isComplete } ?? true
    }
    static let noLinkChosen = DisabledReason("no link or field is chosen: press {next-link} first") {
        $0.document?.reader.chosenLink == nil
    }
    /// As in w3m and lynx, where the cursor moves with a search, a link that was scrolled away is not followed.
    static let linkOutOfSight = DisabledReason(
        "the chosen link or field is not on the screen: press {next-link} to choose one"
    ) { $0.chosenLinkShown == nil }
    static let noLinksShown = DisabledReason("no link or field is on the screen") { $0.linksShown.isEmpty }
    static let noFieldChosen = DisabledReason("no field of a form is chosen: press {next-link} first") {
        !$0.isFieldChosen
    }
    static let offline = DisabledReason("offline: press {offline} to go online") {
        $0.reach == .offline
    }
    static let otherPane = DisabledReason("links belong to the page pane: press {page-pane} to go there") {
        $0.screen.focus != .page
    }
    // While the page is processing towards a distant position, a scrolling key cancels that.
    static let atStart = DisabledReason("this is the start") { $0.isAtStart && !$0.isAiming }
    static let atEnd = DisabledReason("this is the end") { $0.isAtEnd && !$0.isAiming }
    static let codeFolded = DisabledReason("lines are wrapped: press {code} to unwrap them") {
        $0.chosen.preformatted == .folded
    }
    static let noUnverified = DisabledReason("no certificate failed its verification here") {
        $0.visit?.result?.reason.unverified == nil
    }
    static let nothingLeft = DisabledReason("lines are shown from their start") {
        $0.document?.reader.columnsLeft ?? 0 == 0
    }
    static let nothingRight = DisabledReason("no line on the screen extends to the right") {
        guard let document = $0.document else { return true }
        return document.reader.columnsLeft >= document.mostColumnsLeft($0.linesShown)
    }
    static let nothingBefore = DisabledReason("there is no page to go back to") { $0.history.before.isEmpty }
    static let nothingAhead = DisabledReason("there is no page to go forward to") { $0.history.ahead.isEmpty }
    static let nothingLoading = DisabledReason("nothing is loading") {
        !$0.isBusy && $0.account.tabs.front.navigation == nil && !$0.account.tabs.front.showsAnswer
    }
    static let nothingChanged = DisabledReason("nothing changed since the copy shown before") {
        $0.document?.latest.changes.isEmpty ?? true
    }
    static let onlyFigures = DisabledReason("only numbers and times changed, on lines marked ~") {
        $0.document?.hasOnlyFigures ?? false
    }
    static let noChangeBelow = DisabledReason("no change further down") { $0.nextMark() == nil }
    static let noChangeAbove = DisabledReason("no change further up") { $0.previousMark() == nil }
    static let stillArriving = DisabledReason("the page is still loading") {
        $0.document.map { !$0.isPage || $0.isArriving } ?? true
    }
    static let notStored = DisabledReason("no copy of this page is in the cache") { $0.folderOfPage == nil }
    static let oldestShown = DisabledReason("this is the oldest stored version") {
        $0.account.tabs.front.navigation.map { $0.versions.last?.number == $0.shown } ?? false
    }
    static let newestShown = DisabledReason("this is the newest version") {
        $0.account.tabs.front.navigation == nil
    }
    static let nothingSent = DisabledReason("no server sent anything for this page: there is nothing to save")
    { $0.document?.source == .own && $0.visit?.answer == nil }
    static let noAnswer = DisabledReason("the server sent no response besides the page") {
        $0.visit?.answer == nil && !$0.account.tabs.front.showsAnswer
    }
    static let noRequest = DisabledReason("no request was made for this page") {
        $0.subject?.trace.request == nil
    }
    static let sessionUnderWay = DisabledReason("the session is still running") {
        $0.subject?.isBusy ?? $0.isBusy
    }
    static let nothingJournalled = DisabledReason(
        "no session has ended in this run: press {open} to open a page"
    ) {
        $0.account.journal.sessions.isEmpty && !$0.isAboutTraffic
    }
    static let noTraffic = DisabledReason("no traffic is shown: press {traffic} first") {
        $0.account.traffic == nil
    }
    static let noElements = DisabledReason("this is text without styles") {
        $0.document.map { !$0.kind.isHTML } ?? true
    }
    static let noTree = DisabledReason("this page is not JSON: only objects and arrays are folded") {
        $0.document.map { !$0.isTree } ?? true
    }
    static let noForm = DisabledReason("this page is shown in one form only") {
        $0.document.map { !$0.hasOtherForm } ?? true
    }
    static let onePane = DisabledReason("no other pane is shown: press {layout} for more panes") {
        $0.screen.zoomed == nil && $0.plan.places.count < 2
    }
    static let onlyTab = DisabledReason("this is the only tab") { $0.account.tabs.count == 1 }
    static let noClosedTab = DisabledReason("no tab was closed") { $0.account.tabs.closed.isEmpty }
    static let nothingIntercepted = DisabledReason("nothing is intercepted: press {intercept-what} first") {
        $0.account.intercepted.entries.isEmpty
    }
    /// Keys of a pane switch to it from other panes.
    static func focused(on pane: Pane) -> DisabledReason {
        DisabledReason("this pane is in focus already") { $0.screen.focus == pane }
    }
    static let onlyForm = DisabledReason("this is shown in one form only") {
        $0.inspector.map { $0.forms.count < 2 } ?? false
    }
    static let noLaterRequest = DisabledReason("the session made no later request") {
        $0.inspector.map { $0.turn >= $0.turnCount - 1 } ?? false
    }
    static let noEarlierRequest = DisabledReason("the session made no earlier request") {
        $0.inspector.map { $0.turn == 0 } ?? false
    }
    static let noNewerSession = DisabledReason("this is the newest session of the tab") {
        !$0.isInspectingEarlier
    }
    static let notInBlocks = DisabledReason("blocks have their own view: press 4 first") {
        $0.inspector.map { $0.view != .blocks } ?? false
    }
    static let noUpdate = DisabledReason("this session has no update for the page's script") {
        !($0.inspector?.hasUpdate ?? false)
    }
    static let noLaterBlock = DisabledReason("no later block") {
        $0.inspector.map { ($0.block ?? -1) >= $0.blockCount - 1 } ?? false
    }
    static let noEarlierBlock = DisabledReason("all blocks are listed here") {
        $0.inspector.map { $0.block == nil } ?? false
    }
    // The line being typed reports these two, since it has its own history.
    static let noEarlierLine = DisabledReason("no earlier line") { _ in false }
    static let noLaterLine = DisabledReason("no later line") { _ in false }
    static let nothingSought = DisabledReason("nothing was searched for yet: press {search} first") {
        !$0.hasSearched
    }

    /// Returns why an entry of the `:` line is disabled: an address as the argument replaces a link.
    func words(of binding: KeyTable.Binding) -> String {
        let asksForLink = [Self.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight].contains(self)
        return asksForLink && binding.parameter == .address
            ? "press {next-link} to choose a link, or type an address" : rawValue
    }
}

extension DisabledReason: Hashable {
    static func == (one: DisabledReason, other: DisabledReason) -> Bool { one.rawValue == other.rawValue }

    func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
