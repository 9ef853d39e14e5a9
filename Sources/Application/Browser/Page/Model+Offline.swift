import PageLayout
import SonicProtocol
import SonicSession

// Going offline and online, and how old a page is that no server has confirmed.
extension Model {
    mutating func toggleOffline() -> [Effect] {
        account.shelf.forgetUnanswered()
        switch reach {
        case .online:
            chosen.reach = .offline
            notice = .news("Offline: pages come from the cache, and nothing is requested.")
            return stopSessions() + [.accounts(.reachChanged(.offline))]
        case .offline:
            chosen.reach = .online
            account.storedAddresses = nil
            // What could only fail offline is asked for as soon as it can be had.
            if case .failed(.notStored) = visit?.result?.outcome, account.tabs.front.showsVisit {
                return [.accounts(.reachChanged(.online))] + reload(.open)
            }
            let key = keys.keyName(of: .reload)
            notice = .news("Online: press \(key) to reload the page.")
            return [.accounts(.reachChanged(.online))]
        }
    }

    /// Whether the page on the screen is shown with its age: what shows it sends `Event.timeRead` before a frame.
    public var showsAge: Bool {
        if account.tabs.front.navigation != nil { return true }
        guard let document, document.checked != nil else { return false }
        switch document.source {
        case .own, .answer, .arriving: return false
        // Nobody has confirmed it.
        case .begun, .stored: return reach == .offline || !isBusy
        case .current: return reach == .offline
        }
    }

    /// How old the page on the screen is, in words; nil where a server has just confirmed it.
    var ageWords: String? {
        guard showsAge, let checked = document?.checked, let now else { return nil }
        return "as of \(now.words(since: checked)) ago (\(date(checked)))"
    }

    /// What keeps the page from being requested as usual, and what ends that; nil where nothing does.
    var pauseWords: String? {
        guard let pause = visit?.pause, now.map({ $0 < pause.until }) ?? true else { return nil }
        return keys.namingKeys(pause.words(until: date(pause.until, to: .seconds)))
    }

    /// A moment by the reader's clock, as `19 Nov 12:04`; with the year where it is another.
    func date(_ instant: Instant) -> String { date(instant, to: .minutes) }

    /// The same as exactly as is wanted.
    func date(_ instant: Instant, to precision: DatePrecision) -> String {
        let time = setup.environment.localTime(instant)
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let isThisYear = now.map { setup.environment.localTime($0).year == time.year } ?? false
        let clock = self.clock(instant, to: precision)
        return "\(time.day) \(months[time.month - 1]) " + (isThisYear ? "" : "\(time.year) ") + clock
    }

    /// The time of day alone.
    func clock(_ instant: Instant, to precision: DatePrecision) -> String {
        let time = setup.environment.localTime(instant)
        let figures = [time.hour, time.minute] + (precision == .seconds ? [time.second] : [])
        return figures.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }

    /// Whether a link leads to a page that cannot be had offline. Linear in the address.
    func isAbsent(link: Int, of document: Document) -> Bool {
        guard let storedAddresses = account.storedAddresses, let href = document.layout.link(link)?.href
        else {
            return false
        }
        guard let url = document.resolve(href, domainToASCII: setup.domainToASCII), url.isHTTP else {
            return false
        }
        let identity = settings.identity(url) ?? PageIdentity(for: url)
        return !storedAddresses.contains(
            identity.id(of: url, account: account.name, hashes: setup.hashes).digest)
    }
}

/// How exactly a moment is put.
enum DatePrecision {
    /// To the minute: `22 Nov 12:04`.
    case minutes
    /// To the second, where several things happen in a minute: `22 Nov 12:04:10`.
    case seconds
}
