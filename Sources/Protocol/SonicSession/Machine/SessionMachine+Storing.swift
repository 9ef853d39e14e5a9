import SonicProtocol

// What is stored of a page after its outcome is known.
extension SessionMachine {
    /// Ends with `result` after the store has done what the response allows: keep, or remove.
    mutating func write(
        _ attempt: Attempt, _ answer: Answer, keeping work: consuming StoreWork,
        _ result: consuming SessionResult, _ now: Instant
    ) -> [Effect] {
        if case .commit(var version) = work {
            result.retainedResponse?.page = version.html
            version.vary = VaryKey(page: answer.head.headers, request: attempt.sent, hashes)
            work = .commit(version)
        }
        var works: [StoreWork]
        let said = answer.headers.all("cache-offline")
        ledger.judge(
            .cacheOffline, .cacheOffline(said, takenFor: answer.tags.offline),
            fits: answer.tags.offline == .yes || answer.tags.offline == .store)
        if case .commit = work, staysOnScreen(attempt, answer) {
            result.reason = .cacheOffline(.screenStays, said, of: result.reason)
        }
        switch (answer.tags.offline, leavesStore(attempt)) {
        case (_, let ban?):
            result.storage = .notAllowed(ban)
            works = []
        case (.yes, nil), (.store, nil):
            if let ban = forbidden(attempt, answer) {
                result.storage = .notAllowed(ban)
                result.findings = ledger.findings
                works = [work.inMemory(ban == .noStore ? .toCompare : .toShow)]
            } else if work.isRenewal, ledger.isEdited(attempt) {
                // The headers stored for the server's page remain those that the server sent.
                result.storage = .notAllowed(.editedConfirmation)
                works = []
            } else {
                if case .renew = work { result.storage = .renewed }
                works = [work]
            }
        case (.no, nil) where ledger.isEdited(attempt), (.http, nil) where ledger.isEdited(attempt):
            // An edited response removes no page of the server's, and does not turn Sonic off.
            result.storage = .notAllowed(.editedRemoval)
            works = []
        case (.no, nil) where siteBan(attempt.url) != nil, (.http, nil) where siteBan(attempt.url) != nil:
            if let ban = siteBan(attempt.url) { result.storage = .notAllowed(ban) }
            works = [.forgetInMemory]
        case (.no, nil):
            result.storage = .removed
            result.reason = .cacheOffline(.notStored, said, of: result.reason)
            works = [.remove]
        case (.http, nil):
            result.storage = .removed
            let seconds = Int64(order.terms(attempt.url).sonicOff)
            result.reason = .cacheOffline(.sonicOff(seconds: seconds), said, of: result.reason)
            let until = now.adding(seconds: seconds)
            works = [.remove, .setSonicOff(url: attempt.url, until: until)]
        }
        result.next = next(attempt, after: works, now)
        works += remembering(attempt)
        state = .writing(attempt: attempt.number, result)
        let isStored = works.contains(where: \.reachesStore)
        return (isStored ? [.enter(.storing)] : [])
            + [.write(attempt: attempt.number, attempt.pageID, works)]
    }

    /// Returns why a response may not change the store at all; nil if it may.
    private func leavesStore(_ attempt: Attempt) -> StorageBan? {
        if ledger.isUnstored(attempt) { return .forwardedUnstored }
        // What is stored under the exception comes from another server.
        return isPassedOver(at: attempt.url) ? .otherServer : nil
    }

    /// Returns why a response must not be written, whatever cache-offline says; nil if it may be.
    private mutating func forbidden(_ attempt: Attempt, _ answer: Answer) -> StorageBan? {
        if ResponseClassifier.forbidsStoring(answer.headers) {
            if answer.headers.contains("cache-offline") {
                ledger.add([.noStoreAgainstOffline(answer.headers.all("cache-offline"))])
            }
            return .noStore
        }
        return siteBan(attempt.url) ?? (ledger.isAuthorized ? .authorized : nil)
    }

    /// Whether a redirect from the attempt's address to the target may be stored.
    func mayRemember(_ attempt: Attempt, _ answer: Answer, _ target: WebURL) -> Bool {
        !ResponseClassifier.forbidsStoring(answer.headers) && siteBan(attempt.url) == nil
            && siteBan(target) == nil
    }

    /// Returns why nothing of an address's site may be written; nil if it may be.
    private func siteBan(_ url: WebURL) -> StorageBan? {
        let terms = order.terms(url)
        if terms.isPrivate { return .privateSite }
        return terms.isStored ? nil : .unwanted
    }

