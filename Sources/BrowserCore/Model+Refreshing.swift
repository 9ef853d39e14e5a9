import SonicProtocol

/// The refreshes that led a tab to its page.
struct Refreshes: Sendable {
    /// The visit whose page was looked at last.
    var seen = 0
    /// The visit that the last refresh began.
    var begun = 0
    /// The pages that were come from.
    var trail: [WebURL] = []

    /// The most refreshes in a row.
    static let limit = 5
}

// Pages that lead elsewhere at once are followed as redirects are.
extension Model {
    /// Follows the refresh of the page in front where it has no wait and the page has just come.
    mutating func followRefresh() -> [Effect] {
        guard let visit, !visit.isBusy, tabs.front.showsVisit, tabs.front.refreshes.seen < visit.opening.visit
        else { return [] }
        let number = visit.opening.visit
        tabs.front.refreshes.seen = number
        if tabs.front.refreshes.begun != number { tabs.front.refreshes.trail = [] }
        // Who goes back, reloads or watches wants this page.
        guard visit.opening.mode == .open, let document, document.isPage, document.asked == .get,
            reach == .online, let refresh = document.layout.refresh, refresh.seconds == 0,
            !refresh.address.isEmpty, sites.refreshes(document.url),
            // An address that is none leads nowhere, and the link on the page says why.
            let url = try? target(of: refresh.address), url.isHTTP, setup.opens(url)
        else { return [] }
        let trail = tabs.front.refreshes.trail + [document.url.withoutFragment]
        guard trail.count <= Refreshes.limit, !trail.contains(url.withoutFragment) else {
            notice = .failure(
                "The refresh to \(url.withoutCredentials.href) is not followed: it may be one of a loop.")
            return []
        }
        let effects = open(url, move: .ledOn, from: document.url)
        tabs.front.refreshes.begun = visitCount
        tabs.front.refreshes.trail = trail
        notice = .news("Led on to \(url.withoutCredentials.href)")
        return effects
    }
}
