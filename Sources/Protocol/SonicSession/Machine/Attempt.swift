import SonicProtocol

/// One request of a session and its starting point.
struct Attempt: Sendable {
    /// Counted from 1 over the session.
    var number: Int
    var url: WebURL
    var pageID: PageID
    /// The stored page that the response is compared with; nil if there is none or it is to be ignored.
    var stored: StoredPage?
    /// A copy in memory that is only compared with; nil for none.
    var compared: StoredPage?
    var asked: RequestConditions
    var purpose: RequestPurpose
    /// The number of times the request was retried after a pause.
    var retries = 0
    /// The headers of its request; empty before that is decided.
    var sent = Headers()
    /// The fields in which the request differs from that of the stored page (`PageVersion.unselected`).
    var unselected: [String] = []
    /// Why no stored page is used, if none is.
    var absence = Absence.noCopy
    /// The stored redirects of the address; empty for none.
    var remembered: [SessionResult.Redirect] = []
    /// The cached redirects to a page that is on the screen meanwhile; empty for none.
    var cachedRedirects: [SessionResult.Redirect] = []

    /// What stays on the screen when nothing that was received is shown.
    var shown: StillShown {
        if let target = cachedRedirects.last?.to { return .cachedRedirect(target.withoutFragment) }
        return stored == nil ? .nothing : .storedPage
    }

    /// The body of a POST; nil for other methods.
    var post: PostBody? {
        if case .posted(let body) = purpose { body } else { nil }
    }

    /// The page to compare with: the one on the screen, otherwise the copy in memory.
    var base: StoredPage? { stored ?? compared }

    /// Until when Sonic is off for the page; nil if it is on.
    var sonicOff: Instant? {
        if case .sonicOff(let until) = purpose { until } else { nil }
    }

    /// Whether the stored page is HTML.
    var hasStoredHTML: Bool { stored.map { ResponseClassifier.isHTML($0.version.headers) } ?? false }

    /// The method and body of the request.
    var method: RequestMethod { post.map { .post($0) } ?? .get }

    var isRetry: Bool {
        switch purpose {
        case .ordinary, .sonicOff, .posted: false
        case .withoutTags, .withoutSonic: true
        }
    }

    /// Whether a merged page derives from an edited response: a server's hash proves that it does not.
    func bringsEdits(into merged: MergedPage) -> Bool {
        stored?.version.isEdited == true && merged.verifiedBy == nil
    }

    /// Whether a session with this outcome shows a stored page that was edited by hand.
    func showsEdits(_ outcome: Outcome) -> Bool {
        guard stored?.version.isEdited == true else { return false }
        return switch outcome {
        case .allCached, .fresh, .offline, .failed: true
        case .firstLoad, .dataUpdate, .templateChange, .plain: false
        }
    }
}

/// The part of a response that has been received.
struct Answer: Sendable {
    /// The server's status and headers, which are stored.
    let head: ResponseHead
    /// The server's headers and the added ones, which decisions are based on.
    let headers: Headers
    let tags: ResponseTags
    let kind: AnswerKind
    var body: [UInt8] = []

    /// Whether it is saved as a file rather than shown as a page.
    var isFile: Bool { FileAnswer.cause(headers) != nil }

    /// Returns the maximum number of bytes of the body to keep.
    func bound(_ limits: SessionLimits) -> Int {
        switch kind {
        case .update, .page: limits.bodyBytes
        case .error, .unavailable, .notModified, .redirect, .invalid: SessionLimits.answerBytes
        }
    }

    /// The response's template-change; nil if it is missing.
    var change: String? { headers.first("template-change") }

    /// What made the response an update.
    var announcement: Reason.Announcement {
        switch kind {
        case .update: .declared(change)
        case .notModified, .page, .redirect, .unavailable, .error, .invalid: .undeclared(change)
        }
    }
}

