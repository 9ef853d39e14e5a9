import BrowserValues
import PageLayout
import SessionWords
import SonicLint
import SonicProtocol
import SonicSession

// Properties of the tab in front under their short names.
extension Model {
    var document: Document? {
        _read { yield account.tabs.front.document }
        _modify { yield &account.tabs.front.document }
    }

    /// The visit that loaded the page on the screen.
    var documentVisit: Int { account.tabs.front.documentVisit }

    /// The pages before and after it.
    var history: History {
        _read { yield account.tabs.front.history }
        _modify { yield &account.tabs.front.history }
    }

    /// The last visit begun in the tab in front.
    var visit: Visit? {
        _read { yield account.tabs.front.visit }
        _modify { yield &account.tabs.front.visit }
    }

    /// The watch of the page on the screen; nil while it is not watched.
    var watching: PageWatch? {
        _read { yield account.tabs.front.watching }
        _modify { yield &account.tabs.front.watching }
    }

    /// The text of the panes other than the page.
    var texts: [Pane: ScrolledText] {
        _read { yield account.tabs.front.texts }
        _modify { yield &account.tabs.front.texts }
    }

    /// The page on the screen and the scroll position, if it is worth returning to; nil for a page of this program.
    var place: History.Place? { account.tabs.front.place }

    /// The number of that visit; nil before the first.
    public var visitInFront: Int? { visit?.opening.visit }

    /// Returns whether a visit is the last one of one of the tabs. Linear in their number.
    public func shows(visit number: Int) -> Bool {
        account.tabs.indices.contains { account.tabs[$0].visit?.opening.visit == number }
    }

    /// Whether a tab is loading a page.
    func isLoading(_ page: WebURL) -> Bool {
        account.tabs.indices.contains { index in
            guard let visit = account.tabs[index].visit, visit.isBusy else { return false }
            return [visit.opening.url, visit.target].contains { $0.withoutFragment == page.withoutFragment }
        }
    }

    /// Whether the session of the tab in front has not ended.
    public var isBusy: Bool { account.tabs.front.isBusy }

    // Session reports are passed to the tab of their visit.

    /// Handles a report of a visit's session. Reports of earlier visits are ignored.
    mutating func handle(_ report: SessionEvent, of number: Int, after: Duration) -> [Effect] {
        guard let index = account.tabs.index(ofVisit: number) else { return [] }
        var around = tabContext
        account.tabs[index].handle(report, after: after, &around)
        if index != account.tabs.frontIndex { settleBehind(index) }
        if !account.tabs[index].isBusy { account.tabs.trimTraces() }
        return around.effects.flatMap { perform($0, isInFront: index == account.tabs.frontIndex) }
    }

    private var tabContext: TabContext {
        TabContext(
            charsets: setup.environment.charsets, encodings: account.encodings, settings: settings,
            reach: reach, keys: keys, width: pageWidth(pageArea(plan)), height: pageHeight(plan), now: now)
    }

    /// A tab in the background is laid out when it comes to the front; only its title is read now.
    private mutating func settleBehind(_ index: Int) {
        account.tabs[index].document?.readTitle()
        if !account.tabs[index].isBusy { account.tabs.keep() }
    }

    /// Performs an effect of a tab. Only the tab in front affects the screen.
    private mutating func perform(_ upshot: TabContext.TabEffect, isInFront: Bool) -> [Effect] {
        switch upshot {
        case .bookmarkable(let url): return [.ask(.bookmarks(showing: url, bookmarksReply))]
        case .ended(let trace):
            account.journal.add(trace)
            reportPersistence(of: trace.result, isInFront: isInFront)
            if let result = trace.result { account.records.add(result) }
        case .handedOver(let handover, let url): accept(handover, of: url, isInFront: isInFront)
        case .judgeable(let order):
            return [.ask(.findings(order, reply { $0.setFindings($1, ofVisit: order.visit) }))]
        case .notice(let notice) where isInFront: self.notice = notice
        case .challenged(let challenge, let words) where isInFront && prompt == nil:
            prompt = .user(LineEditor(), challenge)
            notice = .failure(words)
        case .turned where isInFront: if screen.zoomed == nil, plan[.page] == nil { screen.focus(on: .page) }
        case .notice, .challenged, .turned: break
        }
        return []
    }

