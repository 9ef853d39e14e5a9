import Configuration
import PageLayout
import SessionWords
import SonicProtocol
import SonicSession

// Prefetching of pages: on request, and automatically as far as the configuration allows it.
extension Model {
    /// Prefetches a page on the reader's request.
    mutating func preload(_ url: WebURL, from: WebURL? = nil) -> [Effect] {
        account.ahead.begin(url, .reader)
        notice = .news("Loading ahead: \(url.withoutCredentials.href)")
        return [.session(.preload(url, from: from))]
    }

    /// Handles that the reader moved to a link: if it stays selected, its page may be prefetched.
    mutating func linger(at index: Int) -> [Effect] {
        account.ahead.lingering = .none
        guard let link = document?.layout.link(index), link.use == .page, let href = link.href,
            let url = pageUnasked(href)
        else { return [] }
        account.ahead.linger(at: url)
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
        guard let document, settings[document.url].preload == .next, let href = document.layout.nextHref,
            let url = pageUnasked(href), !account.ahead.holds(url)
        else { return [] }
        return load(url, .next)
    }

    private mutating func load(_ url: WebURL, _ cause: Prefetch.Cause) -> [Effect] {
        account.ahead.begin(url, cause)
        return [.session(.preload(url, from: document?.url))]
    }

    /// Returns the address of a page that may be prefetched automatically: an HTTP address with the scheme of the page
    /// that links to it, and a different page. The settings of both sites must allow it.
    private func pageUnasked(_ href: String) -> WebURL? {
        guard let page = document?.url, page.isHTTP, document?.isPage == true,
            settings[page].preload != .off,
            let url = validTarget(of: href),
            url.scheme == page.scheme, setup.opens(url), url.withoutCredentials == url,
            url.withoutFragment != page.withoutFragment, settings[url].preload != .off
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
                "loading ahead \(page.cause.words): \(address)", of: url.withoutCredentials, at: after)
            notify("Loading ahead: \(address)")
        case .ended(let result):
            let isFailure = result.outcome.isTrouble || result.outcome == .failed(.handedOver)
            guard account.ahead.end(url, as: isFailure ? .over : .loaded) != nil else { return }
            let words = "\(address): \(result.outcome.headline.lowercased())"
            visit?.trace.note("loaded ahead: \(words)", of: url.withoutCredentials, at: after)
            notify(
                isFailure
                    ? "Not loaded ahead: \(address): \(result.reason.words)"
                    : "Loaded ahead: \(words), \(result.bytesReceived.byteText)")
        case .taken:
            _ = account.ahead.end(url)
        case .forgotten:
            guard account.ahead.end(url) != nil else { return }
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
