import Configuration
import PageLayout
import SessionWords
import SonicProtocol
import SonicSession

// Pages loaded before they are opened: by hand, and unasked as far as the configuration allows it.
extension Model {
    /// Has a page loaded before it is opened, because the reader wants it.
    mutating func preload(_ url: WebURL, from: WebURL? = nil) -> [Effect] {
        account.ahead.begin(url, .reader)
        notice = .news("Loading ahead: \(url.withoutCredentials.href)")
        return [.session(.preload(url, from: from))]
    }

    /// The reader has gone to a link: when it stays chosen, its page may be loaded.
    mutating func linger(at index: Int) -> [Effect] {
        account.ahead.lingering = .none
        guard let link = document?.layout.link(index), link.use == .page, let href = link.href,
            let url = pageUnasked(href)
        else { return [] }
        account.ahead.linger(at: url)
        return setTimer(.loadAhead, at: uptime + Prefetch.pause)
    }

    /// Asks for the next page that may be loaded unasked, once nothing else is on its way.
    mutating func loadAhead() -> [Effect] {
        account.ahead.turn(to: documentVisit)
        // A page that is watched is asked for all the time; what it links is not.
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

    /// The address of a page that may be asked for without a word of the reader: of the web, by the scheme of the
    /// page that names it, and another than that. Both sites have to be ones where this is wanted.
    private func pageUnasked(_ href: String) -> WebURL? {
        guard let page = document?.url, page.isHTTP, document?.isPage == true,
            settings[page].preload != .off,
            // Following the link reports what is wrong with its address.
            let url = try? target(of: href),
            url.scheme == page.scheme, setup.opens(url), url.withoutCredentials == url,
            url.withoutFragment != page.withoutFragment, settings[url].preload != .off
        else { return nil }
        return url.withoutFragment
    }

    /// Whether the page opened last has come. While it comes nothing is asked for unasked, nor after it was stopped
    /// or the network failed.
    private var hasArrived: Bool {
        switch visit?.result?.outcome {
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh: true
        case .offline, .failed, nil: false
        }
    }

    /// Takes in how a page fares that is loaded ahead.
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

    /// Says something in the bottom line that the reader did not ask for: over nothing that must be read.
    private mutating func notify(_ words: String) {
        switch notice {
        case nil, .news: notice = .news(words)
        case .refusal, .failure, .tally: break
        }
    }
}
