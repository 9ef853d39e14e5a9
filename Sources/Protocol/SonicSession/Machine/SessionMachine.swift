import SonicProtocol

/// The decisions of one session: events in, effects out; nothing is performed here.
///
/// A session reads the cache, sends a request, classifies the response, has it verified, shows and stores it, and
/// ends. Every event that answers an effect carries the number of its attempt, so that late ones are recognized by
/// one comparison and ignored. In every state except `idle` and `ended` exactly one effect is outstanding, and each
/// session ends exactly once (docs/development/architecture.md#session).
package struct SessionMachine: Sendable {
    /// An input of the machine.
    package enum Event: Sendable {
        /// The session starts.
        case began
        /// The cache was read, or the rest of a page whose beginning is shown.
        case cacheRead(attempt: Int, CacheReadResult)
        /// The stored page whose verification was owed was verified; the result contains the page to use now.
        case storedPageVerified(attempt: Int, CacheReadResult)
        /// The transfer entered a phase.
        case transferEntered(attempt: Int, TransferPhase)
        /// The request as it will be sent; the notes say why.
        case requestDecided(attempt: Int, Request, [ChosenField], notes: [RequestNote])
        /// The request's headers were sent with these bytes.
        case requestSent(attempt: Int, [UInt8])
        /// The number of bytes of its body sent so far, and their total.
        case bodySent(attempt: Int, Int, of: Int)
        /// A connection reported a finding.
        case transferNoted(attempt: Int, Finding)
        /// A person edited the exchange.
        case transferEdited(attempt: Int, HandEdit)
        /// The response's status and headers were received.
        case headReceived(attempt: Int, ResponseHead)
        /// A chunk of the body was received.
        case bodyReceived(attempt: Int, [UInt8])
        /// The response is complete.
        case transferFinished(attempt: Int, TransferReport)
        /// The transfer failed.
        case transferFailed(attempt: Int, ConnectionFailure)
        /// The pause before a retry has ended.
        case pauseOver(attempt: Int)
        /// The body was evaluated.
        case evaluated(attempt: Int, Evaluation)
        /// The store finished its work; the number of the new version, if one was created.
        case written(attempt: Int, Result<Int?, StoreFailure>)
        /// The user stopped the session.
        case cancelRequested
    }

    /// An output of the machine, to be performed by the caller.
    package enum Effect: Sendable {
        /// Report to the watcher that a phase begins.
        case enter(SessionPhase)
        /// Report another event to the watcher.
        case notify(SessionEvent)
        /// Read the page, or its beginning, and whether Sonic is off for it; reply with `.cacheRead`.
        case readCache(attempt: Int, PageID)
        /// Read all of the page at the target of cached redirects, and verify it; reply with `.cacheRead`.
        case readTarget(attempt: Int, PageID)
        /// Read all of a page whose beginning was shown; reply with `.cacheRead`.
        case readRest(attempt: Int, PageID)
        /// Verify a page that was read; reply with `.storedPageVerified`.
        indirect case verifyStored(attempt: Int, PageID, StoredPage)
        /// Send a request; reply with the transfer's events.
        indirect case send(attempt: Int, RequestPlan)
        /// Stop the transfer of this attempt; its further events are ignored.
        case stopTransfer(attempt: Int)
        /// Hand the transfer of this attempt over; its further events are ignored here.
        indirect case handOver(attempt: Int, ResponseHead)
        /// Wait for this duration; reply with `.pauseOver`.
        case pause(attempt: Int, Duration)
        /// Stop waiting; `.pauseOver` is ignored.
        case stopPause(attempt: Int)
        /// Evaluate a body; reply with `.evaluated`.
        indirect case evaluate(attempt: Int, Question)
        /// Write to the store, in order; reply with `.written`.
        indirect case write(attempt: Int, PageID, [StoreWork])
        /// The session has ended.
        indirect case end(SessionResult)
    }

    indirect enum State: Sendable {
        /// Not started.
        case idle
        /// The cache is being read.
        case readingCache(Attempt)
        /// The page of the cached redirects is being read; the result is what the cache contained for the address
        /// itself.
        case followingCachedRedirect(Attempt, CacheReadResult)
        /// The beginning of the stored page is shown; all of it is being read.
        case readingRest(Attempt)
        /// The stored page is shown and being verified; the result is what the cache contained.
        case checkingCache(Attempt, CacheReadResult)
        /// A request was sent; no headers received yet.
        case asking(Attempt)
        /// The request failed in transit; the session pauses before a retry.
        case pausing(Attempt)
        /// The headers were received; the body is being received.
        case receiving(Attempt, Answer)
        /// The body is complete and being evaluated.
        case evaluating(Attempt, Answer)
        /// The outcome is known and shown; the store is being written.
        case writing(attempt: Int, SessionResult)
        /// Ended.
        case ended
    }

    var state: State = .idle
    var ledger: Ledger
    let order: SessionOrder
    let hashes: Hashes

    /// Creates a session for `order`; the hashes name its page.
    package init(_ order: SessionOrder, hashes: Hashes) {
        self.order = order
        self.hashes = hashes
        ledger = Ledger(requested: order.url)
    }

    /// The part of the body that has arrived; empty if none is being received.
    var bodyArrived: [UInt8] { if case .receiving(_, let answer) = state { answer.body } else { [] } }

    /// Whether a piece of work is outstanding.
    package var isBusy: Bool {
        switch state {
        case .idle, .ended: false
        case .readingCache, .followingCachedRedirect, .readingRest, .checkingCache, .asking, .pausing,
            .receiving,
            .evaluating, .writing:
            true
        }
    }

    /// Decides what follows from an event, given its wall clock time. Total: an event that does not fit the state has
    /// no effect.
    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        let effects = decide(event, now)
        return ledger.reporting(effects)
    }

    private mutating func decide(_ event: Event, _ now: Instant) -> [Effect] {
        switch event {
        case .began:
            guard case .idle = state else { return [] }
            return open(order.url, order.method)
        case .cacheRead(let number, let reading):
            if case .followingCachedRedirect(let attempt, let own) = state, attempt.number == number {
                return cachedRedirectRead(attempt, own, reading, now)
            }
            guard let attempt = readingAttempt, attempt.number == number else { return [] }
            return cacheRead(attempt, reading, now)
        case .storedPageVerified(let number, let reading):
            guard case .checkingCache(let attempt, let shown) = state, attempt.number == number else {
                return []
            }
            return storedPageVerified(attempt, shown, reading, now)
        case .transferEntered(let number, let phase):
            guard transferring == number else { return [] }
            return [.enter(SessionPhase(phase))]
        case .requestDecided(let number, let request, let fields, let notes):
            guard transferring == number else { return [] }
            ledger.identified = Set(
                Ledger.Identified.allCases.filter { request.headers.contains($0.rawValue) })
            if ledger.identified.contains(.server) { ledger.isAuthorized = true }
            let allNotes = asking(with: request.headers, notes)
            return [
                .notify(.requestDecided(request, notes: allNotes)), .notify(.learnt(.requested(at: now))),
                .notify(.learnt(.fieldsChosen(fields))),
            ]
        case .requestSent(let number, let bytes):
            guard transferring == number else { return [] }
            // The connection may add credentials, and then only the bytes sent show them.
            for party in Ledger.Identified.allCases
            where Headers.has(party.rawValue, behindFirstLineOf: bytes) {
                ledger.identified.insert(party)
            }
            if ledger.identified.contains(.server) { ledger.isAuthorized = true }
            askedByHand(bytes)
            return [.notify(.requestSent(bytes))]
        case .bodySent(let number, let count, let total):
            guard transferring == number else { return [] }
            return [.notify(.bodySent(count, of: total))]
        case .transferNoted(let number, let finding):
            guard transferring == number else { return [] }
            ledger.add([.noted(finding)])
            return []
        case .transferEdited(let number, let edit): return edited(number, edit)
        case .headReceived(let number, let head):
            guard case .asking(let attempt) = state, attempt.number == number else { return [] }
            return headReceived(attempt, head)
        case .bodyReceived(let number, let bytes): return bodyReceived(number, bytes, now)
        case .transferFinished(let number, let report): return transferFinished(number, report, now)
        case .transferFailed(let number, let failure): return transferFailed(number, failure, now)
        case .pauseOver(let number):
            guard case .pausing(let attempt) = state, attempt.number == number else { return [] }
            return askAgain(attempt, attempt.purpose)
        case .evaluated(let number, let evaluation):
            guard case .evaluating(let attempt, let answer) = state, attempt.number == number else {
                return []
            }
            return evaluated(attempt, answer, evaluation, now)
        case .written(let number, let result):
            guard case .writing(number, let ending) = state else { return [] }
            return written(ending, result)
        case .cancelRequested: return cancel()
        }
    }

    /// The attempt that the cache is being read for; nil for none.
    private var readingAttempt: Attempt? {
        switch state {
        case .readingCache(let attempt), .readingRest(let attempt): attempt
        case .idle, .followingCachedRedirect, .checkingCache, .asking, .pausing, .receiving, .evaluating,
            .writing, .ended:
            nil
        }
    }

    /// The number of the attempt whose transfer is running; nil for none.
    var transferring: Int? {
        switch state {
        // The state's attempt is the latest one; extracting it from the state would copy all of it for each event.
        case .asking, .receiving: ledger.attempts
        case .idle, .readingCache, .followingCachedRedirect, .readingRest, .checkingCache, .pausing,
            .evaluating, .writing,
            .ended:
            nil
        }
    }

    private mutating func cancel() -> [Effect] {
        switch state {
        case .idle:
            // Stopped before it started: it ends nevertheless, so that nobody waits forever.
            let attempt = attempt(at: order.url)
            return end(attempt, .failed(.stopped), reason: .stopped(attempt), head: nil)
        case .ended: return []
        case .writing:
            // The outcome is known; half a write is useless, and a whole one takes milliseconds.
            return []
        case .readingCache(let attempt), .followingCachedRedirect(let attempt, _), .readingRest(let attempt),
            .checkingCache(let attempt, _), .evaluating(let attempt, _):
            return end(attempt, .failed(.stopped), reason: .stopped(attempt), head: nil)
        case .pausing(let attempt):
            return [.stopPause(attempt: attempt.number)]
                + end(attempt, .failed(.stopped), reason: .stopped(attempt), head: nil)
        case .asking(let attempt):
            return [.stopTransfer(attempt: attempt.number)]
                + end(attempt, .failed(.stopped), reason: .stopped(attempt), head: nil)
        case .receiving(let attempt, let answer):
            ledger.count(brokenOff: answer)
            return [.stopTransfer(attempt: attempt.number)]
                + end(attempt, .failed(.stopped), reason: .stopped(attempt), head: answer.head)
        }
    }

    mutating func end(
        _ attempt: Attempt, _ outcome: Outcome, reason: Reason, head: ResponseHead?,
        answerBody: [UInt8]? = nil
    ) -> [Effect] {
        state = .ended
        var result = ledger.result(attempt, outcome, reason: reason, head: head)
        result.answerBody = answerBody
        return [.end(result)]
    }
}

