import SonicProtocol

/// One request of a session and what it started from.
struct Attempt: Sendable {
    /// Counts from 1 over the session.
    var number: Int
    var url: WebURL
    var pageID: PageID
    /// The stored page the answer is compared with; nil when there is none or it is to be ignored.
    var stored: StoredPage?
    /// A copy in memory that only this program compares with; nil for none.
    var compared: StoredPage?
    var asked: Asked
    var purpose: RequestPurpose
    /// How often the request was made again after a pause.
    var retries = 0
    /// Why no stored page takes part, where none does.
    var absence = Absence.nothingStored
    /// Where the address is remembered to lead; empty for nowhere.
    var remembered: [SessionResult.Redirect] = []
    /// Where the address led before, to a page that is on the screen meanwhile; empty for nowhere.
    var cachedRedirects: [SessionResult.Redirect] = []

    /// What stays on the screen, as nothing that was received is shown.
    var shown: StillShown {
        if let target = cachedRedirects.last?.to { return .cachedRedirect(target.withoutFragment) }
        return stored == nil ? .nothing : .storedPage
    }

    /// What is posted; nil for nothing.
    var post: PostBody? {
        switch purpose {
        case .posted(let body): body
        case .ordinary, .sonicOff, .withoutTags, .withoutSonic: nil
        }
    }

    /// What this program compares a page with: what is on the screen, else the copy in memory.
    var base: StoredPage? { stored ?? compared }

    /// Whether the stored page is HTML.
    var hasStoredHTML: Bool { stored.map { ResponseClassifier.isHTML($0.version.headers) } ?? false }

    /// What the request carries.
    var method: RequestMethod {
        switch purpose {
        case .posted(let body): .post(body)
        case .ordinary, .sonicOff, .withoutTags, .withoutSonic: .get
        }
    }

    var isRetry: Bool {
        switch purpose {
        case .ordinary, .sonicOff, .posted: false
        case .withoutTags, .withoutSonic: true
        }
    }
}

/// A response as far as it has arrived.
struct Answer: Sendable {
    /// What the server sent, which is what is stored.
    let head: ResponseHead
    /// Its headers with those that were added: what it is decided by.
    let headers: Headers
    let tags: ResponseTags
    let kind: AnswerKind
    var body: [UInt8] = []

    /// Whether it is kept as a file rather than shown as a page.
    var isFile: Bool { FileAnswer.cause(headers) != nil }

    /// How many bytes of this body are worth keeping.
    func bound(_ limits: SessionLimits) -> Int {
        switch kind {
        case .update, .page: limits.bodyBytes
        case .error, .unavailable: SessionLimits.answerBytes
        case .notModified, .redirect, .senseless: SessionLimits.answerBytes
        }
    }
}

/// What a session adds up over its attempts.
struct Ledger: Sendable {
    let requested: WebURL
    var attempts = 0
    var redirects: [SessionResult.Redirect] = []
    /// What the store knows of where the address asked for leads; nil where nobody looked.
    var way: Way?
    /// The address that could not be asked; nil while none was met.
    var unreachable: Unreachable?
    var bytesReceived = 0
    var bytesSent = 0
    var findings: [SessionFinding] = []
    /// What was learnt since it was told last, as it is to be told.
    private var pending: [SessionMachine.Effect] = []
    /// The connection that answered the last request; nil before any did.
    var answeredBy: ConnectionName?
    /// What was added to the last answer's headers.
    var added: [HeaderField] = []
    /// The answer that the order wants to be kept; nil before it came.
    var retained: RetainedResponse?
    /// What was changed by hand.
    var edits: [AttemptEdit] = []
    /// Whether any request carried an Authorization header.
    var isAuthorized = false
    /// Whom the last request told who asks.
    var identified: Set<Identified> = []

    /// Who is told by a request who asks (RFC 9110 §11.6.2 and §11.7.2).
    enum Identified: String, CaseIterable {
        /// The server.
        case server = "authorization"
        /// The proxy before it.
        case proxy = "proxy-authorization"
    }

    /// Nothing yet, of a session that is to open this address.
    init(requested: WebURL) { self.requested = requested }

    /// What the store knows of where an address leads.
    struct Way: Sendable {
        /// The page under which it is remembered.
        var id: PageID
        /// What is remembered.
        var before: [SessionResult.Redirect]
        /// Whether where it leads now may take the place of that; else nothing does.
        var mayBeWritten = true
    }

    /// An address that could not be asked, and why.
    struct Unreachable: Sendable {
        var url: WebURL
        var failure: ConnectionFailure
    }

    mutating func add(_ report: TransferReport) {
        bytesReceived += report.bytesReceived
        bytesSent += report.bytesSent
        answeredBy = report.answeredBy
    }

    /// Counts what came of an answer whose transfer never told its figures, content coding removed.
    mutating func count(brokenOff answer: Answer) {
        bytesReceived += answer.head.raw.count + answer.body.count
    }

    /// Takes down what is to be told.
    mutating func learn(_ evidence: Evidence) { pending.append(.notify(.learnt(evidence))) }

    /// What was learnt and not told yet, and then these effects.
    mutating func reporting(_ effects: [SessionMachine.Effect]) -> [SessionMachine.Effect] {
        guard !pending.isEmpty else { return effects }
        var told: [SessionMachine.Effect] = []
        swap(&told, &pending)
        return told + effects
    }

    /// Records a rule that was tried on an answer.
    mutating func judge(_ rule: RuleID, _ evidence: Judgement.Evidence, fits: Bool) {
        learn(.judged(Judgement(rule: rule, evidence: evidence, fits: fits)))
    }

    /// Adds findings, each once.
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
        result.showsEdits = isEdited(attempt) || attempt.showsEdits(outcome)
        return result
    }
}

extension SessionPhase {
    /// The session's phase for a transfer's.
    public init(_ phase: TransferPhase) {
        switch phase {
        case .resolving: self = .resolving
        case .connecting: self = .connecting
        case .securing: self = .securing
        case .waiting: self = .waiting
        case .receiving: self = .receiving
        }
    }
}
