import CellGrid
import Exchanges
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

// The text in panes and overlays, made again when its inputs changed.
extension Model {
    mutating func settleTexts(_ plan: ScreenPlan) {
        for place in plan.places where place.pane != .page {
            let area = place.content
            var text = texts[place.pane] ?? ScrolledText()
            switch place.pane {
            case .page: continue
            case .state:
                // A session that ends at once is drawn only once.
                if !text.lines.isEmpty, isQuietlyBusy { break }
                text.lines = stateLines(in: area)
            case .headers: text.lines = headerLines(width: area.columns)
            case .diff: settleDiff(&text, width: area.columns)
            }
            text.clamp(height: max(1, area.rows.value))
            texts[place.pane] = text
        }
    }

    /// Returns the lines of the state pane. For a watch, only the polls that fit are made.
    private mutating func stateLines(in area: Rect) -> [StyledLine] {
        var words = StateText(
            visit: visit, elapsed: elapsed, age: ageWords, next: nextWords, keys: keys,
            intercepted: interceptedInFront?.text(at: uptime), runs: runsInFront, plot: plot,
            isSpaced: area.rows >= 13, width: area.columns)
        let hasHeadings = area.rows >= 20
        guard let page = watching else {
            // For a watched page the timeline shows this.
            words.news = newsWords
            words.isSpaced = words.isSpaced && words.lines.count <= area.rows.value
            return words.lines
        }
        // The next request is the poll that the timeline names.
        if case .sonicOff? = next {} else { words.next = nil }
        let timeline = timelineText(page, width: area.columns, hasHeadings: hasHeadings)
        words.timeline = timeline
        let height = area.rows.value
        let first = words.head.count + timeline.heading.count + (hasHeadings ? 1 : 0)
        watching?.timeline.settle(on: first..<max(height, first + min(3, max(1, height - 1))))
        if let page = watching {
            words.timeline = timelineText(page, width: area.columns, hasHeadings: hasHeadings)
        }
        words.hasCursor = screen.focus == .state || timeline.page.timeline.selected != nil
        return words.lines
    }

    /// Returns the lines of the headers pane: the last request and its response in columns, Sonic's headers first.
    private func headerLines(width: Column) -> [StyledLine] {
        guard let visit, let turn = visit.trace.turns.lastIndex(where: { $0.request != nil }) else {
            return StyledLine.paragraph("No request was sent.", to: width)
        }
        let session = InspectedSession(visit: visit, turn: turn)
        return InspectedText(session: session, width: width, secrets: shownSecrets).headerTable
    }

    /// Many lines may have changed: they are wrapped again only if they or the width differ.
    private mutating func settleDiff(_ text: inout ScrolledText, width: Column) {
        let navigation = account.tabs.front.navigation
        let diff: DiffText
        if navigation == nil, let page = watching, let poll = page.timeline.selected {
            diff = DiffText(poll: poll, of: page, width: width)
        } else {
            let stored = navigation == nil ? visit?.storedChanges ?? [] : []
            // While another page is requested, the changes of the one on the screen are not its own.
            let isOwn = navigation != nil || account.tabs.front.showsPageOfVisit
            diff = DiffText(
                changes: stored.isEmpty ? (isOwn ? document?.latest.changes ?? [] : []) : stored,
                visit: visit,
                navigation: navigation, width: width, keys: keys)
        }
        guard diff != account.tabs.front.diffText else { return }
        account.tabs.front.diffText = diff
        (text.lines, text.top) = (diff.lines, 0)
    }

    // The elapsed time of the session in front.

    /// A session that ends within this time is drawn only once: flashing steps inform nobody.
    private static let quiet = Duration.milliseconds(100)

    /// The elapsed time of the session in front; nil if none is running.
    var elapsed: Duration? {
        guard let visit, visit.isBusy else { return nil }
        return visit.begun.map { max(.zero, uptime - $0) } ?? .zero
    }

    /// Whether the session in front has only just begun and there is nothing to report.
    var isQuietlyBusy: Bool {
        guard let elapsed, visit?.trace.retry == nil, interceptedInFront == nil else { return false }
        return elapsed < Self.quiet
    }

