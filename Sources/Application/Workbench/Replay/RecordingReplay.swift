import Exchanges
import SonicProtocol
import SonicSession

/// A replay of a recording through the engine, without a network and without side effects: each session requests from
/// the recording, with the recording's clock and with pages in memory only.
public struct RecordingReplay: Sendable {
    /// The recording.
    public let recording: Recording
    let connection: RecordedConnection
    private let store: MemoryStore
    private let hashes: Hashes
    private let headers: RequestHeaders
    private let now: @Sendable () -> Instant
    private let domainToASCII: WebURL.DomainToASCII?
    private let step: SessionEngine.Step?

    /// Creates a replay before its first session.
    /// - Parameters:
    ///   - recording: The recording.
    ///   - hashes: The hash functions.
    ///   - headers: The headers of requests in addition to their tags.
    ///   - now: The wall clock, for exchanges without a recorded time.
    ///   - store: The pages that its clients have stored before it begins.
    ///   - domainToASCII: The conversion of host names outside ASCII in redirects; nil follows none of them.
    ///   - step: Called for each step of each session; nil for none.
    public init(
        _ recording: Recording, hashes: Hashes, headers: RequestHeaders,
        now: @escaping @Sendable () -> Instant, store: MemoryStore = MemoryStore(),
        domainToASCII: WebURL.DomainToASCII? = nil, step: SessionEngine.Step? = nil
    ) {
        self.recording = recording
        self.hashes = hashes
        self.headers = headers
        self.now = now
        self.store = store
        self.domainToASCII = domainToASCII
        self.step = step
        connection = RecordedConnection(recording)
    }

    /// Whether an exchange, by its index in the recording, has responded to a request.
    public func isUsed(_ index: Int) async -> Bool { await connection.isUsed(index) }

    /// Runs the session that an exchange began, to its end, by a changed order. Why an exact request has its fields is
    /// not in the trace: it is another program's.
    /// - Returns: The trace of the session.
    public func replay(
        _ exchange: Exchange, changing change: (inout SessionOrder) -> Void = { _ in },
        seeing see: (SessionEvent) -> Void = { _ in }
    ) async -> SessionTrace {
        let began = exchange.began ?? now()
        var engine = SessionEngine(
            connection: ConnectionRegistry([connection]), store: store, hashes: hashes,
            clocks: .init(now: { began }, uptime: { .zero }, wait: { _ in }))
        if let step { engine = engine.stepping(step) }
        var order = SessionOrder(
            url: exchange.url, account: exchange.account, headers: headers,
            domainToASCII: domainToASCII)
        if exchange.method == "POST" { order.method = .post(exchange.body) }
        // The first of an address is stored last, so that the session finds it.
        let caches = exchange.session?.caches ?? exchange.cache.map { [$0] } ?? []
        for cache in caches.reversed() { await restore(cache, order.account) }
        if caches.isEmpty { await restoreConfirmed(exchange, began) }
        if case .leftAside = exchange.cache?.use {
            order.mode = .forceReload
        } else if exchange.isReload {
            order.mode = .reload
        }
        change(&order)
        await connection.serve(exchange.account)
        let isExact = order.exact != nil
        return await engine.open(order).trace(viewing: { event in
            see(event)
            return switch event {
            case .requestDecided(let request, _) where isExact: .requestDecided(request, notes: [])
            case .learnt(.fieldsChosen) where isExact: .learnt(.fieldsChosen([]))
            case let event: event
            }
        })
    }

    /// Stores the page that a recorded 304 confirms: other programs record their stored page as its body.
    private func restoreConfirmed(_ exchange: Exchange, _ began: Instant) async {
        guard let head = exchange.head, head.status == 304, let html = exchange.content.bytes, !html.isEmpty
        else { return }
        let id = exchange.page(hashes)
        guard await store.load(id)?.version.html != html else { return }
        let tags = ResponseTags(head.headers)
        let asked = exchange.requestHeaders.first("If-None-Match").map(ResponseTags.bare)
        guard
            let etag = asked ?? tags.etag
                ?? (exchange.requestHeaders.contains("If-Modified-Since") ? .some("") : nil)
        else { return }
        // The tags of the request are the bytes of the page's headers.
        var headers = head.headers
        for (name, sent) in [("ETag", "If-None-Match"), ("template-tag", "template-tag")]
        where !headers.contains(name) {
            if let bytes = exchange.requestHeaders.firstBytes(sent) {
                headers.append(HeaderField(name, HeaderValue(bytes)))
            }
        }
        let version = PageVersion(
            url: exchange.url, html: html, sha1: hashes.sha1(html), etag: etag.isEmpty ? nil : etag,
            templateTag: exchange.requestHeaders.first("template-tag") ?? tags.templateTag, headers: headers,
            stored: began)
        _ = await store.commit(version, for: id)
    }

    /// Stores what the cache had of an address when the session was recorded.
    private func restore(_ cache: Exchange.RecordedCache, _ account: String) async {
        let id = PageIdentity(for: cache.url).id(of: cache.url, account: account, hashes: hashes)
        await store.setSonicOff(id, url: cache.url, until: cache.sonicOff)
        await store.setRedirects(id, url: cache.url, cache.redirects)
        await store.remove(id)
        guard let page = cache.page else { return }
        let number = await store.commit(page.version, for: id)
        await store.renew(id, number: number, headers: page.version.headers, checked: page.checked)
    }
}

extension Exchange {
    /// Whether the request bypassed caches: a fresh page was requested nevertheless (RFC 9111 §5.2.1.1, §5.2.1.4 and
    /// §5.4).
    fileprivate var isReload: Bool {
        let control = requestHeaders.all("cache-control") + requestHeaders.all("pragma")
        let directives = control.joined(separator: ",").lowercased().split(separator: ",").map {
            $0.filter { $0 != " " && $0 != "\t" }
        }
        return directives.contains { $0 == "no-cache" || $0 == "max-age=0" }
    }
}
