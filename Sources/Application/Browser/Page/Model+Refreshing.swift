import CellGrid
import Configuration
import PageLayout
import SonicProtocol

/// The refreshes that led a tab to its page.
struct Refreshes: Sendable {
    /// The visit whose page was last checked for a refresh.
    var seen = 0
    /// The visit that the last refresh began.
    var begun = 0
    /// The pages passed on the way.
    var redirects: [WebURL] = []

    /// The most refreshes in a row.
    static let limit = 5
}

// Pages with an immediate refresh are followed like redirects.
extension Model {
    /// Follows the refresh of the page in front if it has no delay and the page has just loaded.
    mutating func followRefresh() -> [Effect] {
        guard let visit, !visit.isBusy, account.tabs.front.showsVisit,
            account.tabs.front.refreshes.seen < visit.opening.visit
        else { return [] }
        let number = visit.opening.visit
        account.tabs.front.refreshes.seen = number
        if account.tabs.front.refreshes.begun != number { account.tabs.front.refreshes.redirects = [] }
        // When going back, reloading or polling, the reader requests this very page.
        guard visit.opening.mode == .open, let document, document.isPage, document.origin.method == .get
        else {
            return []
        }
        // The `Refresh` header takes precedence over the page (HTML standard §7.5.1).
        let declared = visit.trace.head.flatMap { Self.refresh($0.headers) } ?? document.origin.refresh
        guard let refresh = declared ?? document.layout.refresh else { return [] }
        guard reach == .online, refresh.seconds == 0, !refresh.address.isEmpty,
            settings[document.url][Settings.followsRefreshes],
            let url = validTarget(of: refresh.address), url.isHTTP, setup.opens(url)
        else {
            if declared != nil { report(refresh) }
            return []
        }
        let trail = account.tabs.front.refreshes.redirects + [document.url.withoutFragment]
        guard trail.count <= Refreshes.limit, !trail.contains(url.withoutFragment) else {
            return notify(
                .failure(
                    "The refresh to \(url.withoutCredentials.href) is not followed: it may be part of a loop."
                ))
        }
        let effects = open(url, move: .replace, from: document.url)
        account.tabs.front.refreshes.begun = visitCount
        account.tabs.front.refreshes.redirects = trail
        notice = .news("Refreshed to \(url.withoutCredentials.href)")
        return effects
    }

    /// Reports a refresh of the headers that is not followed automatically; a meta element is shown as a line of the
    /// page.
    private mutating func report(_ refresh: PageRefresh) {
        let time = refresh.seconds == 0 ? "at once" : "in \(refresh.seconds) s"
        guard !refresh.address.isEmpty else {
            let pace = "every \(refresh.seconds) s"
            notice = .news(keys.line("The server asks for a reload \(pace): {watch} does that."))
            return
        }
        guard let url = validTarget(of: refresh.address) else {
            notice = .refusal(
                "The server redirects to an invalid address: \(VisibleText.line(refresh.address))")
            return
        }
        remember(typed: url.href)
        notice = .news(
            keys.line(
                "The server redirects to \(url.withoutCredentials.href) \(time): press {open} and Up to go there."
            ))
    }

    /// Returns the refresh of some headers, or nil for none.
    static func refresh(_ headers: Headers) -> PageRefresh? {
        headers.firstBytes("refresh").flatMap { PageRefresh($0) }
    }
}
