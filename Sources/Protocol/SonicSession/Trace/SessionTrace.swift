import SonicProtocol

/// All that a session reported, in order: what was cached, requested, received, determined and shown, and its log.
/// Collected from the session's events, without computing anything again.
public struct SessionTrace: Sendable {
    /// The address that the session opened.
    public let opened: WebURL
    /// How the session was opened.
    public let mode: SessionMode
    /// The phases entered, in order.
    public private(set) var steps: [Step] = []
    /// What the session was when it was opened here; nil if it started here.
    public private(set) var joined: JoinedSession?
    /// How long before it was opened here the session had started; nil if it started here.
    public private(set) var begunBefore: Duration?
    /// What is on the screen because of the session.
    public private(set) var screen = SessionScreen()
    /// When the response last changed the screen, by `at` of `handle`.
    public private(set) var screenChanged = Duration.zero
    /// The log so far, in order: what VasSonic's statistics would report, and the steps in between; about twenty
    /// records for a page, a few more for each redirect.
    public internal(set) var log: [SessionRecord] = []
    /// The address of the next record.
    var logged: WebURL
    /// The requests and their results, in order; the first one exists before any request is made.
    public private(set) var turns: [Turn] = []
    /// The resulting page of the session, or the one shown meanwhile; nil for none, and if its bytes were released.
    public private(set) var page: [UInt8]?
    /// The length of that page in bytes; nil for none.
    public private(set) var pageBytes: Int?
    /// The session's result; nil while it is running.
    public var result: SessionResult? { results.first }
    /// The stored page that the session compared its page with; nil if there was none.
    package var replaced: PageVersion? { turns.last.flatMap { $0.stored ?? $0.cache?.compared }?.version }
    /// At most one: in an array, since it takes more memory than the rest of the trace.
    private var results: [SessionResult] = []
    /// Whether the stored copy of its page was deleted since, and with it that Sonic is off for the page.
    public private(set) var isCopyForgotten = false

    /// Creates an empty trace of a session that opens an address.
    /// - Parameters:
    ///   - url: The address.
    ///   - mode: How it is opened.
    public init(_ url: WebURL, mode: SessionMode) {
        opened = url
        self.mode = mode
        logged = url
    }

    /// Handles the session's next event.
    /// - Complexity: O(1), apart from copies of references.
    /// - Parameters:
    ///   - event: The event.
    ///   - at: The time since the owner of this trace opened the session; the time of the records in the log.
    public mutating func handle(_ event: SessionEvent, at: Duration) {
        logOpening(at)
        screen.handle(event)
        switch event {
        case .joined(let joined, let age):
            self.joined = joined
            begunBefore = age
            add(.joined(joined, after: age), at)
        case .entered(let phase, let since):
            steps.append(Step(phase: phase, at: since))
            add(.entered(phase), at)
        case .cachedPageBegun(let page):
            add(.beginning(version: page.number, bytes: page.length))
            add(
                .storedBeginning(
                    version: page.number, first: page.version.html.count, bytes: page.length), at)
        case .cachedPageFound(let stored):
            change {
                $0.stored = stored
                $0.storedBytes = stored.length
            }
            know(stored.version.html)
            add(.stored(version: stored.number, stored.verification))
            let bytes = stored.version.html.count
            add(.stored(version: stored.number, bytes: bytes), at, as: .didLoadLocalCache)
        case .cachedPageVerified:
            change { $0.stored?.verification = .done }
            add(.verified)
            add(.verified, at)
        case .cachedPageWithdrawn:
            change { $0.stored = nil }
            know(nil)
            add(.withdrawn)
            add(.withdrawn, at)
        case .cachedRedirectFollowed(let to, let stored):
            change {
                $0.cachedRedirectTarget = stored
                $0.cachedRedirectBytes = stored.length
            }
            know(stored.version.html)
            add(.cachedRedirect(to, version: stored.number))
            add(.cachedRedirect(to, version: stored.number), at)
        case .requestDecided(let request, let notes):
            if let last = turns.last, last.request != nil {
                var turn = Turn()
                (turn.stored, turn.storedBytes) = (last.stored, last.storedBytes)
                turns.append(turn)
            }
            change {
                $0.request = request
                $0.notes = notes
            }
            logged = request.url
            add(.request(method: request.method, notes), at)
        case .requestSent(let bytes):
            change { $0.sentHead = bytes }
            add(.sent(bytes: bytes.count), at)
        case .bodySent(let count, let total): change { $0.sentBody = Progress(count: count, total: total) }
        case .headReceived(let head):
            change { $0.head = head }
            add(.response(status: head.status, phrase: head.reason), at, as: .receivedResponse)
        case .retrying(let retry):
            change { $0.retry = retry }
            add(.retry(retry), at)
        case .redirected(_, let to, let status):
            change { $0.redirect = to }
            add(.redirected(to, status: status), at)
        case .pieceReceived(let bytes): add(.pieces(bytes.count))
        case .pageReplaced(let shown):
            screenChanged = at
            add(.page(shown.html.count))
            add(.page(bytes: shown.html.count), at)
        case .blocksUpdated(_, let changes, _):
            screenChanged = at
            add(.blocks(changes.map(\.name)))
            add(.blocks(changes.map(\.name)), at)
        case .newerCopyStored:
            screenChanged = at
            add(.nothing)
            add(.newerCopy, at)
        case .handedOver: add(.handedOver, at)
        case .learnt(let evidence):
            add(evidence)
            if case .edited(let edit) = evidence { add(.edited(edit), at) }
        case .ended(let result):
            results = [result]
            logEnding(result, at)
        }
    }

