import BrowserValues
import CellGrid
import Configuration
import SonicProtocol
import SonicSession

// Watching the page on the screen: a run is a visit that keeps the scroll position.
extension Model {
    /// Begins a watch of the page, or pauses or resumes it.
    mutating func toggleWatch() -> [Effect] {
        guard let watching else {
            guard let url = document?.url else { return [] }
            return watch(Pace(every: settings[url][Settings.watchInterval]))
        }
        let moment = uptime
        switch watching.watch.state {
        case .waiting, .running, .outdated, .done:
            _ = self.watching?.handle(.paused, at: moment)
            notice = .news("Watch paused; \(keys.keyName(of: .watch)) resumes.")
        case .paused, .pausing:
            _ = self.watching?.handle(.resumed, at: moment)
            notice = .news("Watching again every \(watching.watch.pace.words).")
        }
        return []
    }

    /// Watches the page with a pace, or changes the pace of its watch.
    mutating func watch(_ pace: Pace) -> [Effect] {
        guard let document else { return [] }
        let moment = uptime
        if watching != nil {
            _ = watching?.handle(.paced(pace), at: moment)
            _ = watching?.handle(.resumed, at: moment)
        } else {
            let seed = UInt64(bitPattern: moment.components.attoseconds)
            watching = PageWatch(
                watch: Watch(
                    pace, tolerance: settings[document.url][Settings.watchTolerance], seed: seed, at: moment),
                url: document.url.withoutFragment,
                visit: visitCount)
        }
        return notify(.news("Watching every \(pace.words); \(keys.keyName(of: .watch)) pauses."))
    }

    /// Watches the page with a typed interval.
    mutating func watch(every text: String) throws(TypingMistake) -> [Effect] {
        let wanted = try pace(text)
        if let disabledReason = Command.watch.disabledReason(in: self) {
            throw TypingMistake(words: keys.namingKeys(disabledReason.rawValue).sentence)
        }
        return watch(wanted)
    }

    /// Returns the pace of a typed interval.
    func pace(_ text: String) throws(TypingMistake) -> Pace {
        guard let pace = Pace(text) else {
            throw TypingMistake(
                words: "Invalid interval “\(text)”: type 5, 500ms, 2m or 1h, from 10ms to a week.")
        }
        return pace
    }

    /// Updates the watch after changes of the page and its visits, and begins a due run. Called at the end of every
    /// update.
    mutating func followWatch() -> [Effect] {
        guard var page = watching else { return stopFollowing() }
        guard let document, document.origin.method == .get, document.url.withoutFragment == page.url else {
            watching = nil
            // Its own run led to another page; a move by the reader needs no notice.
            if page.visit == visitCount { notice = .news("The page moved: the watch has ended.") }
            return stopFollowing()
        }
        var effects = follow(visit, &page)
        if let end = page.flashEnd, end <= uptime { page.flashEnd = nil }
        if canBeginRun, page.watch.timeCame(at: uptime) { effects += begin(&page) }
        // A due run that cannot begin is reconsidered at the next event, without a timer.
        let moment = page.nextMoment.flatMap { $0 > uptime ? $0 : nil }
        effects += followPoll(&page)
        watching = page
        // Without a visible countdown no timer is needed.
        let isSeen = overlay == nil && screen.isLargeEnough && plan[.state] != nil
        return effects + setTimer(.watch, at: moment)
            + setTimer(.countdown, at: isSeen ? page.nextSecond(at: uptime) : nil)
            + follow(file: page.url.scheme == "file" ? page.url : nil)
    }

    private mutating func stopFollowing() -> [Effect] {
        setTimer(.watch, at: nil) + setTimer(.countdown, at: nil) + follow(file: nil)
    }

    /// Makes a run due soon if the watched page is a file that was saved.
    mutating func handleSave(of file: WebURL) {
        guard watching?.url == file else { return }
        let moment = uptime
        _ = watching?.handle(.saved, at: moment)
    }

    /// Handles the state of the visit that is the current run, or that replaced it.
    private mutating func follow(_ visit: Visit?, _ page: inout PageWatch) -> [Effect] {
        guard let visit else { return [] }
        if visit.opening.visit != page.visit {
            let isOwn = visit.opening.url.withoutFragment == page.url && visit.opening.method == .get
            if isOwn, visit.isBusy {
                (page.visit, page.before) = (visit.opening.visit, account.tabs.front.newest?.bytes ?? [])
                _ = page.handle(.begunElsewhere, at: uptime)
            } else if page.watch.isRunning {
                _ = page.handle(.abandoned, at: uptime)
            }
        }
        guard page.watch.isRunning, visit.opening.visit == page.visit else { return [] }
        switch visit.state {
        case .running: return []
        case .stopped: _ = page.handle(.abandoned, at: uptime)
        case .ended(let after):
            // Equal byte for byte, or JSON with its members in another order.
            let isSame =
                page.before.isEmpty
                ? nil
                : account.tabs.front.newest.map {
                    $0.bytes == page.before || $0.jsonOrder(since: page.before)?.isSame ?? false
                } ?? false
            page.before = []
            guard let result = visit.result,
                let run = WatchRun(result, isSame: isSame, now: now ?? Instant(milliseconds: 0))
            else {
                _ = page.handle(.abandoned, at: uptime)
                return []
            }
            page.timeline.add(SessionRow(result, found: visit.foundVersion, took: after))
            return page.handle(.ended(run), at: uptime).flatMap { report($0) }
        }
        return []
    }

