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
        switch answer.tags.offline {
        case .yes, .store:
            if case .commit = work, staysOnScreen(attempt, answer) {
                result.reason = .cacheOffline(.screenStays, said, of: result.reason)
            }
            if let ban = leavesStore(attempt) {
                result.storage = .notAllowed(ban)
                works = []
            } else if let ban = forbidden(attempt, answer) {
                result.storage = .notAllowed(.writing(ban))
                result.findings = ledger.findings
                works = [work.inMemory(ban.retention)]
            } else if work.isRenewal, ledger.isEdited(attempt) {
                // The headers stored for the server's page remain those that the server sent.
                result.storage = .notAllowed(.editedConfirmation)
                works = []
            } else {
                if case .renew = work { result.storage = .renewed }
                works = [work]
            }
        case .no where leavesStore(attempt) != nil, .http where leavesStore(attempt) != nil:
            if let ban = leavesStore(attempt) { result.storage = .notAllowed(ban) }
            works = []
        case .no where ledger.isEdited(attempt), .http where ledger.isEdited(attempt):
            // An edited response removes no page of the server's, and does not turn Sonic off.
            result.storage = .notAllowed(.editedRemoval)
            works = []
        case .no where siteBan(attempt.url) != nil, .http where siteBan(attempt.url) != nil:
            if let ban = siteBan(attempt.url) { result.storage = .notAllowed(.writing(ban)) }
            works = [.forgetInMemory]
        case .no:
            result.storage = .removed
            result.reason = .cacheOffline(.notStored, said, of: result.reason)
            works = [.remove]
        case .http:
            result.storage = .removed
            let seconds = order.terms(attempt.url).sonicOff
            result.reason = .cacheOffline(.sonicOff(seconds: seconds), said, of: result.reason)
            let until = now.adding(seconds: seconds)
            works = [.remove, .setSonicOff(url: attempt.url, until: until)]
        }
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
    private mutating func forbidden(_ attempt: Attempt, _ answer: Answer) -> WritingBan? {
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
    private func siteBan(_ url: WebURL) -> WritingBan? {
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
}
