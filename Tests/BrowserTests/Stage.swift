import BrowserServices
import CellGrid
import Configuration
import SonicLint
import SonicProtocol
@testable import SonicSession
import SystemLibraries
@testable import Workbench

@testable import Browser
@testable import BrowserValues

/// A model whose environment is simulated by the test: sessions are reported line by line, keys are pressed by name.
struct Stage {
    /// The measured times of a session: less than from one phase's start to the next, which is longer than the phase.
    private static let timings: [SessionPhase: Duration] = [
        .readingCache: .milliseconds(3), .resolving: .milliseconds(1), .connecting: .milliseconds(2),
        .waiting: .milliseconds(5), .receiving: .milliseconds(4), .verifying: .milliseconds(2),
        .storing: .milliseconds(6),
    ]

    var model: Model
    /// Every effect so far, in order.
    var effects: [Effect] = []
    /// The visits started and neither cancelled nor ended.
    var outstanding: Set<Int> = []
    /// The accounts that are found.
    var accounts: [String] = []
    /// The digests of the stored pages; nil if they are not known.
    var stored: Set<String>?
    /// The stored pages that are found.
    var kept: [WebURL] = []
    /// The pages that are found, with their records.
    var known: [KnownPage] = []
    /// The pages of the inbox; nil if none is loaded.
    var inboxPages: [InboxPage]?
    /// The pages of the inbox that are being requested.
    var refreshing: [WebURL] = []
    /// The bookmarks.
    var bookmarks: [Bookmark] = []
    /// What was to be forgotten, in order.
    var forgotten: [ForgetScope] = []
    /// The stored versions of the page, with their numbers.
    var history: [Int: String] = [:]
    /// The version of each page that was seen last.
    var lastRead: [WebURL: Int] = [:]
    /// The recorded sessions, the latest first.
    var past: [PastSession] = []
    /// What the next request will do, as sessions that end decide.
    var next: NextRequest?
    /// Milliseconds since the visit was opened.
    var clock = 0
    /// The time passed along with events.
    var uptime = Duration.zero
    /// When the message in the bottom line ends; nil if it stays.
    private(set) var noticeEnd: Duration?

    init(
        columns: Int = 80, rows: Int = 24, theme: Theme = .dark, isInsecure: Bool = false,
        choices: Choices = Choices(),
        preload: @escaping @Sendable (WebURL) -> PreloadChoice = { _ in .off },
        keys: KeyTable? = nil,
        themeOrigin: Setup.ThemeOrigin = .chosen, inbox: [InboxPage] = [],
        plotSigns: Plot.Signs = .drawn, keeping: Bool = false
    ) {
        let size = Size(rows: Row(rows), columns: Column(columns))
        var setup = Setup(size: size, hashes: .nettle)
        (setup.theme, setup.account) = (theme, "alice")
        setup.isInsecure = isInsecure
        setup.settings = BrowserSettings { url in
            var site = choices
            site[Settings.preload] = preload(url)
            return site
        }
        setup.settings.general = choices
        (setup.environment.charsets, setup.environment.plotSigns) = (.iconv, plotSigns)
        setup.environment.pageFolder = { "/cache/\($0.account)/pages/\($0.digest)" }
        if let keys { setup.keys = keys }
        setup.themeOrigin = themeOrigin
        setup.restoresTabs = keeping
        if !inbox.isEmpty { (setup.inbox, setup.now) = (inbox, Instant(milliseconds: 86_400_000)) }
        inboxPages = inbox.isEmpty ? nil : inbox
        model = Model(setup)
    }

    /// The visit that sessions report on: the one started last, unless another tab's was selected.
    var visit = 0

    /// That visit as its tab has it.
    var told: Visit? {
        model.account.tabs.indices.lazy.compactMap { model.account.tabs[$0].visit }.first {
            $0.opening.visit == visit
        }
    }

    mutating func send(_ event: Event) {
        if case .session(.ended, let visit, _) = event { outstanding.remove(visit) }
        for effect in model.update(event, at: uptime) {
            // Any key may set it; the key's other effects are left to the tests.
            if case .setTimer(.notice, let moment) = effect {
                noticeEnd = moment
                continue
            }
            effects.append(effect)
            switch effect {
            case .open(let opening):
                outstanding.insert(opening.visit)
                visit = opening.visit
                clock = 0
            case .cancel(let visit):
                outstanding.remove(visit)
            case .ask(let query): ask(query)
            case .noteRead(let page, let number, _): lastRead[page] = number
            case .switchAccount(let name): send(.accountSwitched(name))
            case .reachChanged, .preload, .release, .saveTabs, .save, .setTimer, .copy, .alert, .redraw,
                .suspend,
                .quit, .die,
                .download, .stopDownload, .removePart, .follow, .openFile, .browse, .send, .stopResending,
                .readTraffic, .stopTraffic, .impair, .acceptCertificate:
                break
            }
        }
    }