    private mutating func report(_ news: WatchNews) -> [Effect] {
        switch news.kind {
        // The page shows it, and the message of a failure is in the bottom line.
        case .begun, .failed: break
        case .changed:
            switch setup.settings.general[Settings.watchAlert] {
            case .off: break
            case .bell: return [.alert(nil)]
            case .desktop: return [.alert(account.tabs.front.title + " changed")]
            }
        case .recovered(let failures, let lasted):
            let polls = String.counted(failures, "poll")
            notice = .news("The server responds again after \(lasted.brief), \(polls) failed.")
        }
        return []
    }

    /// Whether a run may begin: no session is running, and no prompt or the like would be disturbed by a new page.
    private var canBeginRun: Bool {
        !isBusy && prompt == nil && inputMode == nil && reach == .online
            && account.tabs.front.navigation == nil
            && !account.tabs.front.showsAnswer
    }

    private mutating func begin(_ page: inout PageWatch) -> [Effect] {
        let opening = Opening(
            visit: nextVisit(), url: document?.url ?? page.url, from: visit?.opening.from, mode: .reload)
        (page.visit, page.before) = (visitCount, document?.isPage == true ? document?.bytes ?? [] : [])
        return account.tabs.front.begin(opening, move: .stay)
    }

    // The timeline of a watch in the state pane.

    /// Whether scrolling keys move between the polls of a watch.
    var isTimelineInFocus: Bool {
        guard overlay == nil, screen.focus == .state, let page = watching else { return false }
        return page.timeline.count > 0 && plan[.state] != nil
    }

    /// Returns the timeline of a watch.
    func timelineText(_ page: PageWatch, width: Column, hasHeadings: Bool) -> TimelineText {
        TimelineText(page: page, now: uptime, plot: plot, width: width, hasHeadings: hasHeadings) {
            time, hasDay in
            hasDay ? moment(time) : clock(time)
        }
    }

    /// Moves the cursor between the polls; if there is no further one, or the cursor is not visible, scrolls the pane.
    mutating func moveInTimeline(by step: Int) {
        guard var page = watching, var text = texts[.state] else { return }
        let height = scrollHeight
        let (line, index) = (page.timeline.cursorLine, page.timeline.cursor.index)
        let isBeyond = step > 0 ? line >= text.top + height : line < text.top
        if isBeyond || index == (step > 0 ? page.timeline.count - 1 : 0) {
            text.top += step
        } else {
            page.timeline.move(to: index + step)
            let line = page.timeline.cursorLine
            text.top = max(min(text.top, line), line - height + 1)
        }
        text.clamp(height: height)
        (texts[.state], watching) = (text, page)
    }

    /// Moves the cursor to the poll at a position of the state pane, if there is one.
    mutating func choosePoll(at place: Position) {
        guard var page = watching, let area = plan[.state]?.content, area.contains(place) else { return }
        let line = (texts[.state]?.top ?? 0) + (place.row - area.row).value
        guard page.timeline.window.contains(line) else { return }
        page.timeline.move(to: page.timeline.cursor.top + line - page.timeline.window.lowerBound)
        watching = page
    }

    /// Moves to the newest poll and the top of the pane, or to the oldest one, and from there to the end.
    mutating func jumpInTimeline(toEnd: Bool) {
        let height = scrollHeight
        guard var page = watching else { return }
        let isLast = page.timeline.cursor.index == page.timeline.count - 1
        page.timeline.move(to: toEnd ? .max : 0)
        // From the oldest poll, it scrolls to the end of the pane.
        let top = isLast ? .max : page.timeline.cursorLine - height + 1
        texts[.state]?.top = toEnd ? top : 0
        texts[.state]?.clamp(height: height)
        watching = page
    }

    /// Shows the version of the poll under the cursor, and what it changed.
    mutating func showPoll() -> [Effect] {
        guard let page = watching, let poll = page.timeline.current else { return [] }
        guard let number = poll.left else { return refuse("This poll stored no version.") }
        if account.tabs.front.navigation == nil, number == account.tabs.front.shownVersion {
            return notify(.news("v\(number) is the version on the screen."))
        }
        return readVersion(poll.step.map { .change(from: $0.old, to: $0.new) } ?? .number(number))
    }

    /// Requests the differences of the versions of the poll under the cursor, one comparison at a time.
    private func followPoll(_ page: inout PageWatch) -> [Effect] {
        guard plan[.diff] != nil, let step = page.timeline.selected?.step else { return [] }
        let order = DifferenceOrder(page: page.url, old: step.old, new: step.new)
        switch page.timeline.difference {
        case .requested: return []
        case .known(let known, _) where known == order: return []
        case .none, .known: break
        }
        page.timeline.difference = .requested(order)
        return [.ask(.difference(order, reply { $0.show($1, of: order) }))]
    }

    /// Handles the differences of two versions that a timeline waits for.
    private mutating func show(_ changes: [PageChange]?, of order: DifferenceOrder) {
        for index in account.tabs.indices {
            guard case .requested(order) = account.tabs[index].watching?.timeline.difference else { continue }
            account.tabs[index].watching?.timeline.difference = .known(order, changes)
        }
    }
}