    /// Records when the session in front began, and schedules redraws for its steps and seconds, and then for the time
    /// until its page is requested. Called at the end of every update.
    mutating func followProgress() -> [Effect] {
        guard let visit, let elapsed else { return setTimer(.progress, at: nextWordsChange) }
        let begun = visit.begun ?? uptime
        if visit.begun == nil { self.visit?.begun = begun }
        let next = elapsed < Self.quiet ? Self.quiet : .seconds(elapsed.wholeSeconds + 1)
        return setTimer(.progress, at: begun + next)
    }

    // The inspector: opening it, and its keys.

    /// Opens the inspector for the session of the tab in front, or switches its view.
    mutating func inspect(_ view: InspectorView) {
        if var inspector {
            // The key that opened it also closes it.
            guard inspector.view != view else { return closeOverlay() }
            inspector.show(view)
            return overlay = inspector
        }
        guard let subject else { return }
        overlay = Inspector(subject, view)
    }

    /// Whether the inspector shows a session that is no longer the tab's newest.
    var isInspectingEarlier: Bool {
        // Exchanges of the traffic are not sessions of the tab.
        guard let inspector, inspector.visit.opening.visit > 0, let visit else { return false }
        return inspector.visit.opening.visit != visit.opening.visit
    }

    /// Shows the view with a number.
    mutating func showView(_ number: Int) {
        let view = InspectorView.allCases.first { $0.number == number }
        if let view { turnInspector { $0.show(view) } }
    }

    /// Shows the same view of the tab's newest session.
    mutating func inspectNewest() {
        guard let visit else { return }
        turnInspector { $0.turn(to: visit) }
    }

    /// The title in the border of the overlay.
    var overlayTitle: String {
        guard isInspectingEarlier else { return overlay?.title ?? "" }
        return keys.namingKeys("Inspector: an earlier session, {newest-session} shows the newest")
    }

    /// The inspector; nil if it is not open.
    var inspector: Inspector? { overlay as? Inspector }

    /// Performs a change of the inspector.
    mutating func turnInspector(_ turn: (inout Inspector) -> Void) {
        guard var inspector else { return }
        closeOverlay()
        turn(&inspector)
        overlays.append(inspector)
    }

    /// Has the page's own script run with the update of the session in the inspector.
    mutating func runCallback() -> [Effect] {
        guard let visit = inspector?.visit, case .known(let callback) = visit.callback else { return [] }
        let run = CallbackRun(
            visit.trace, callback, chosen: encoding(of: visit.opening.url), setup.environment.charsets)
        guard let run else { return [] }
        let session = visit.opening.visit
        turnInspector {
            $0.show(.callback)
            $0.scriptRun = .running
        }
        let reply = reply { (model: inout Model, verdict: CallbackVerdict) in
            guard model.inspector?.visit.opening.visit == session else { return }
            model.turnInspector { $0.scriptRun = .ended(verdict) }
        }
        return [.ask(.callback(run, reply))]
    }

    // The sparklines of the page in front.

    /// The address in the history of the page that the session in front is about; nil if it is not a page.
    private var recordedPage: WebURL? {
        if let visit, !account.tabs.front.showsPageOfVisit {
            guard visit.opening.method == .get else { return nil }
            return visit.target.withoutFragment.withoutCredentials
        }
        guard let document, document.isPage, document.origin.method == .get else { return nil }
        return document.url.withoutFragment.withoutCredentials
    }

    /// The characters for sparklines and bars.
    var plot: Plot { Plot(setup.environment.plotSigns) }

    /// The last sessions of that page, the latest last.
    var runsInFront: [SessionRow] { recordedPage.map { account.records[$0] } ?? [] }

    /// Requests the sessions of the page in front if they are shown. Called at the end of every update; the first frame
    /// does not wait for it.
    mutating func followRecords() -> [Effect] {
        guard let page = recordedPage, visit?.painted != nil || !isBusy, showsRuns,
            account.records.ask(for: page)
        else { return [] }
        return [.ask(.sessionsOf(page, reply { $0.account.records.add($1, of: page) }))]
    }

    /// Whether the screen shows the page's last sessions.
    private var showsRuns: Bool {
        let isLog = (overlay as? SessionOverlay)?.topic == .log
        return isLog || overlay is VersionList
            || overlay == nil && screen.isLargeEnough && plan[.state] != nil
    }
}