    /// Answers a query, or leaves it to the test.
    private mutating func ask(_ query: Query) {
        switch query {
        case .pages(let reply): send(reply.event(known + kept.map { KnownPage(url: $0) }))
        case .changeBookmark(let url, let title, _): changeBookmark(url, title)
        case .keepPage(let url, let title, let isKept, _): keep(url, title, isKept)
        case .inbox(_, let reply): if let inboxPages { send(reply.event(inboxPages)) }
        case .refresh(let url, _, _): refreshing.append(url)
        case .storedPages(let reply): if let stored { send(reply.event(stored)) }
        case .forget(let scope, _): forgotten.append(scope)
        case .accounts(let reply): send(reply.event(accounts))
        case .resendMaterials(_, let reply): send(reply.event(Self.materials))
        case .intercept(_, let reply): send(reply.event(()))
        case .resend(let order, let reply): answer(order, reply)
        case .store(_, let reply): send(reply.event(.stored(version: 5)))
        case .seenVersion(let page, let number, let reply):
            send(reply.event(lastRead(of: page, before: number)))
        case .versions(let order, let reply): send(reply.event(versions(order)))
        case .sessions(let reply): send(reply.event((past, 0)))
        case .sides(let order, let reply): send(reply.event(sides(order)))
        case .sessionsOf(let page, let reply): send(reply.event(past.filter { $0.url == page }))
        case .findings(let order, let reply):
            send(reply.event(LintReport(order.trace, before: nil, hashes: .nettle)))
        case .bookmarks, .completeBookmarks, .difference, .requestFile, .respond, .settingsText,
            .writeSettings, .setting, .changeSetting, .changeKeys, .export, .completions, .files, .parts,
            .edit, .style, .picture, .control, .answerFrom, .cookies, .check, .reading, .callback:
            break
        }
    }

    /// The lookup result for requests that are edited.
    private static let materials = ResendMaterials(
        versions: [4, 3, 2].map { StoredTags(number: $0, etag: "etag\($0)", templateTag: "tag\($0)") },
        accounts: [("", nil), ("bob", "id=bob")])

    /// Responds to a resent request like to the page's own request.
    private mutating func answer(_ order: ResendOrder, _ reply: QueryReply<[SessionTrace]>) {
        guard let trace = told?.trace else { return }
        send(reply.event(order.letters.map { _ in trace }))
    }

    mutating func press(_ keys: Key...) {
        for key in keys { send(.terminal(.keyPressed(key))) }
    }

    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { send(.terminal(.keyPressed(.character(scalar)))) }
    }

    mutating func report(_ event: SessionEvent) {
        clock += 4
        send(.session(event, visit: visit, after: .milliseconds(clock)))
    }

    mutating func enter(_ phase: SessionPhase) {
        report(.entered(phase, at: .milliseconds(clock)))
    }

    /// Does pending layout, as the event loop does when idle.
    mutating func settle() {
        while model.idle() {}
    }

    /// The screen's text; if a session is running, a tenth of a second later, as shorter sessions are drawn once.
    var screen: [String] {
        guard model.isBusy else { return view(model).text }
        var later = model
        _ = later.update(.timerFired(.progress), at: uptime + .milliseconds(100))
        return view(later).text
    }

    /// The whole screen as one text.
    var text: String { screen.joined(separator: "\n") }
}

// MARK: - Complete actions

extension Stage {
    /// The address that was opened.
    var url: WebURL { told?.opening.url ?? Self.url("http://127.0.0.1:8420/") }

    static func url(_ text: String) -> WebURL {
        // Only a test's own mistake can end here.
        guard let url = WebURL(text) else { preconditionFailure("\(text) is no address") }
        return url
    }

    mutating func open(_ address: String) {
        send(.addressGiven(Self.url(address)))
    }

    /// The cache is read and holds a page, or nothing.
    mutating func readCache(_ html: String?, _ verification: StoredPage.Verification = .done) {
        enter(.readingCache)
        guard let html else { return }
        let bytes = Array(html.utf8)
        let version = PageVersion(
            url: url.withoutFragment, html: bytes, sha1: Hashes.nettle.sha1(bytes), etag: "6c58ed85aa",
            templateTag: "afbd5320bb", headers: Headers(), stored: Instant(milliseconds: 0))
        report(
            .cachedPageFound(
                StoredPage(
                    number: 3, version: version, checked: Instant(milliseconds: 0),
                    verification: verification)))
        if verification == .owed { enter(.checkingCache) }
    }

