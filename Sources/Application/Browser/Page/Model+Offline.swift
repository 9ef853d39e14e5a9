import PageLayout
import SessionWords
import SonicProtocol
import SonicSession

// Switching between offline and online, and the age of a page that no server has confirmed.
extension Model {
    mutating func toggleOffline() -> [Effect] {
        account.shelf.forgetUnanswered()
        switch reach {
        case .online:
            chosen.reach = .offline
            notice = .news("Offline: pages come from the cache, and nothing is requested.")
            return stopSessions() + [.reachChanged(.offline), findStoredPages]
        case .offline:
            chosen.reach = .online
            account.storedAddresses = nil
            // A page that failed only because of the offline mode is requested now.
            if case .failed(.notStored) = visit?.result?.outcome, account.tabs.front.showsVisit {
                return [.reachChanged(.online)] + reload(.open)
            }
            let key = keys.keyName(of: .reload)
            notice = .news("Online: press \(key) to reload the page.")
            return [.reachChanged(.online)]
        }
    }

    /// Whether the screen depends on the time of day. If so, send `Event.timeRead` before drawing a frame.
    public var showsTime: Bool { showsAge || nextWordsChange != nil }

    /// Whether the page on the screen is shown with its age.
    private var showsAge: Bool {
        if account.tabs.front.navigation != nil { return true }
        guard let document, document.origin.checked != nil, account.tabs.front.showsPageOfVisit else {
            return false
        }
        switch document.source {
        case .own, .answer, .arriving: return false
        // No server has confirmed it.
        case .begun, .stored: return reach == .offline || !isBusy
        case .current: return reach == .offline
        }
    }

    /// The age of the page on the screen, in words; nil if a server has just confirmed it.
    var ageWords: String? {
        guard showsAge, let checked = document?.origin.checked, let now else { return nil }
        let age = checked.age(at: now).map { "\($0) ago" } ?? "a later time by this clock"
        return "as of \(age) (\(date(checked)))"
    }

    /// What the next request of the page in front will do; nil if its session did not decide that, and offline.
    var next: NextRequest? {
        guard reach == .online else { return nil }
        let next = visit?.result?.next
        return time.flatMap { next?.at($0) } ?? next
    }

    /// The same in words: when, and why.
    var nextWords: String? {
        switch next {
        case .fresh(_, let since, let until)?:
            "in \(until.words(since: time ?? since)) (\(next?.reason ?? ""))"
        case .sonicOff(let until)?:
            keys.namingKeys("at {reload}, Sonic off until \(date(until)); “:forget page” turns it on")
        case .due?: keys.namingKeys("at {reload} (\(next?.reason ?? ""))")
        case nil: nil
        }
    }

    /// When the words about the next request change; nil if they do not.
    var nextWordsChange: Duration? {
        guard case .fresh(_, _, let until)? = next, let time else { return nil }
        let left = until.milliseconds - time.milliseconds
        return uptime + .milliseconds(left % (left < 60_000 ? 1000 : 60_000)) + .milliseconds(1)
    }

    /// Returns the local date and time of a moment; with the year if it is not this year.
    func date(_ instant: Instant) -> String {
        let time = setup.environment.localTime(instant)
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let isThisYear = now.map { setup.environment.localTime($0).year == time.year } ?? false
        let day = "\(time.day) \(months[time.month - 1]) " + (isThisYear ? "" : "\(time.year) ")
        return day + clock(instant).dropLast(3)
    }

    /// Returns the same with seconds.
    func moment(_ instant: Instant) -> String { date(instant) + clock(instant).suffix(3) }

    /// Returns the local time of a moment with seconds.
    func clock(_ instant: Instant) -> String {
        let time = setup.environment.localTime(instant)
        let figures = [time.hour, time.minute, time.second]
        return figures.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }

    /// Returns whether a link leads to a page that is not available offline. Linear in the address.
    func isAbsent(link: Int, of document: Document) -> Bool {
        guard let storedAddresses = account.storedAddresses, let href = document.layout.link(link)?.href,
            let url = document.resolve(href, domainToASCII: setup.domainToASCII), url.isHTTP
        else { return false }
        let identity = settings.identity(url) ?? PageIdentity(for: url)
        return !storedAddresses.contains(
            identity.id(of: url, account: account.name, hashes: setup.hashes).digest)
    }
}
