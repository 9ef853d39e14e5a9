import Configuration
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

// Prefetching of pages: on request, and automatically as far as the configuration allows it.
extension Model {
    /// Prefetches a page on the reader's request.
    mutating func preload(_ url: WebURL, from: WebURL? = nil) -> [Effect] {
        account.ahead.begin(url, .reader)
        notice = .news("Loading ahead: \(url.withoutCredentials.href)")
        return [.preload(url, from: from)]
    }

    /// Handles that the reader moved to a link: if it stays selected, its page may be prefetched.
    mutating func linger(at index: Int) -> [Effect] {
        account.ahead.lingering = .none
        guard let link = document?.layout.link(index), link.use == .page, let href = link.href,
            let url = pageUnasked(href)
        else { return [] }
        account.ahead.lingering = .fresh(url)
        return setTimer(.loadAhead, at: uptime + Prefetch.pause)
    }

    /// Requests the next page that may be prefetched automatically, when no other is being loaded.
    mutating func loadAhead() -> [Effect] {
        account.ahead.turn(to: documentVisit)
        // A watched page is requested over and over; the pages that it links to are not.
        guard watching == nil, reach == .online, hasArrived, !account.ahead.isLoadingUnasked else {
            return []
        }
        if case .due(let url) = account.ahead.lingering {
            account.ahead.lingering = .none
            if !account.ahead.holds(url) { return load(url, .chosen) }
        }
        guard let document, settings[document.url][Settings.preload] == .next,
            let href = document.layout.nextHref,
            let url = pageUnasked(href), !account.ahead.holds(url)
        else { return [] }
        return load(url, .next)
    }

    private mutating func load(_ url: WebURL, _ cause: Prefetch.Cause) -> [Effect] {
        account.ahead.begin(url, cause)
        return [.preload(url, from: document?.url)]
    }

    /// Returns the address of a page that may be prefetched automatically: an HTTP address with the scheme of the page
    /// that links to it, and a different page. The settings of both sites must allow it.
    private func pageUnasked(_ href: String) -> WebURL? {
        guard let page = document?.url, page.isHTTP, document?.isPage == true,
            settings[page][Settings.preload] != .off,
            let url = validTarget(of: href),
            url.scheme == page.scheme, setup.opens(url), url.withoutCredentials == url,
            url.withoutFragment != page.withoutFragment, settings[url][Settings.preload] != .off
        else { return nil }
        return url.withoutFragment
    }

    /// Whether the page opened last has been loaded. Nothing is prefetched automatically while it loads, nor after it
    /// was stopped or the network failed.
    private var hasArrived: Bool {
        switch visit?.result?.outcome {
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh: true
        case .offline, .failed, nil: false
        }
    }

    /// Handles the progress of a prefetched page.
    mutating func finishPreload(_ report: PreloadReport, of url: WebURL, after: Duration) {
        let address = url.withoutCredentials.href
        switch report {
        case .begun:
            guard let page = account.ahead.pages.first(where: { $0.url == url.withoutFragment }) else {
                return
            }
            visit?.trace.note(
                "loading ahead \(page.cause.rawValue): \(address)", of: url.withoutCredentials, at: after)
            notify("Loading ahead: \(address)")
        case .ended(let result):
            let verdict = SessionVerdict(result)
            let isFailure = verdict.isTrouble || verdict.ending == .file
            guard account.ahead.end(url, as: isFailure ? .over : .loaded) else { return }
            let words = "\(address): \(verdict.name)"
            visit?.trace.note("loaded ahead: \(words)", of: url.withoutCredentials, at: after)
            notify(
                isFailure
                    ? "Not loaded ahead: \(address): \(result.reason.words)"
                    : "Loaded ahead: \(words), \(result.bytesReceived.byteText)")
        case .taken: account.ahead.end(url)
        case .forgotten:
            guard account.ahead.end(url) else { return }
            visit?.trace.note(
                "not loaded ahead, since others were chosen later: \(address)", of: url.withoutCredentials,
                at: after)
        }
    }

    /// Shows an unsolicited message in the bottom line, unless it would replace one that must be read.
    private mutating func notify(_ words: String) {
        switch notice {
        case nil, .news: notice = .news(words)
        case .refusal, .failure, .tally: break
        }
    }
}

/// The prefetched pages, as far as the reader sees them.
struct Prefetch: Equatable, Sendable {
    /// The cause of a prefetch, as a part of a sentence.
    enum Cause: String, Sendable {
        /// The reader, with a key or a command.
        case reader = "on request"
        /// A link that stayed selected.
        case chosen = "since its link stays chosen"
        /// A page that declares it as the next.
        case next = "since the page names it as the next"
    }

    /// The state of a page.
    enum State: Equatable, Sendable {
        /// Its session is running, or is queued.
        case loading
        /// Its session has ended, and its page is stored.
        case loaded
        /// Its session has ended, or is no longer needed.
        case over
    }

    /// A prefetched page.
    struct Page: Equatable, Sendable {
        let url: WebURL
        let cause: Cause
        var state = State.loading
    }

    /// The selected link, if its page may be prefetched automatically.
    enum Lingering: Equatable, Sendable {
        /// No link, or none that should be prefetched.
        case none
        /// The reader has just moved to it; a timer fires after a pause.
        case fresh(WebURL)
        /// The link stayed selected for that pause.
        case due(WebURL)
    }

    /// The pages requested since the page on the screen was loaded, the latest last.
    private(set) var pages: [Page] = []
    /// The visit that loaded the page on the screen.
    private(set) var visit = 0
    /// The link that the reader stays on.
    var lingering = Lingering.none

    /// The time for which a link stays selected before its page is loaded: longer than stepping through links rests on
    /// each.
    static let pause = Duration.milliseconds(300)

    /// Whether an automatic prefetch is running: there is at most one.
    var isLoadingUnasked: Bool { pages.contains { $0.cause != .reader && $0.state == .loading } }

    /// Whether a page was requested. It is requested only once while the page on the screen stays.
    func holds(_ url: WebURL) -> Bool { pages.contains { $0.url == url.withoutFragment } }

    /// Records that the link stayed selected.
    mutating func wake() { if case .fresh(let url) = lingering { lingering = .due(url) } }

    /// Records that a page is requested.
    mutating func begin(_ url: WebURL, _ cause: Cause) {
        pages.removeAll { $0.url == url.withoutFragment }
        pages.append(Page(url: url.withoutFragment, cause: cause))
    }

    /// Records that the session of a page has ended, or is no longer needed. Returns false if none was running.
    @discardableResult
    mutating func end(_ url: WebURL, as state: State = .over) -> Bool {
        guard let index = pages.firstIndex(where: { $0.url == url.withoutFragment && $0.state == .loading })
        else { return false }
        pages[index].state = state
        return true
    }

    /// Handles that another page is on the screen: what was loaded for the one before may be requested again.
    mutating func turn(to visit: Int) {
        guard visit != self.visit else { return }
        self.visit = visit
        lingering = .none
        pages.removeAll { $0.state != .loading }
    }
}