/// What the cache contained for a page.
package struct CacheReadResult: Sendable {
    /// The stored page; nil for none.
    package var page: StoredPage?
    /// A copy of the page only for comparison and for going back; nil for none.
    package var compared: StoredPage?
    /// Until when Sonic is off for the page; nil if it is on.
    package var sonicOff: Instant?
    /// Where the address redirected when it was last requested; empty if it did not.
    package var redirects: [SessionResult.Redirect] = []
    /// The fields in which the request that would be sent differs from that of the page (`PageVersion.unselected`).
    var unselected: [String] = []
    /// When this program last posted to the page; nil if it never did.
    var posted: Instant?
    /// Why the cache could not be read; nil if it could.
    package var failure: StoreFailure?
}

/// A request as decided; cookies and other headers are added when it is sent.
package struct RequestPlan: Sendable, Equatable {
    /// The address.
    package var url: WebURL
    /// The session's cause and the redirects so far.
    package var cause: RequestCause
    /// The page that is requested or posted to.
    package var pageID: PageID
    /// The method, with the body of a POST.
    package var method: RequestMethod
    /// The conditional and Sonic headers.
    package var asked: RequestConditions
    /// The date for If-Modified-Since, if it is sent.
    package var lastModified: HeaderValue?
    /// The hint for intermediate caches.
    package var reload: RequestHeaders.ReloadHint
    /// Why the validators are what they are.
    package var notes: [RequestNote]
    /// The whole request, if the order contains it; nil if the request is made from the parts above.
    package var exact: Request?
}
