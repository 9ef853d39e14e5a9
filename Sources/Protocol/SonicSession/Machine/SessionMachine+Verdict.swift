import SonicProtocol

extension SessionMachine {
    mutating func evaluated(
        _ attempt: Attempt, _ answer: Answer, _ evaluation: Evaluation, _ now: Instant
    ) -> [Effect] {
        for check in HashCheck.checks(of: evaluation, answer.tags, attempt) { ledger.learn(.hashed(check)) }
        switch (evaluation, attempt.stored) {
        case (.merged(let merged, let slots, let update), let stored?):
            return merge(stored, attempt, answer, merged, slots: slots, update, now)
        case (.merged, nil), (.rejected(.undeclared), nil):
            return updateForNothing(attempt, answer, .dataForNothing)
        case (.rejected(let rejection), _): return rejected(attempt, answer, rejection, now)
        case (.page(let page), _):
            guard case .page(let kind) = answer.kind else { return [] }
            // The Java server sends Sonic headers to every client: if Sonic was not requested, the page is plain.
            return kind == .sonic && attempt.asked.sonic
                ? sonicPage(attempt, answer, page, now) : plainPage(attempt, answer, page, kind, now)
        }
    }

    /// Handles the confirmation that the stored page is up to date.
    mutating func confirmed(
        _ stored: StoredPage, _ attempt: Attempt, _ answer: Answer, _ reason: Reason,
        by comparer: SessionResult.Comparer = .server, _ now: Instant
    ) -> [Effect] {
        // An edited page cannot be confirmed: what the server considers current is its own page.
        if stored.version.isEdited, !ledger.isEdited(attempt) {
            guard attempt.isRetry else { return askAgain(attempt, .withoutTags(.edited)) }
            return end(
                attempt, .failed(.badAnswer), reason: .badResponse(.unaskedConfirmation, .nothing),
                head: answer.head)
        }
        ledger.learn(.pageKnown(stored.version.html))
        let result = ledger.result(
            attempt, .allCached, reason: reason, head: answer.head, by: comparer)
        let renewal = StoreWork.renew(
            number: stored.number,
            headers: stored.version.headers.renewed(by: answer.head.headers, received: now),
            checked: now)
        return write(attempt, answer, keeping: renewal, result, now)
    }

    private mutating func merge(
        _ stored: StoredPage, _ attempt: Attempt, _ answer: Answer, _ merged: MergedPage, slots: Int,
        _ update: DataUpdate, _ now: Instant
    ) -> [Effect] {
        ledger.add(SessionFinding.update(update, answer.tags, merged, asked: attempt.asked))
        if answer.kind != .update {
            ledger.add([.updateUndeclared(change: answer.change)])
            ledger.judge(.undeclaredUpdate, .undeclaredUpdate(change: answer.change), fits: true)
        }
        ledger.judge(.dataMerge, .filled(slots), fits: true)
        ledger.judge(.sameData, .changed(merged.changes.count, of: slots), fits: merged.changes.isEmpty)
        if attempt.bringsEdits(into: merged), !ledger.isEdited(attempt), !attempt.isRetry {
            return askAgain(attempt, .withoutTags(.edited))
        }
        if merged.changes.isEmpty {
            let reason = Reason.sameData(answer.announcement, Reason.proof(merged, update))
            return confirmed(stored, attempt, answer, reason, now)
        }
        let version = PageVersion(
            url: attempt.url, html: merged.html, sha1: merged.sha1, etag: answer.tags.etag ?? merged.sha1,
            templateTag: answer.tags.templateTag ?? update.templateTag ?? stored.version.templateTag,
            headers: answer.head.headers.describingPage(of: stored.version.headers), stored: now,
            isEdited: ledger.isEdited(attempt) || attempt.bringsEdits(into: merged),
            exception: order.terms(attempt.url).exception?.text)
        var result = ledger.result(
            attempt, .dataUpdate, reason: .dataUpdate(attempt, answer, merged, update, slots: slots),
            head: answer.head, by: .server)
        result.changedBlocks = merged.changes.map(\.name)
        result.showsEdits = version.isEdited
        ledger.learn(.pageKnown(merged.html))
        let shown = ShownPage(version, merged.split)
        return show(attempt, answer, .blocksUpdated(shown, changes: merged.changes, of: stored.version.html))
            + write(attempt, answer, keeping: .commit(version), result, now)
    }

    private mutating func rejected(
        _ attempt: Attempt, _ answer: Answer, _ rejection: Rejection, _ now: Instant
    ) -> [Effect] {
        ledger.add([.updateRejected(rejection, change: answer.change)])
        let isSame = ResponseClassifier.hasSameETag(answer.tags, asked: attempt.asked)
        ledger.judge(.dataMerge, .rejected(rejection), fits: false)
        ledger.judge(
            .sameEtag, .etags(received: answer.tags.etag, sent: attempt.asked.etag), fits: isSame)
        if isSame, let stored = attempt.stored, asksAbout(stored, attempt) {
            let reason = Reason.sameETag(answer.tags.etag, status: answer.head.status)
            return confirmed(stored, attempt, answer, reason, now)
        }
        if attempt.isRetry {
            return end(
                attempt, .failed(.badAnswer),
                reason: .rejectedTwice(rejection, change: answer.change, attempt.shown),
                head: answer.head, answerBody: answer.body)
        }
        return askAgain(attempt, .withoutTags(rejection))
    }