    /// Sets the findings about the page and the responses of a visit.
    private mutating func setFindings(_ report: LintReport, ofVisit number: Int) {
        for index in account.tabs.indices where account.tabs[index].visit?.opening.visit == number {
            account.tabs[index].visit?.report = report
        }
    }

    /// Cancels the session of the tab in front, if any; what it has loaded stays on the screen.
    mutating func stopSession() -> [Effect] { account.tabs.front.stopSession() }

    /// Cancels the sessions of all tabs.
    mutating func stopSessions() -> [Effect] {
        account.tabs.indices.flatMap { account.tabs[$0].stopSession() }
    }

    // Opening, closing and switching tabs.

    /// Opens an address in a tab.
    mutating func open(_ url: WebURL, in choice: TabChoice, from: WebURL? = nil) -> [Effect] {
        switch choice {
        case .here: return open(url, move: .push, from: from)
        case .inFront:
            account.tabs.append(
                Tab(Tab.Left(place: History.Place(url: url, offset: 0), mode: .open, from: from)))
            return turn(to: account.tabs.count - 1)
        case .behind:
            var tab = Tab(Tab.Left(place: History.Place(url: url, offset: 0), mode: .open))
            let opening = Opening(
                visit: nextVisit(), url: url, from: from, mode: reach == .offline ? .cacheOnly : .open)
            let effects = tab.begin(opening, move: .push)
            account.tabs.append(tab)
            notice = .news("Tab \(account.tabs.count), in the background: \(url.withoutCredentials.href)")
            return effects
        }
    }

    /// Opens the page of the chosen link in a new tab.
    mutating func followLink(in choice: TabChoice) -> [Effect] {
        pageBehindLink().map { open($0, in: choice, from: document?.url) } ?? []
    }

    /// Brings a tab to the front; an unloaded page is opened.
    mutating func turn(to index: Int) -> [Effect] {
        account.tabs.turn(to: index)
        return comeInFront()
    }

    /// Brings the next or previous tab to the front; the first follows the last.
    mutating func turn(by step: Int) -> [Effect] {
        turn(to: (account.tabs.frontIndex + step + account.tabs.count) % account.tabs.count)
    }

    /// Brings the tab with a number to the front, counted from 1.
    mutating func show(tab number: Int) -> [Effect] {
        guard number >= 1, account.tabs.indices.contains(number - 1) else {
            return refuse(
                "No tab \(number): there \(account.tabs.count == 1 ? "is one" : "are \(account.tabs.count)")."
            )
        }
        return turn(to: number - 1)
    }

    /// Brings the tab with a typed number to the front.
    mutating func showTab(_ number: String) throws(TypingMistake) -> [Effect] {
        guard let number = Int(number) else {
            throw TypingMistake(words: "show-tab takes the number of a tab: show-tab 2.")
        }
        return show(tab: number)
    }

    /// Closes a tab; it can be reopened.
    mutating func close(tab index: Int) -> [Effect] {
        let stopping = account.tabs[index].stopSession()
        let isInFront = index == account.tabs.frontIndex
        account.tabs.close(index)
        return stopping + (isInFront ? comeInFront() : [])
    }

    mutating func reopenTab() -> [Effect] { account.tabs.reopen() ? comeInFront() : [] }

    /// Completes a switch to another tab: the overlay of the previous one is closed, and an unloaded page is requested.
    mutating func comeInFront() -> [Effect] {
        (overlay, inputMode) = (nil, nil)
        account.tabs.keep()
        guard let left = account.tabs.front.left, !isBusy else { return [] }
        return go(to: left.place, .again(left.place), left.mode, from: left.from)
    }

    /// Toggles between the server's response and the page.
    mutating func showAnswer() {
        guard !account.tabs.front.showsAnswer else { return account.tabs.front.leaveAnswer() }
        guard let answer else { return }
        account.tabs.front.show(answer: answer)
        screen.focus(on: .page)
        notice = .news(
            keys.line("The server's response: its links and forms work; {response} goes back."))
    }

