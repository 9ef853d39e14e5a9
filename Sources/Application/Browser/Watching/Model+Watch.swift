import SonicProtocol
import SonicSession

// Watching the page on the screen: runs are visits that stay where the reader is.
extension Model {
    /// Begins to watch the page, pauses that, or goes on with it.
    mutating func toggleWatch() -> [Effect] {
        guard let watching else {
            guard let url = document?.url else { return [] }
            return watch(Pace(every: settings[url].watchInterval))
        }
        let moment = uptime
        switch watching.watch.state {
        case .waiting, .running, .done:
            _ = self.watching?.handle(.paused, at: moment)
            notice = .news("Watch paused; \(keys.keyName(of: .watch)) resumes.")
        case .paused, .pausing:
            _ = self.watching?.handle(.resumed, at: moment)
            notice = .news("Watching again every \(watching.watch.pace.words).")
        }
        return []
    }

    /// Watches the page at a pace, which may be another one than before.
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
                    pace, tolerance: settings[document.url].watchTolerance, seed: seed, at: moment),
                url: document.url.withoutFragment,
                visit: visitCount)
        }
        notice = .news("Watching every \(pace.words); \(keys.keyName(of: .watch)) pauses.")
        return []
    }

    /// Watches the page as often as was typed.
    mutating func watch(every text: String) throws(TypingMistake) -> [Effect] {
        let wanted = try pace(text)
        if let disabledReason = Command.watch.disabledReason(in: self) {
            throw TypingMistake(words: keys.namingKeys(disabledReason.rawValue).sentence)
        }
        return watch(wanted)
    }

    /// The pace that a person typed.
    func pace(_ text: String) throws(TypingMistake) -> Pace {
        guard let pace = Pace(text) else {
            throw TypingMistake(
                words: "Invalid interval “\(text)”: type 5, 500ms, 2m or 1h, from 10ms to a week.")
        }
        return pace
    }

    /// Brings the watch into line with the page and its visits, and begins a run that is due. Ends every update.
    mutating func followWatch() -> [Effect] {
        guard var page = watching else { return setTimer(.watch, at: nil) }
        guard let document, document.asked == .get, document.url.withoutFragment == page.url else {
            watching = nil
            // A run of its own that led elsewhere; the reader knows of any other move.
            if page.visit == visitCount { notice = .news("The page moved: the watch has ended.") }
            return setTimer(.watch, at: nil)
        }
        follow(visit, &page)
        if let end = page.flashEnd, end <= uptime { page.flashEnd = nil }
        var effects: [Effect] = []
        if canBeginRun, page.watch.handle(.timeCame, at: uptime) == [.run] {
            effects += begin(&page)
        }
        // What is due and cannot begin is looked at again when something happens, not at once.
        let moment = page.nextMoment.flatMap { $0 > uptime ? $0 : nil }
        watching = page
        return effects + setTimer(.watch, at: moment)
    }

    /// Takes in how the visit fares that is the run under way, or that took its place.
    private mutating func follow(_ visit: Visit?, _ page: inout PageWatch) {
        guard let visit else { return }
        if visit.opening.visit != page.visit {
            let isOwn = visit.opening.url.withoutFragment == page.url && visit.opening.method == .get
            if isOwn, visit.isBusy {
                (page.visit, page.before) = (visit.opening.visit, account.tabs.front.newest?.bytes ?? [])
                _ = page.handle(.begunElsewhere, at: uptime)
            } else if page.watch.isRunning {
                _ = page.handle(.abandoned, at: uptime)
            }
        }
        guard page.watch.isRunning, visit.opening.visit == page.visit else { return }
        switch visit.state {
        case .running: return
        case .stopped: _ = page.handle(.abandoned, at: uptime)
        case .ended(let result, _):
            let comparison: WatchRun.Comparison =
                page.before.isEmpty
                ? .unknown : account.tabs.front.newest?.saysTheSame(as: page.before) ?? false ? .same : .other
            page.before = []
            guard let run = WatchRun(result, comparison, now: now ?? Instant(milliseconds: 0)) else {
                _ = page.handle(.abandoned, at: uptime)
                return
            }
            for news in page.handle(.ended(run), at: uptime) { report(news) }
        }
    }

    private mutating func report(_ news: WatchNews) {
        switch news.kind {
        // The page says so itself, and the failure's own words stand in the bottom line.
        case .begun, .changed, .failed: break
        case .recovered(let failures, let lasted):
            let runs = failures == 1 ? "1 run" : "\(failures) runs"
            notice = .news("The server answers again after \(lasted.brief), \(runs) failed.")
        }
    }

    /// Whether a run may begin: nothing is on its way, and the reader is not in the middle of something that a new
    /// page would disturb.
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
}

extension Document {
    /// Whether an earlier version is the same: byte for byte, or JSON with its members in another order.
    fileprivate func saysTheSame(as earlier: [UInt8]) -> Bool {
        bytes == earlier || jsonOrder(since: earlier)?.isSame ?? false
    }
}
