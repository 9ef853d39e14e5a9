import Exchanges
import SonicLint
import SonicProtocol
import SonicSession

/// The sessions of other programs' clients, each read from one exchange: what the client had stored is the version whose
/// tags it sent. Clients may share a name and an address, and may have stored a page before anything was recorded.
public actor ClientSessions {
    let hashes: Hashes
    let headers: RequestHeaders
    /// The wall clock.
    let now: @Sendable () -> Instant
    /// The versions that clients received, the latest last; at most `maxVersions` and `maxBytes`.
    private var received: [(page: PageID, version: PageVersion)] = []
    private let maxVersions: Int

    private static let maxBytes = 64 << 20

    /// Creates the sessions of clients of which nothing is known yet.
    /// - Parameters:
    ///   - hashes: The hash functions.
    ///   - headers: The headers of requests in addition to their tags, if an exchange does not have them.
    ///   - now: The wall clock, for exchanges without a time.
    ///   - maxVersions: The maximum number of versions that are known.
    public init(
        hashes: Hashes, headers: RequestHeaders, now: @escaping @Sendable () -> Instant,
        maxVersions: Int = 1000
    ) {
        (self.hashes, self.headers) = (hashes, headers)
        self.now = now
        self.maxVersions = maxVersions
    }

    /// Reads the session of an exchange that began one. Linear in its body and the resulting page.
    public func reading(of exchange: Exchange) async -> TrafficRow.Reading {
        let (trace, found) = await trace(of: exchange)
        return .session(trace, LintReport(found, of: exchange, hashes))
    }

    /// Returns the trace of the session, without a result if that depends on what was not recorded, or on the client's
    /// next request, which is another exchange; and a trace with its findings.
    private func trace(
        of exchange: Exchange
    ) async -> (trace: SessionTrace, found: SessionTrace) {
        let classified = exchange.classifiedTrace
        guard !exchange.lacksBody, exchange.shortfall == nil else { return (classified, classified) }
        let asked = RequestConditions(exchange.requestHeaders)
        let page = PageIdentity(for: exchange.url).id(of: exchange.url, account: "", hashes: hashes)
        let known = received.last { $0.page == page && $0.version.isNamed(by: exchange.requestHeaders) }
        let store = MemoryStore()
        if var version = known?.version {
            // Without Sonic, tags are compared byte for byte; proxies weaken them.
            if !asked.sonic, let tag = asked.etag {
                version.etag = tag
                version.headers.replace("ETag", tag)
            }
            _ = await store.commit(version, for: exchange.page(hashes))
        }
        let replay = RecordingReplay(
            Recording(exchanges: [exchange]), hashes: hashes, headers: headers, now: now, store: store)
        var requests = 0
        var first = SessionTrace(exchange.url, mode: .open)
        let trace = await replay.replay(
            exchange,
            changing: { order in
                let terms = SiteTerms {
                    $0.localServer = .off
                    ($0.freshPages, $0.retries) = (0, 0)
                }
                order.terms = { _ in terms }
                if !asked.sonic, exchange.method == "GET" { order.exact = exchange.request }
            },
            seeing: { event in
                if case .requestDecided = event { requests += 1 }
                if requests < 2 { first.handle(event, at: .zero) }
            })
        if let version = await store.load(exchange.page(hashes))?.version { remember(version, of: page) }
        if known == nil, exchange.dependsOnStoredPage { return (classified, classified) }
        return (requests > 1 ? first : trace, trace)
    }

    private func remember(_ version: PageVersion, of page: PageID) {
        received.removeAll {
            $0.page == page && $0.version.etag == version.etag
                && $0.version.templateTag == version.templateTag
        }
        received.append((page, version))
        var bytes = received.reduce(0) { $0 + $1.version.html.count }
        while received.count > maxVersions || bytes > Self.maxBytes && received.count > 1 {
            bytes -= received.removeFirst().version.html.count
        }
    }
}

extension PageVersion {
    /// Whether a request names it by all the tags that it sends, or by its date if it sends none.
    fileprivate func isNamed(by request: Headers) -> Bool {
        let asked = RequestConditions(request)
        let date = request.first("if-modified-since")
        guard asked.etag != nil || asked.templateTag != nil else {
            return date != nil && date == headers.first("last-modified")
        }
        let hasTag = asked.etag.map { ResponseTags.bare($0) == etag.map(ResponseTags.bare) } ?? true
        return hasTag && asked.templateTag.map { $0 == templateTag } ?? true
    }
}

extension Exchange {
    /// Whether the outcome depends on the page that the client had stored, by the tags that it sent, if its headers were
    /// recorded. A 304 may be recorded with that page as its body.
    fileprivate var dependsOnStoredPage: Bool {
        let asked = RequestConditions(requestHeaders)
        let hadPage = asked.isConditional || asked.template != nil || requestHeaders.fields.isEmpty
        guard method == "GET", hadPage, let head else { return false }
        if head.status == 304 { return content.bytes?.isEmpty ?? true }
        let tags = ResponseTags(head.headers)
        return (200...299).contains(head.status) && tags.isSonic
            && (asked.sonic || tags.templateChange == .unchanged)
    }

    /// The trace of the exchange alone, with the kind of its response, so that its headers are checked.
    fileprivate var classifiedTrace: SessionTrace {
        var trace = trace
        if let head {
            let found = ResponseClassifier.classification(
                of: head, tags: ResponseTags(head.headers), asked: RequestConditions(requestHeaders))
            trace.handle(.learnt(.classified(found, added: [])), at: .zero)
        }
        return trace
    }
}
