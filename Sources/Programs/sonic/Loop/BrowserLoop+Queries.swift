import Browser
import BrowserServices
import BrowserValues
import Configuration
import PageScripts
import SonicProtocol
import SonicSession

// Who finds the answer to each query of the browser.
extension BrowserLoop {
    /// Has the owner of a query find its answer.
    func ask(_ query: Query) {
        let home = world.environment["HOME"]
        switch query {
        // Pages.
        case .pages(let reply): find(reply) { [inbox = world.inbox] in await inbox.known() }
        case .changeBookmark(let url, let title, let reply):
            changeBookmarks(reply) { await $0.change(url, title: title) }
        case .keepPage(let url, let title, let isKept, let reply):
            changeBookmarks(reply) { await $0.keep(url, title: title, offline: isKept) }
        // Another program may have changed them.
        case .bookmarks(let page, let reply): changeBookmarks(reply) { await $0.report(showing: page) }
        case .completeBookmarks(let reply):
            changeBookmarks(reply) { [firstFrame] in
                await firstFrame.drawn()
                return await $0.completeBookmarks()
            }
        case .inbox(let width, let reply):
            // After previous versions are noted as seen.
            find(reply) { [inbox = world.inbox, firstFrame, noting] in
                await firstFrame.drawn()
                await noting?.value
                return await inbox.whole(width: width)
            }
        case .refresh(let url, let width, let reply): refreshPage(url, width: width, reply)
        case .storedPages(let reply):
            // After the first frame, since this takes longer with more pages.
            find(reply) { [inbox = world.inbox, firstFrame] in
                await firstFrame.drawn()
                return await inbox.digests()
            }

        // Versions and sessions.
        case .seenVersion(let page, let number, let reply):
            find(reply) { [versions = world.versions] in await versions.lastRead(of: page, before: number) }
        case .versions(let order, let reply):
            find(reply) { [versions = world.versions] in await versions.versions(order) }
        case .difference(let order, let reply):
            find(reply) { [versions = world.versions] in await versions.changes(order) }
        case .sides(let order, let reply):
            find(reply) { [versions = world.versions] in await versions.sides(order) }
        case .sessions(let reply): find(reply) { [versions = world.versions] in await versions.sessions() }
        case .sessionsOf(let page, let reply):
            find(reply) { [versions = world.versions] in await versions.sessions(of: page) }
        case .reading(let order, let reply):
            find(reply) { [clients = traffic.clients] in await clients.reading(of: order.exchange) }
        case .callback(let run, let reply):
            find(reply) { CallbackVerdict(run, await ScriptProcess.run(run)) }
        case .findings(let order, let reply):
            find(reply) { [sessions = world.own.sessions] in await sessions.report(order.trace) }

        // Accounts and settings.
        case .accounts(let reply): handle(reply.event(world.accounts))
        case .forget(let scope, let reply): forget(scope, reply)
        case .cookies(let cookie, let reply):
            find(reply) { [parts = world.own.sessions] in await parts.cookies(without: cookie) }
        case .settingsText(let reply): configure(reply) { try world.file.text() ?? SettingsText.defaults }
        case .writeSettings(let text, let reply): configure(reply) { try writeSettings(text) }
        case .setting(let name, let url, let reply):
            configure(reply) { try world.file.settings.line(name, for: url) }
        case .changeSetting(let name, let value, let lasting, let reply):
            configure(reply) { try change(name, to: value, lasting) }
        case .changeKeys(let order, let reply): configure(reply) { try change(order) }

        // Files.
        case .export(let order, let reply): find(reply) { await Self.export(order) }
        case .completions(let path, let reply):
            find(reply) { await FileFinder(home: home).completions(of: path) }
        case .files(let paths, let reply): find(reply) { await FileFinder(home: home).files(paths) }
        case .parts(let reply):
            let (folder, account) = (folderForFiles, world.account)
            find(reply) { await Self.parts(in: folder, of: account) }
        case .edit(let text, let name, let reply): edit(text, named: name, reply)
        case .style(let order, let reply):
            styles.add(order, reply)
            fetchStyles()
        case .picture(let order, let reply):
            pictures.add(order, reply)
            drawPictures()

        // Requests and exchanges.
        case .intercept(let filter, let reply): find(reply) { [queue] in await queue.intercept(filter) }
        case .respond(let file, let target, let reply):
            let path = world.environment.expanding(file)
            find(reply) { [queue] in await Self.respond(from: path, to: target, with: queue) }
        case .resendMaterials(let url, let reply):
            let order = order(url, .open, .get)
            find(reply) { [world] in await world.materials(order) }
        case .resend(let order, let reply): resend(order, reply)
        case .requestFile(let file, let reply):
            let path = world.environment.expanding(file)
            find(reply) { await EditedRequest.text(ofFile: path) }
        case .store(let number, let reply): find(reply) { [self] in await storeResent(number) }
        case .check(let url, let reply):
            find(reply) { [world, secretsOrigin] in await world.check(url, secretsOrigin: secretsOrigin) }
        case .control(let order, let url, let reply):
            find(reply) { [world] in await TrafficFeed.response(to: order, at: url, world).refusal }
        case .answerFrom(let file, let filter, let controller, let url, let reply):
            let path = world.environment.expanding(file)
            run { [self, world] in
                await TrafficFeed.answer(from: path, filter, controller, at: url, world) { refusal in
                    await self.receive(.event(reply.event(refusal)))
                }
            }
        }
    }

    /// Finds an answer in the background, and reports it to the model, unless it is nil.
    private func find<Answer>(_ reply: QueryReply<Answer>, _ search: @escaping @MainActor () async -> Answer?)
    {
        run { [self] in
            if let answer = await search() { receive(.event(reply.event(answer))) }
        }
    }
}

extension VersionService {
    /// Returns the changes between two versions; nil if one is no longer stored. Lays out what differs.
    @concurrent fileprivate func changes(_ order: DifferenceOrder) async -> [PageChange]?? {
        let encoding = settings.encoding(at: order.page)
        return .some(
            await pages(order).map {
                PageChange.changes(
                    of: $0, ComparisonRules(settings[order.page]), charsets: .iconv, chosen: encoding)
            })
    }
}

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