    private mutating func sonicPage(
        _ attempt: Attempt, _ answer: Answer, _ page: WholePage, _ now: Instant
    ) -> [Effect] {
        // If only one of the two versions was edited, comparing them says nothing about the server.
        let isComparable = attempt.stored?.version.isEdited == ledger.isEdited(attempt)
        ledger.add(
            SessionFinding.sonicPage(
                page, answer.tags, stored: isComparable ? attempt.stored?.version : nil, asked: attempt.asked)
        )
        judgeStored(attempt.stored, page)
        if let stored = attempt.stored, stored.version.sha1 == page.sha1, !stored.version.isEdited {
            return confirmed(
                stored, attempt, answer, .sameBytes(sha1: page.sha1, attempt.purpose), by: .client, now)
        }
        let version = PageVersion(
            url: attempt.url, html: page.html, sha1: page.sha1, etag: answer.tags.etag ?? page.sha1,
            templateTag: answer.tags.templateTag ?? page.templateSHA1, headers: answer.head.headers,
            stored: now,
            updateFailures: updateFailures(attempt, templateTag: answer.tags.templateTag),
            isEdited: ledger.isEdited(attempt), exception: order.terms(attempt.url).exception?.text)
        let outcome: Outcome = attempt.stored == nil ? .firstLoad : .templateChange
        var result = ledger.result(
            attempt, outcome, reason: .fullPage(attempt, answer, page), head: answer.head,
            by: attempt.stored == nil ? .nobody : .server)
        result.changedBlocks = page.changes?.map(\.name) ?? []
        ledger.learn(.pageKnown(page.html))
        return show(attempt, answer, .pageReplaced(ShownPage(version, page.split)))
            + write(attempt, answer, keeping: .commit(version), result, now)
    }

    /// Returns how many updates in a row have failed under the template of the full page just received.
    private func updateFailures(_ attempt: Attempt, templateTag: String?) -> Int {
        guard let stored = attempt.stored?.version, stored.templateTag == templateTag else { return 0 }
        // An edited exchange says nothing about the server.
        guard case .withoutTags(.merge(.wrongHash)) = attempt.purpose, ledger.edits.isEmpty else {
            return stored.updateFailures
        }
        return stored.updateFailures + 1
    }

    private mutating func plainPage(
        _ attempt: Attempt, _ answer: Answer, _ page: WholePage, _ kind: AnswerKind.PageKind, _ now: Instant
    ) -> [Effect] {
        let why = whyPlain(attempt, kind)
        ledger.learn(.pageKnown(page.html))
        ledger.judge(.plain, .plain(why, isSonicRequested: attempt.asked.sonic), fits: true)
        // If only one of the two was edited, this says nothing about the server.
        if why == .notSonic, attempt.asked.sonic, let stored = attempt.base, stored.version.isSonic,
            stored.version.isEdited == ledger.isEdited(attempt)
        {
            ledger.add([.sonicLost(version: stored.number)])
        }
        let version = PageVersion(
            url: attempt.url, html: page.html, sha1: page.sha1,
            etag: answer.head.headers.sendable("etag")?.text,
            templateTag: nil, headers: answer.head.headers, stored: now, isEdited: ledger.isEdited(attempt),
            exception: order.terms(attempt.url).exception?.text)
        if why == .notSonic, order.terms(attempt.url).localServer == .on {
            ledger.judge(.compareHere, .comparedHere, fits: true)
            judgeStored(attempt.base, page)
            return comparedHere(attempt, answer, page, version, now)
        }
        var result = ledger.result(
            attempt, .plain(why), reason: .plain(why, attempt, answer, page), head: answer.head)
        let isSame = attempt.stored?.version.sha1 == page.sha1
        let shown: [Effect] =
            isSame && attempt.stored != nil ? [] : [.notify(.pageReplaced(ShownPage(version, page.split)))]
        switch why {
        case .notHTML where !isKept(answer, of: attempt), .disabled, .posted, .unavailable:
            result.retainedResponse?.page = page.html
            result.storage = .notAllowed(ban(attempt))
            state = .ended
            return shown + [.end(result)]
        case .notSonic, .notHTML:
            if isSame, let stored = attempt.stored, !stored.version.isSonic, !stored.version.isEdited {
                let renewal = StoreWork.renew(number: stored.number, headers: version.headers, checked: now)
                return shown + write(attempt, answer, keeping: renewal, result, now)
            }
            return shown + write(attempt, answer, keeping: .commit(version), result, now)
        }
    }