/// The totals and findings of a session over its attempts.
struct Ledger: Sendable {
    let requested: WebURL
    var attempts = 0
    var redirects: [SessionResult.Redirect] = []
    /// What the store contains about redirects of the requested address; nil if it was not looked up.
    var storedRedirects: StoredRedirects?
    /// The address that could not be requested, and why; nil so far.
    var unreachable: (url: WebURL, failure: ConnectionFailure)?
    var bytesReceived = 0
    var bytesSent = 0
    var findings: [SessionFinding] = []
    /// What was learnt and not yet reported, as effects.
    private var pending: [SessionMachine.Effect] = []
    /// The connection that responded to the last request; nil before the first response.
    var answeredBy: ConnectionName?
    /// The fields added to the headers of the last response.
    var added: [HeaderField] = []
    /// The response that the order requires to be kept; nil before it is received.
    var retained: RetainedResponse?
    /// What was edited by hand, in which attempts.
    var edits: [(attempt: Int, edit: HandEdit)] = []
    /// Whether any request carried an Authorization header.
    var isAuthorized = false
    /// What the next opening does, once that is decided.
    var next: NextRequest?
    /// The parties that the last request sent credentials to.
    var identified: Set<Identified> = []

    /// A party that a request sends credentials to (RFC 9110 §11.6.2 and §11.7.2).
    enum Identified: String, CaseIterable {
        /// The server.
        case server = "authorization"
        /// The proxy.
        case proxy = "proxy-authorization"
    }

    /// Creates an empty ledger for a session that opens this address.
    init(requested: WebURL) { self.requested = requested }

    /// What the store contains about the redirects of an address.
    struct StoredRedirects: Sendable {
        /// The page under which they are stored.
        var id: PageID
        /// The stored redirects.
        var before: [SessionResult.Redirect]
        /// Whether the redirects of this session may replace them; otherwise they are removed.
        var mayBeWritten = true
    }

    mutating func add(_ report: TransferReport) {
        bytesReceived += report.bytesReceived
        bytesSent += report.bytesSent
        answeredBy = report.answeredBy
    }

    /// Counts the bytes received of a response whose transfer never reported its byte counts, content coding removed.
    mutating func count(brokenOff answer: Answer) {
        bytesReceived += answer.head.raw.count + answer.body.count
    }

    /// Adds evidence to the pending reports.
    mutating func learn(_ evidence: Evidence) { pending.append(.notify(.learnt(evidence))) }

    /// Returns the pending reports, followed by these effects.
    mutating func reporting(_ effects: [SessionMachine.Effect]) -> [SessionMachine.Effect] {
        guard !pending.isEmpty else { return effects }
        var reported: [SessionMachine.Effect] = []
        swap(&reported, &pending)
        return reported + effects
    }

    /// Records a rule that was applied to a response.
    mutating func judge(_ rule: RuleID, _ evidence: Judgement.Evidence, fits: Bool) {
        learn(.judged(Judgement(rule: rule, evidence: evidence, fits: fits)))
    }

    /// Adds findings without duplicates.
    mutating func add(_ more: [SessionFinding]) {
        for finding in more where !findings.contains(finding) { findings.append(finding) }
    }

    func result(
        _ attempt: Attempt, _ outcome: Outcome, reason: Reason, head: ResponseHead?,
        by comparer: SessionResult.Comparer = .nobody
    ) -> SessionResult {
        var result = SessionResult(
            requested: requested, url: attempt.url, pageID: attempt.pageID, outcome: outcome, reason: reason,
            by: comparer, status: head?.status, head: head, addedHeaders: head == nil ? [] : added,
            answeredBy: answeredBy, request: nil, redirects: redirects, changedBlocks: [],
            bytesReceived: bytesReceived, bytesSent: bytesSent, timings: [:], findings: findings,
            answerBody: nil, storage: .untouched, retainedResponse: retained, edits: edits.map(\.edit))
        result.next = next ?? attempt.sonicOff.map { .sonicOff(until: $0) }
        result.showsEdits = isEdited(attempt) || attempt.showsEdits(outcome)
        return result
    }

    /// Whether the exchange of an attempt was edited by hand.
    func isEdited(_ attempt: Attempt) -> Bool {
        edits.contains { $0.attempt == attempt.number && $0.edit != .unstored }
    }

    /// Whether nothing of the response to an attempt may be stored.
    func isUnstored(_ attempt: Attempt) -> Bool {
        edits.contains { $0.attempt == attempt.number && $0.edit == .unstored }
    }
}
