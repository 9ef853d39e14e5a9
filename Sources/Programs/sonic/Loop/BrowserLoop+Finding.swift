import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SonicSession

// Records on disk and prefetches, concurrently with the screen.
extension BrowserLoop {
    /// Notes what a page lists, as it is stored and as it is received, and fetches what its response lists. What was
    /// received since the visit began need not be requested again.
    func loadAhead(_ event: SessionEvent, of page: WebURL, since start: Duration) {
        var headers: Headers?
        if case .headReceived(let head) = event { headers = head.headers }
        let isResponse = headers != nil
        if case .cachedPageFound(let stored) = event { headers = stored.version.headers }
        guard let headers else { return }
        var link = SonicLink(headers, page: page)
        let passed = (World.uptime() - start).wholeMilliseconds
        link?.since = Instant(milliseconds: World.now().milliseconds - passed)
        // A 304 lists nothing.
        if link != nil || !isResponse { links[page.withoutFragment] = link }
        guard isResponse, link != nil, let link = self.link(of: page) else { return }
        let styles = world.styles
        let resources = world.own.resources
        let origin = secretsOrigin
        run { [self] in
            let requests = await styles.requests(link, for: page, secretsOrigin: origin)
            await resources.load(requests) { [weak self] url in await self?.noteResource(url, of: page) }
        }
    }

    /// Returns what a page lists. Five minutes after its visit began, its resources are requested as usual again.
    func link(of page: WebURL) -> SonicLink? {
        links = links.filter { $0.value.since?.isWithin(300_000, before: World.now()) ?? false }
        return links[page.withoutFragment]
    }

    /// Records a resource fetched for a page, if the page is kept offline.
    func noteResource(_ url: WebURL, of page: WebURL) {
        let inbox = world.inbox
        run { await inbox.add(url, fetchedFor: page) }
    }

    /// Notes that a version was seen, after previous ones.
    func note(_ number: Int, title: String, of page: WebURL) {
        let versions = world.versions
        noting = Task { [noting] in
            await noting?.value
            await versions.note(number, title: title, of: page)
        }
    }

    /// Finds out whether the received cookies were saved to their file.
    func findCookieTrouble() {
        let (cookies, account) = (world.own.sessions.persistedCookies, world.account)
        run { [self] in
            let trouble = await cookies.trouble
            let keeping = trouble.map { PersistenceStatus.fails($0.reason) } ?? .works
            receive(.event(.cookiesPersisted(keeping, account: account)))
        }
    }

    /// Saves tabs, the latest last, concurrently with the screen.
    func save(_ tabs: SavedTabs) {
        saving = Task.detached { [world, saving] in
            await saving?.value
            world.save(tabs)
        }
    }
}