    /// Whether a response that is not HTML is stored, so that it also opens at once. Only responses that are shown,
    /// such as text and images, are stored, and only if no HTML page is stored: a temporary replacement must not cost
    /// the page.
    private func isKept(_ answer: Answer, of attempt: Attempt) -> Bool {
        switch attempt.purpose {
        case .sonicOff, .posted, .withoutSonic: false
        case .ordinary, .withoutTags: !answer.isFile && !attempt.hasStoredHTML
        }
    }

    /// Records how a full page compares with the stored one.
    private mutating func judgeStored(_ stored: StoredPage?, _ page: WholePage) {
        ledger.judge(.nothingStored, .stored(version: stored?.number), fits: stored == nil)
        guard let stored else { return }
        let isSame = stored.version.sha1 == page.sha1
        ledger.judge(.sameBytes, .sha1(page.sha1, stored: stored.version.sha1), fits: isSame)
        guard !isSame else { return }
        ledger.judge(.sameTemplate, .blocks(page.changes?.map(\.name)), fits: page.changes != nil)
    }

    /// Returns why a page without Sonic is not stored.
    private func ban(_ attempt: Attempt) -> StorageBan {
        switch attempt.purpose {
        case .posted(let body): .posted(method: body.method)
        case .sonicOff: .sonicOff
        case .withoutSonic: .unavailable
        case .ordinary, .withoutTags: attempt.hasStoredHTML ? .htmlStays : .file
        }
    }

    private func whyPlain(_ attempt: Attempt, _ kind: AnswerKind.PageKind) -> Outcome.WhyPlain {
        if kind == .notHTML { return .notHTML }
        switch attempt.purpose {
        case .sonicOff: return .disabled
        case .posted: return .posted
        case .withoutSonic: return .unavailable
        case .ordinary, .withoutTags: return .notSonic
        }
    }

    /// Shows a new page, or keeps the stored page on the screen if `cache-offline: store` requires it.
    private func show(_ attempt: Attempt, _ answer: Answer, _ event: SessionEvent) -> [Effect] {
        [.notify(staysOnScreen(attempt, answer) ? .newerCopyStored : event)]
    }

    func staysOnScreen(_ attempt: Attempt, _ answer: Answer) -> Bool {
        answer.tags.offline == .store && attempt.stored != nil && order.mode == .open
    }

    // The server's part of Sonic, performed here for a page whose server does not
    // (docs/reference/protocol.md#local-server).

    /// Determines the outcome of an HTML page without Sonic headers as VasSonic would name it, from hashes computed
    /// here.
    mutating func comparedHere(
        _ attempt: Attempt, _ answer: Answer, _ page: WholePage, _ version: PageVersion, _ now: Instant
    ) -> [Effect] {
        let shown = ShownPage(version, page.split)
        guard let base = attempt.base else {
            let result = ledger.result(
                attempt, .firstLoad, reason: .firstHere(attempt, page), head: answer.head)
            return [.notify(.pageReplaced(shown))]
                + write(attempt, answer, keeping: .commit(version), result, now)
        }
        let (outcome, event) = Self.verdict(page, shown, base, isOnScreen: attempt.stored != nil)
        var result = ledger.result(
            attempt, outcome, reason: .comparedHere(attempt, base, page), head: answer.head,
            by: .client)
        if outcome == .dataUpdate { result.changedBlocks = page.changes?.map(\.name) ?? [] }
        var work = StoreWork.commit(version)
        // A page that was Sonic is stored as a new version: its tags must not be sent any more.
        if outcome == .allCached, let stored = attempt.stored, !stored.version.isSonic,
            !stored.version.isEdited
        {
            work = .renew(number: stored.number, headers: version.headers, checked: now)
        }
        return [event].compactMap { $0 } + write(attempt, answer, keeping: work, result, now)
    }

    /// Returns the outcome for a page, and the event for the screen; nil if the screen already shows the page.
    private static func verdict(
        _ page: WholePage, _ shown: ShownPage, _ base: StoredPage, isOnScreen: Bool
    ) -> (Outcome, Effect?) {
        if page.sha1 == base.version.sha1 {
            return (.allCached, isOnScreen ? nil : .notify(.pageReplaced(shown)))
        }
        guard let changes = page.changes else { return (.templateChange, .notify(.pageReplaced(shown))) }
        // Blocks are patched in the page that they were compared with, so it must be the one on the screen.
        let update = SessionEvent.blocksUpdated(shown, changes: changes, of: base.version.html)
        return (.dataUpdate, .notify(isOnScreen ? update : .pageReplaced(shown)))
    }
}

extension Headers {
    /// Returns the headers for a page that results from an update: those of the response, except for the page's media
    /// type, because updates are sent with any type (docs/reference/protocol.md#update).
    fileprivate func describingPage(of stored: Headers) -> Headers {
        var headers = self
        for name in ["content-length", "content-encoding", "transfer-encoding"] { headers.remove(name) }
        if let type = stored.first("content-type") { headers.replace("Content-Type", type) }
        return headers
    }
}
