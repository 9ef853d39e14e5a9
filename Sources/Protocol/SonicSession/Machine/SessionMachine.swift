import SonicProtocol

/// The decisions of one session: events in, effects out, nothing performed here.
///
/// A session reads the cache, asks the server, finds out what kind of answer came, has it verified, shows and
/// stores it, and ends. Every answer to an effect carries the number of the attempt it belongs to, so a late one
/// is noise by one comparison. In every state but `idle` and `ended` exactly one effect is outstanding, and each
/// session ends exactly once (docs/development/architecture.md#session).
package struct SessionMachine: Sendable {
    /// What happened.
    package enum Event: Sendable {
        /// The session begins.
        case began
        /// The cache was read, or what followed the beginning of a page that is shown.
        case cacheRead(attempt: Int, CacheReadResult)
        /// The stored page whose verification was owed was verified; the reading has what serves now.
        case storedPageVerified(attempt: Int, CacheReadResult)
        /// The transfer entered a phase.
        case transferEntered(attempt: Int, TransferPhase)
        /// The request is as it will go out; the notes say why.
        case requestDecided(attempt: Int, Request, [ChosenField], notes: [RequestNote])
        /// The request's head went out with these bytes.
        case requestSent(attempt: Int, [UInt8])
        /// So much of its body has gone out.
        case bodySent(attempt: Int, Int, of: Int)
        /// A connection on the way did something worth knowing.
        case transferNoted(attempt: Int, Finding)
        /// A person changed the exchange.
        case transferEdited(attempt: Int, HandEdit)
        /// A response head arrived.
        case headReceived(attempt: Int, ResponseHead)
        /// A piece of the body arrived.
        case bodyReceived(attempt: Int, [UInt8])
        /// The response is complete.
        case transferFinished(attempt: Int, TransferReport)
        /// The transfer failed.
        case transferFailed(attempt: Int, ConnectionFailure)
        /// The pause before the request is made again is over.
        case pauseOver(attempt: Int)
        /// The body was evaluated.
        case evaluated(attempt: Int, Evaluation)
        /// The store did what it was asked; the number of a new version, if one was made.
        case written(attempt: Int, Result<Int?, StoreFailure>)
        /// The reader wants it to stop.
        case cancelRequested
    }

    /// What is to be done.
    package enum Effect: Sendable {
        /// Tell the watcher that a phase begins.
        case enter(SessionPhase)
        /// Tell the watcher something else.
        case notify(SessionEvent)
        /// Read the page, or its beginning, and whether Sonic is off for it; answer with `.cacheRead`.
        case readCache(attempt: Int, PageID)
        /// Read all of the page that an address led to before, and verify it; answer with `.cacheRead`.
        case readTarget(attempt: Int, PageID)
        /// Read all of a page whose beginning was shown; answer with `.cacheRead`.
        case readRest(attempt: Int, PageID)
        /// Verify a page as it was read; answer with `.storedPageVerified`.
        indirect case verifyStored(attempt: Int, PageID, StoredPage)
        /// Send a request; answer with the transfer's events.
        indirect case send(attempt: Int, RequestPlan)
        /// Stop the transfer of this attempt; its further events do not matter.
        case stopTransfer(attempt: Int)
        /// Hand the transfer of this attempt over; its further events do not matter here.
        indirect case handOver(attempt: Int, ResponseHead)
        /// Let so much time pass; answer with `.pauseOver`.
        case pause(attempt: Int, Duration)
        /// Pass no more time; `.pauseOver` does not matter.
        case stopPause(attempt: Int)
        /// Evaluate a body; answer with `.evaluated`.
        indirect case evaluate(attempt: Int, Question)
        /// Write to the store, in order; answer with `.written`.
        indirect case write(attempt: Int, PageID, [StoreWork])
        /// The session is over.
        indirect case end(SessionResult)
    }

    indirect enum State: Sendable {
        /// Not begun.
        case idle
        /// The cache is being read.
        case readingCache(Attempt)
        /// The page that the address led to before is being looked for; the reading says what the cache held of the
        /// address itself.
        case followingCachedRedirect(Attempt, CacheReadResult)
        /// The beginning of the stored page is shown; all of it is being read.
        case readingRest(Attempt)
        /// The stored page is shown and being verified; the reading says what else the cache held.
        case checkingCache(Attempt, CacheReadResult)
        /// A request is out; no head yet.
        case asking(Attempt)
        /// The request was lost on the way, and time passes before it is made again.
        case pausing(Attempt)
        /// The head is here; the body is arriving.
        case receiving(Attempt, Answer)
        /// The body is complete and being evaluated.
        case evaluating(Attempt, Answer)
        /// The outcome is known and shown; the store is being written.
        case writing(attempt: Int, SessionResult)
        /// Over.
        case ended
    }

    var state: State = .idle
    var ledger: Ledger
    let order: SessionOrder
    let hashes: Hashes

    /// A session that carries out `order`; the digests name its page.
    package init(_ order: SessionOrder, hashes: Hashes) {
        self.order = order
        self.hashes = hashes
        ledger = Ledger(requested: order.url)
    }

    /// Whether one piece of work is outstanding.
    package var isBusy: Bool {
        switch state {
        case .idle, .ended: false
        case .readingCache, .followingCachedRedirect, .readingRest, .checkingCache, .asking, .pausing,
            .receiving,
            .evaluating, .writing:
            true
        }
    }

    /// Decides what follows from an event, given the wall clock's time of it. Total: an event that does not fit
    /// the state has no effect.
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
            let told = asking(with: request.headers, notes)
            return [
                .notify(.requestDecided(request, notes: told)), .notify(.learnt(.requested(at: now))),
                .notify(.learnt(.fieldsChosen(fields))),
            ]
        case .requestSent(let number, let bytes):
            guard transferring == number else { return [] }
            // The connection may add credentials, and then only the bytes on the wire tell of them.
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
        case .transferEdited(let number, let edit):
            return edited(number, edit)
        case .headReceived(let number, let head):
            guard case .asking(let attempt) = state, attempt.number == number else { return [] }
            return headReceived(attempt, head)
        case .bodyReceived(let number, let bytes):
            return bodyReceived(number, bytes, now)
        case .transferFinished(let number, let report):
            return transferFinished(number, report, now)
        case .transferFailed(let number, let failure):
            return transferFailed(number, failure, now)
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
        case .cancelRequested:
            return cancel()
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

    /// The attempt whose transfer is under way; nil for none.
    var transferring: Int? {
        switch state {
        // The attempt of a state is the latest; taking it out of the state would copy all of it, for each event.
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
            // Stopped before it began: it ends all the same, so that nobody waits for it in vain.
            let attempt = attempt(at: order.url)
            return end(attempt, .failed(.stopped), reason: .stopped(attempt), head: nil)
        case .ended:
            return []
        case .writing:
            // The outcome is known; half a write helps nobody and a whole one takes milliseconds.
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

/// What the cache held when a session looked.
package struct CacheReadResult: Sendable {
    /// The stored page; nil for none.
    package var page: StoredPage?
    /// A copy of the page that is only to be compared with and to go back to; nil for none.
    package var compared: StoredPage?
    /// Until when Sonic is off for the page; nil when it is on.
    package var sonicOff: Instant?
    /// Where the address led when it was last asked; empty where it had a page of its own.
    package var redirects: [SessionResult.Redirect]
    /// When this program last posted to the page; nil for never.
    var posted: Instant?
    /// Why the cache could not be read; nil when it could.
    package var failure: StoreFailure?

    /// A reading of these parts.
    package init(
        page: StoredPage? = nil, compared: StoredPage? = nil, sonicOff: Instant? = nil,
        redirects: [SessionResult.Redirect] = [], posted: Instant? = nil, failure: StoreFailure? = nil
    ) {
        self.page = page
        self.compared = compared
        self.sonicOff = sonicOff
        self.redirects = redirects
        self.posted = posted
        self.failure = failure
    }
}

/// A request as decided; cookies and headers are added when it is sent.
package struct RequestPlan: Sendable, Equatable {
    /// Where it goes.
    package var url: WebURL
    /// What caused it: the session's cause and the redirects so far.
    package var cause: RequestCause
    /// The page it asks for, or posts to.
    package var pageID: PageID
    /// How it asks.
    package var method: RequestMethod
    /// What it asks.
    package var asked: Asked
    /// The date for If-Modified-Since, when one is asked with.
    package var lastModified: HeaderValue?
    /// What it tells the caches on the way.
    package var reload: RequestHeaders.ReloadHint
    /// Why the validators are what they are.
    package var notes: [RequestNote]
    /// The whole request, where the order has it; nil for one made of all this.
    package var exact: Request?
}

/// One change to the store.
package enum StoreWork: Sendable, Equatable {
    /// Store a new version.
    case commit(PageVersion)
    /// Keep a new version in memory, and write nothing.
    case storeInMemory(PageVersion, RetentionPurpose)
    /// Renew the current version after it was confirmed.
    case renew(number: Int, headers: Headers, checked: Instant)
    /// Renew the version where it is held in memory, and write nothing.
    case renewInMemory(number: Int, headers: Headers, checked: Instant)
    /// Forget what memory holds of the page, and write nothing.
    case forgetInMemory
    /// Remove the page and its history.
    case remove
    /// Speak no Sonic until then.
    case setSonicOff(url: WebURL, until: Instant)
    /// Remember where the address asked for, which is that of another page, led.
    indirect case setRedirects(PageID, url: WebURL, [SessionResult.Redirect])
}