    mutating func written(_ ending: consuming SessionResult, _ result: Result<Int?, StoreFailure>) -> [Effect]
    {
        switch result {
        case .success(let number):
            if let number { ending.storage = .stored(number: number) }
        case .failure(let failure):
            let unkept: SessionResult.NotStored =
                switch ending.storage {
                case .renewed: .renewal
                case .removed: .removal
                case .untouched, .stored, .notStored, .notAllowed: .page
                }
            ending.storage = .notStored(failure, of: unkept)
            ledger.add([.notKept(unkept, failure)])
            ending.findings = ledger.findings
        }
        state = .ended
        return [.end(ending)]
    }

    // Retries on networks that lose requests (docs/reference/protocol.md#retries).

    /// Pauses before a request that failed in transit is retried; nil if it is not retried.
    mutating func retry(_ attempt: Attempt, after failure: ConnectionFailure) -> [Effect]? {
        guard failure.mayPass else { return nil }
        let pause = Self.pause(before: attempt.retries + 1)
        return retry(attempt, after: pause, because: .lost(failure, attempt.url))
    }

    /// Does the same for a 503 with Retry-After, unless the delay is too long to wait for.
    mutating func retry(_ attempt: Attempt, after answer: Answer, _ now: Instant) -> [Effect]? {
        guard answer.head.status == 503, let wanted = answer.headers.retryAfter(now: now),
            wanted <= Self.longestRequestedDelay
        else { return nil }
        let pause = max(.seconds(wanted), Self.pause(before: attempt.retries + 1))
        return retry(attempt, after: pause, because: .unavailable(retryAfter: wanted))
    }

    /// The maximum number of retries of one request, whatever is configured.
    private static let maxRetries = 10
    /// The longest `Retry-After` that is waited for, in seconds: users should not wait longer without having chosen
    /// to.
    private static let longestRequestedDelay: Int64 = 10
    /// The pause before the first retry; each further one is twice as long as the one before, up to `longestPause`.
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(8)

    /// Returns the pause before the n-th retry, counted from 1.
    private static func pause(before number: Int) -> Duration {
        min(longestPause, firstPause * (1 << min(max(0, number - 1), 8)))
    }

    private mutating func retry(
        _ attempt: Attempt, after pause: Duration, because cause: Retry.Cause
    ) -> [Effect]? {
        let wanted = order.terms(attempt.url).retries ?? (attempt.stored == nil ? 1 : 2)
        let limit = min(wanted, Self.maxRetries)
        guard attempt.method == .get, attempt.retries < limit else { return nil }
        var attempt = attempt
        attempt.retries += 1
        let retry = Retry(number: attempt.retries, limit: limit, pause: pause, cause: cause)
        ledger.add([.retried(retry)])
        state = .pausing(attempt)
        return [
            .notify(.retrying(retry)), .enter(.pausing), .pause(attempt: attempt.number, pause),
        ]
    }
}

/// One change of the store.
package enum StoreWork: Sendable, Equatable {
    /// Store a new version.
    case commit(PageVersion)
    /// Store a new version in memory, and write nothing.
    case storeInMemory(PageVersion, RetentionPurpose)
    /// Renew the current version after it was confirmed.
    case renew(number: Int, headers: Headers, checked: Instant)
    /// Renew the version in memory, if it is there, and write nothing.
    case renewInMemory(number: Int, headers: Headers, checked: Instant)
    /// Remove the page from memory, and write nothing.
    case forgetInMemory
    /// Remove the page and its history.
    case remove
    /// Turn Sonic off until then.
    case setSonicOff(url: WebURL, until: Instant)
    /// Store the redirects of the requested address, which belongs to another page.
    indirect case setRedirects(PageID, url: WebURL, [SessionResult.Redirect])

    /// Whether the work changes the store rather than memory only.
    var reachesStore: Bool {
        switch self {
        case .commit, .renew, .remove, .setSonicOff, .setRedirects: true
        case .storeInMemory, .renewInMemory, .forgetInMemory: false
        }
    }

    /// Whether the work leaves the version as it is.
    var isRenewal: Bool {
        switch self {
        case .renew, .renewInMemory: true
        case .commit, .storeInMemory, .forgetInMemory, .remove, .setSonicOff, .setRedirects: false
        }
    }

    /// Returns the same work for a page that must not be written.
    func inMemory(_ holding: RetentionPurpose) -> StoreWork {
        switch self {
        case .commit(let version): .storeInMemory(version, holding)
        case .renew(let number, let headers, let checked):
            .renewInMemory(number: number, headers: headers, checked: checked)
        case .storeInMemory, .renewInMemory, .forgetInMemory, .remove, .setSonicOff, .setRedirects: self
        }
    }
}
