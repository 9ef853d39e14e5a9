import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// Removes stored data of an account: pages, sessions, resources, cookies, and with everything bookmarks and tabs.
///
/// Each step is atomic; after an interruption, repeating the request removes the rest. Failures are reported, and the
/// remaining data is removed nevertheless.
package struct Forgetting: Sendable {
    /// The number of cookies removed, and the first failure as text; nil for none.
    package typealias CookieRemoval = (count: Int, failure: String?)

    /// The account's pages and bookmarks.
    let pages: InboxService
    /// The account's tabs; nil if nothing is stored.
    let tabs: TabFile?
    /// Removes the cookies for which `isMeant` returns true, from every jar of the account.
    let forgetCookies: @Sendable (_ isMeant: @escaping @Sendable (Cookie) -> Bool) async -> CookieRemoval

    package init(
        _ pages: InboxService, tabs: TabFile?,
        forgetCookies:
            @escaping @Sendable (_ isMeant: @escaping @Sendable (Cookie) -> Bool) async -> CookieRemoval
    ) {
        self.pages = pages
        self.tabs = tabs
        self.forgetCookies = forgetCookies
    }

    /// Removes the data in the scope.
    @concurrent package func forget(_ scope: ForgetScope) async -> ForgetReport {
        var report = ForgetReport(scope: scope)
        let since = pages.now().adding(seconds: -3600)
        if scope == .all, let bookmarks = pages.bookmarks {
            await step(&report) { report throws(StoreFailure) in
                report.tally.bookmarks += try await bookmarks.clear()
            }
        }
        if let cache = pages.cache {
            await step(&report) { report throws(StoreFailure) in
                try await forgetPages(scope, since, cache, &report)
            }
            await step(&report) { report throws(StoreFailure) in
                try await forgetSessions(scope, since, cache, &report)
            }
            await step(&report) { report throws(StoreFailure) in
                try await forgetResources(scope, since, cache, &report)
            }
        }
        await forgetCookies(of: scope, since, &report)
        await step(&report) { report throws(StoreFailure) in try forgetTabs(report) }
        return report
    }

    private func step(
        _ report: inout ForgetReport, _ work: (inout ForgetReport) async throws(StoreFailure) -> Void
    ) async {
        do throws(StoreFailure) {
            try await work(&report)
        } catch {
            report.failure = report.failure ?? "Not everything was removed: \(error)"
        }
    }

    private func forgetPages(
        _ scope: ForgetScope, _ since: Instant, _ cache: PageCache, _ report: inout ForgetReport
    ) async throws(StoreFailure) {
        if case .page(let url) = scope {
            add(try await cache.forget(pages.id(url)), url.href, &report)
        }
        for entry in try await cache.list() where entry.id.account == pages.account {
            switch scope {
            case .hour: add(try await cache.forget(entry.id, since: since), entry.url, &report)
            case .all: add(try await cache.forget(entry.id), entry.url, &report)
            case .page, .site:
                if WebURL(entry.url).map(scope.names) ?? false {
                    add(try await cache.forget(entry.id), entry.url, &report)
                } else if entry.marks.redirects.contains(where: { scope.names($0.to.withoutFragment) }) {
                    // The redirect of another address to the page reveals it, too.
                    try await cache.forgetMarks(of: entry.id)
                }
            }
        }
    }

    private func add(_ forgotten: PageCache.Forgotten, _ address: String, _ report: inout ForgetReport) {
        guard forgotten != PageCache.Forgotten() else { return }
        if forgotten.isWhole { report.tally.pages += 1 }
        report.tally.versions += forgotten.versions
        report.tally.bytes += forgotten.bytes
        if let url = WebURL(address) { report.pages.insert(url.withoutFragment.withoutCredentials.href) }
    }

    private func forgetSessions(
        _ scope: ForgetScope, _ since: Instant, _ cache: PageCache, _ report: inout ForgetReport
    ) async throws(StoreFailure) {
        let history = try SessionHistory(root: cache.root, account: pages.account)
        report.tally.sessions += try await history.forget { past in
            switch scope {
            case .page, .site: past.map { scope.names($0.url) || scope.names($0.requested) } ?? false
            case .hour: past.map { $0.began >= since } ?? false
            case .all: true
            }
        }
    }

    private func forgetResources(
        _ scope: ForgetScope, _ since: Instant, _ cache: PageCache, _ report: inout ForgetReport
    ) async throws(StoreFailure) {
        let responses = ResponseCache(
            root: cache.root, account: pages.account, hashes: .nettle, now: pages.now)
        let gone = try await responses.forget { key, used in
            switch scope {
            case .page, .site: key.flatMap { WebURL($0.address) }.map(scope.names) ?? false
            case .hour: used >= since
            case .all: true
            }
        }
        report.tally.resources += gone.keys
        report.tally.bytes += gone.bytes
    }

    private func forgetCookies(
        of scope: ForgetScope, _ since: Instant, _ report: inout ForgetReport
    ) async {
        let isMeant: @Sendable (Cookie) -> Bool
        switch scope {
        // Cookies belong to a site.
        case .page: return
        case .site(let host): isMeant = { $0.isSent(to: host) }
        case .hour: isMeant = { $0.created >= since }
        case .all: isMeant = { _ in true }
        }
        let forgotten = await forgetCookies(isMeant)
        report.tally.cookies += forgotten.count
        if let failure = forgotten.failure {
            report.failure = report.failure ?? "Not everything was removed: \(failure)"
        }
    }

    private func forgetTabs(_ report: ForgetReport) throws(StoreFailure) {
        guard let tabs, let saved = try tabs.saved() else { return }
        let (scope, pages) = (report.scope, report.pages)
        let kept = saved.filtered { url in
            let page = url.withoutFragment.withoutCredentials
            return !scope.names(page) && !pages.contains(page.href)
        }
        if kept != saved { tabs.save(kept) }
    }
}

extension Cookie {
    /// Whether requests to a host include the cookie, regardless of their paths.
    fileprivate func isSent(to host: String) -> Bool {
        switch scope {
        case .host(let name): name == host
        case .domain(let name): name == host || host.hasSuffix("." + name)
        }
    }
}
