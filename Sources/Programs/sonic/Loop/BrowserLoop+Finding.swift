import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SonicSession

// Look-ups on disk and prefetches, concurrently with the screen.
extension BrowserLoop {
    func perform(_ effect: Effect.Versions) {
        switch effect {
        case .findSeen(let order): find { .versions(.seenFound(await $0.reading(order))) }
        case .noteRead(let page, let number, let title): note(number, title: title, of: page)
        case .read(let order): find { .versions(.found(await $0.versions(order))) }
        case .compare(let order): find { .versions(.compared(await $0.difference(order))) }
        case .readSides(let order): find { .versions(.sidesRead(await $0.sides(order))) }
        case .listSessions:
            find {
                let (sessions, damaged) = await $0.sessions()
                return .versions(.sessionsFound(sessions, damaged: damaged, account: $0.account))
            }
        case .loadHistory(let page):
            find { .versions(.historyLoaded(await $0.sessions(of: page), of: page, account: $0.account)) }
        }
    }

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
        let resources = world.resources
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

    /// Finds the pages that are available offline, after the first frame, since this takes longer with more pages.
    func listKeptPages() {
        let inbox = world.inbox
        run { [self] in
            await firstFrame.drawn()
            guard let digests = await inbox.digests() else { return }
            receive(.found(.accounts(.storedPagesListed(digests, account: inbox.account))))
        }
    }

    /// Looks up versions, and reports the result to the model.
    func find(_ search: @escaping @Sendable (VersionService) async -> Event) {
        let (versions, account) = (world.versions, world.account)
        run { [self] in receive(.foundOf(account: account, await search(versions))) }
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
            receive(.found(.accounts(.cookiesPersisted(keeping, account: account))))
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

extension VersionService {
    /// Returns the difference between two versions. Lays out what differs.
    @concurrent fileprivate func difference(_ order: SideOrder) async -> DifferenceReport {
        DifferenceReport(
            order, await sides(order), ComparisonRules(settings[order.new.url]), charsets: .iconv,
            chosen: settings.encoding(at: order.new.url))
    }
}