    /// Notes that the user has deleted the stored copy of the page: the reason no longer says anything of it. What the
    /// session did stays in the trace: its findings and headers are what a person who debugs a server looks at.
    public mutating func forgetCopy() {
        isCopyForgotten = true
        for index in results.indices {
            results[index].reason = results[index].reason.withoutCopy
            results[index].next = .due(.notStored)
        }
    }

    private mutating func add(_ evidence: Evidence) {
        switch evidence {
        case .cacheRead(let cache):
            // The rest of a large page is read for the same request.
            if let last = turns.last, last.request != nil || (last.cache?.id ?? cache.id) != cache.id {
                turns.append(Turn())
            }
            change {
                $0.cache = cache
                $0.storedBytes = cache.page?.length
            }
        case .fieldsChosen(let fields): change { $0.fields = fields }
        case .requested(let at): change { $0.requested = at }
        case .transferred(let report, let at):
            change {
                $0.report = report
                $0.transferred = at
            }
        case .classified(let classification, let added):
            change {
                $0.classification = classification
                $0.added = added
            }
        case .bodyReceived(let bytes):
            change {
                $0.body = bytes
                $0.bodyBytes = bytes.count
            }
        case .edited(let edit): change { $0.edits.append(edit) }
        case .lost(let failure): change { $0.failure = failure }
        case .hashed(let check): change { $0.checks.append(check) }
        case .judged(let judgement): change { $0.judgements.append(judgement) }
        case .pageKnown(let bytes): know(bytes)
        }
    }

    private mutating func know(_ bytes: [UInt8]?) {
        page = bytes
        pageBytes = bytes?.count
    }

    private mutating func add(_ shown: Shown) {
        change { turn in
            if case .pieces(let more) = shown, case .pieces(let count) = turn.screen.last {
                turn.screen[turn.screen.count - 1] = .pieces(count + more)
            } else {
                turn.screen.append(shown)
            }
        }
    }

    private mutating func change(_ work: (inout Turn) -> Void) {
        if turns.isEmpty { turns.append(Turn()) }
        work(&turns[turns.count - 1])
    }

    /// The total number of bytes of pages and bodies; an array that is referenced several times counts once.
    public var heldBytes: Int {
        var arrays = [page, screen.html]
        for turn in turns {
            let cached = [turn.cache?.page, turn.cache?.compared, turn.stored, turn.cachedRedirectTarget]
            arrays += [turn.body, turn.report?.codedBody] + cached.map { $0?.version.html }
        }
        var seen: Set<UnsafeRawPointer> = []
        return arrays.reduce(0) { sum, bytes in
            let isNew = bytes?.withUnsafeBytes { $0.baseAddress.map { seen.insert($0).inserted } }
            return sum + (isNew == true ? bytes?.count ?? 0 : 0)
        }
    }

    /// The same trace without the bytes of pages and bodies; their lengths stay.
    public var withoutPages: SessionTrace { withoutPages(above: 0) }

    /// Returns the same trace without pages and bodies of more than `limit` bytes each; their lengths stay.
    public func withoutPages(above limit: Int) -> SessionTrace {
        var trace = self
        func bounded(_ bytes: [UInt8]?) -> [UInt8]? { bytes.flatMap { $0.count > limit ? nil : $0 } }
        trace.page = bounded(page)
        trace.screen = screen.withoutPage(above: limit)
        for index in trace.turns.indices {
            let turn = turns[index]
            trace.turns[index].body = bounded(turn.body)
            trace.turns[index].report?.codedBody = bounded(turn.report?.codedBody)
            trace.turns[index].stored?.version.html = bounded(turn.stored?.version.html) ?? []
            trace.turns[index].cachedRedirectTarget?.version.html =
                bounded(turn.cachedRedirectTarget?.version.html) ?? []
            trace.turns[index].cache?.page?.version.html = bounded(turn.cache?.page?.version.html) ?? []
            trace.turns[index].cache?.compared?.version.html =
                bounded(turn.cache?.compared?.version.html) ?? []
        }
        return trace
    }
}

// MARK: - Large bytes