    /// Accepts the certificate of the page's server if its SHA-256 is on the screen, or else shows that.
    mutating func acceptCertificate() -> [Effect] {
        guard let result = visit?.result, let (certificate, url) = result.reason.unverified,
            let origin = url.origin
        else { return refuse(.noUnverified) }
        guard !isOnScreen(certificate) else {
            let accepting = Effect.acceptCertificate(sha256: certificate.sha256, origin: origin)
            return [accepting] + reload(.reload)
        }
        var around = tabContext
        if document?.source != .own { account.tabs.front.showFailure(result, &around) }
        screen.focus(on: .page)
        document?.layOutWhole()
        if let document {
            let lines = (0..<document.layout.lineCount).map { document.layout.line($0).text }
            scrollPage(to: lines.firstIndex { $0.contains("SHA-256") } ?? 0)
        }
        let words =
            isOnScreen(certificate)
            ? "Compare the SHA-256 with the one of the server: {accept-certificate} then accepts it."
            : "{zoom} or a larger window shows the whole SHA-256."
        return notify(.news(keys.namingKeys(words)))
    }

    /// Returns whether the SHA-256 of a certificate is on the screen, on a page of this program. A message may hide the
    /// last line.
    private func isOnScreen(_ certificate: PeerCertificate) -> Bool {
        guard let document, document.source == .own, account.tabs.front.showsVisit, overlay == nil,
            screen.isLargeEnough, plan[.page] != nil
        else { return false }
        let lines = linesShown.dropLast().clamped(to: 0..<document.layout.lineCount)
        let text = lines.map { document.layout.line($0).text }.joined()
        return text.filter { $0 != " " }.contains(certificate.sha256)
    }

    /// The server's response that is not the page; nil if there is none.
    var answer: Document? {
        guard let body = visit?.answer, let url = visit?.result?.url ?? document?.url else { return nil }
        let kind = Document.Kind(
            visit?.result?.head?.headers ?? Headers(), body, chosen: encoding(of: url))
        var answer = Document(
            url: url, source: .answer, kind: kind, charsets: setup.environment.charsets, html: body,
            width: pageWidth(pageArea(plan)))
        answer.leaveForm()
        answer.origin.method = document?.origin.method ?? .get
        return answer
    }

    /// Replaces the start page by the tabs of the previous run, and opens the page of the one in front.
    mutating func restore(_ saved: SavedTabs) -> [Effect] {
        guard account.tabs.count == 1, visit == nil else { return [] }
        account.tabs.remember(closed: saved.closed)
        guard !saved.entries.isEmpty else { return [] }
        for entry in saved.entries { account.tabs.append(Tab(Tab.Left(entry))) }
        account.tabs.close(0)
        return turn(to: saved.front)
    }

    /// Turns the tabs of the previous run into closed ones if this run was started with an address: none of them is
    /// opened, and none is lost. The one that was in front is the first to be reopened.
    mutating func keepClosed(_ saved: SavedTabs) {
        var entries = saved.entries
        if !entries.isEmpty { entries.append(entries.remove(at: saved.front)) }
        account.tabs.remember(closed: saved.closed + entries)
    }

    /// Saves the tabs if they differ from the saved ones.
    mutating func rememberTabs() -> [Effect] {
        setup.restoresTabs && !account.tabs.match(account.savedTabs) ? saveTabs() : []
    }

    /// Saves the tabs with their scroll positions.
    private mutating func saveTabs() -> [Effect] {
        let saved = account.tabs.saved
        account.savedTabs = saved
        return [.saveTabs(saved)]
    }

    /// Saves the scroll positions of the tabs, if tabs are saved.
    mutating func rememberPlaces() -> [Effect] { account.savedTabs == nil ? [] : saveTabs() }
}

/// The tab in which a page is opened.
enum TabChoice: Equatable, Sendable {
    /// The tab in front.
    case here
    /// A new tab in front.
    case inFront
    /// A new tab in the background.
    case behind
}