    /// The cache returns the beginning of a page first.
    mutating func begin(
        _ html: [UInt8], first count: Int, _ headers: Headers = Headers(), number: Int = 3
    ) {
        enter(.readingCache)
        var page = stored(html, headers, number: number)
        page.verification = .begun(length: html.count)
        page.version.html = Array(html.prefix(count))
        report(.cachedPageBegun(page))
        enter(.checkingCache)
    }

    /// Version 3 of the opened page, as the cache returns it before it is verified.
    func stored(_ html: [UInt8], _ headers: Headers = Headers(), number: Int = 3) -> StoredPage {
        let version = PageVersion(
            url: url.withoutFragment, html: html, sha1: Hashes.nettle.sha1(html), etag: nil, templateTag: nil,
            headers: headers, stored: Instant(milliseconds: 0))
        return StoredPage(
            number: number, version: version, checked: Instant(milliseconds: 0), verification: .owed)
    }

    /// The request is sent, and the response headers arrive.
    mutating func ask(_ status: Int, _ reason: String = "OK", _ fields: [(String, String)] = []) {
        var headers = Headers()
        headers.append("accept-diff", "true")
        if case .hit = told?.trace.screen.cache { headers.append("If-None-Match", "6c58ed85aa") }
        report(
            .requestDecided(
                Request(method: told?.opening.method.name ?? "GET", url: url, headers: headers),
                notes: [.cookies("the stored page's tags are sent")]))
        enter(.connecting)
        enter(.waiting)
        report(
            .requestSent(Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:8420\r\naccept-diff: true\r\n\r\n".utf8)))
        let lines = ["HTTP/1.1 \(status) \(reason)"] + fields.map { "\($0.0): \($0.1)" }
        let raw = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        if let head = ResponseHead(raw: raw) { report(.headReceived(head)) }
        enter(.receiving)
    }

    mutating func update(from old: String, to new: String) {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        let split = PageSplit(html: new)
        let changes = PageSplit(html: old).changes(in: old, to: split, in: new) ?? []
        enter(.verifying)
        let page = ShownPage(url: url.withoutFragment, html: new, split: split, headers: Headers())
        let shown = model.document?.bytes
        report(.blocksUpdated(page, changes: changes, of: shown == old ? shown ?? [] : old))
    }

    mutating func replace(with html: String) {
        let bytes = Array(html.utf8)
        enter(.verifying)
        report(
            .pageReplaced(
                ShownPage(
                    url: url.withoutFragment, html: bytes, split: PageSplit(html: bytes), headers: Headers()))
        )
    }

    mutating func end(
        _ outcome: Outcome, _ reason: Reason, changed: [String] = [], answer: String? = nil,
        storage: SessionResult.Storage = .untouched, by comparer: SessionResult.Comparer? = nil,
        answeredBy: ConnectionName? = nil, added: [HeaderField] = []
    ) {
        let usual: SessionResult.Comparer
        switch outcome {
        case .allCached, .dataUpdate, .templateChange: usual = .server
        case .firstLoad, .plain, .fresh, .offline, .failed: usual = .nobody
        }
        switch storage {
        case .stored, .renewed, .removed, .notStored: enter(.storing)
        case .untouched, .notAllowed: break
        }
        var result = SessionResult(
            requested: url, url: url.withoutFragment,
            pageID: PageID(account: "alice", digest: "5d41402a"),
            outcome: outcome, reason: reason, by: comparer ?? usual,
            status: told?.trace.head?.status,
            head: told?.trace.head, addedHeaders: added, answeredBy: answeredBy,
            request: told?.trace.request,
            redirects: [],
            changedBlocks: changed, bytesReceived: 1234, bytesSent: 321,
            timings: Self.timings, findings: [],
            answerBody: answer.map { Array($0.utf8) },
            storage: storage)
        result.began = model.now.map { Instant(milliseconds: $0.milliseconds + uptime.wholeMilliseconds) }
        result.pageBytes = told?.trace.pageBytes
        result.next = next
        report(.ended(result))
    }

    mutating func paint() {
        guard let visit = model.awaitsPaint else { return }
        send(.painted(visit: visit, after: .milliseconds(3)))
    }
}

extension Choices {
    /// The defaults with some of them changed.
    init(_ change: (inout Choices) -> Void) {
        self.init()
        change(&self)
    }
}

extension Stage {
    /// The rows of the open overlay, within its border; empty without one.
    var popupRows: [String] {
        let rows = screen.map(Array.init)
        guard let top = rows.lastIndex(where: { $0.contains("┌") }), let left = rows[top].firstIndex(of: "┌"),
            let right = rows[top].lastIndex(of: "┐")
        else { return [] }
        return rows[(top + 1)...].prefix { $0.indices.contains(left) && $0[left] == "│" }.map {
            String($0[(left + 1)..<min(right, $0.count)])
        }
    }
}
