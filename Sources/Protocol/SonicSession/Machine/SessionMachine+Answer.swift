import SonicProtocol

extension SessionMachine {
    mutating func headReceived(_ attempt: Attempt, _ head: ResponseHead) -> [Effect] {
        ledger.added = order.added(to: head.headers, from: attempt.url)
        let headers = head.headers.adding(ledger.added)
        let tags = ResponseTags(headers)
        // Added headers are not the server's.
        ledger.add((ledger.added.isEmpty ? tags : ResponseTags(head.headers)).findings.map { .noted($0) })
        let completed = ResponseHead(
            version: head.version, status: head.status, reason: head.reason, headers: headers, raw: [])
        let found = ResponseClassifier.classification(of: completed, tags: tags, asked: attempt.asked)
        let reports: [Effect] = [
            .notify(.headReceived(head)), .notify(.learnt(.classified(found, added: ledger.added))),
        ]
        if order.files == .handedOver, case .page = found.kind, let cause = FileAnswer.cause(headers) {
            return reports + [.handOver(attempt: attempt.number, head)]
                + end(
                    attempt, .failed(.handedOver), reason: .handedOver(cause, attempt.shown), head: head)
        }
        state = .receiving(attempt, Answer(head: head, headers: headers, tags: tags, kind: found.kind))
        return reports
    }

    mutating func bodyReceived(_ number: Int, _ bytes: [UInt8], _ now: Instant) -> [Effect] {
        guard case .receiving(let attempt, var answer) = state, attempt.number == number else { return [] }
        // The state releases the body while it grows, so that appending copies nothing.
        state = .asking(attempt)
        let room = answer.bound(order.limits) - answer.body.count
        if bytes.count <= room {
            answer.body += bytes
        } else {
            answer.body += bytes.prefix(max(room, 0))
        }
        let isStreamed = isStreamed(attempt, answer)
        state = .receiving(attempt, answer)
        guard bytes.count <= room else { return overflowed(attempt, answer, now) }
        return isStreamed ? [.notify(.pieceReceived(bytes))] : []
    }

    /// Whether a page is shown as it arrives, because it has no stored copy. If a copy or the page of a cached
    /// redirect is on the screen, it stays until the new page is complete, also if that may not be stored and is
    /// requested again.
    private func isStreamed(_ attempt: Attempt, _ answer: Answer) -> Bool {
        guard case .page(let kind) = answer.kind else { return false }
        if kind == .notHTML, answer.isFile { return false }
        // It may be the data of an update.
        if kind == .sonic, Question.beginsAsObject(answer.body) { return false }
        switch order.mode {
        case .forceReload: return false
        // A page that is not HTML is on the screen whether or not a copy may be stored, and its changes are to be
        // marked.
        case .reload: return attempt.base == nil && kind != .notHTML
        case .open, .back, .forceCache, .cacheOnly, .onlyIfCached:
            return attempt.stored == nil && attempt.cachedRedirects.isEmpty
        }
    }

    private mutating func overflowed(_ attempt: Attempt, _ answer: Answer, _ now: Instant) -> [Effect] {
        let stop: [Effect] = [.stopTransfer(attempt: attempt.number)]
        ledger.count(brokenOff: answer)
        switch answer.kind {
        case .update, .page:
            let limit = order.limits.bodyBytes
            return stop
                + end(
                    attempt, .failed(.tooLarge(limit: limit)), reason: .tooLarge(limit: limit, attempt.shown),
                    head: answer.head)
        case .notModified, .redirect, .unavailable, .error, .invalid:
            // What is missing is not needed.
            return stop + concluded(attempt, answer, now)
        }
    }

    mutating func transferFinished(_ number: Int, _ report: TransferReport, _ now: Instant) -> [Effect] {
        guard transferring == number else { return [] }
        ledger.add(report)
        ledger.learn(.transferred(report, at: now))
        if case .receiving(let attempt, let answer) = state { return concluded(attempt, answer, now) }
        guard case .asking(let attempt) = state else { return [] }
        return failed(attempt, .malformed(detail: "the transfer ended without a response"), head: nil, now)
    }

    mutating func transferFailed(_ number: Int, _ failure: ConnectionFailure, _ now: Instant) -> [Effect] {
        guard transferring == number else { return [] }
        ledger.learn(.transferred(nil, at: now))
        ledger.learn(.lost(failure))
        if case .asking(let attempt) = state { return failed(attempt, failure, head: nil, now) }
        guard case .receiving(let attempt, let answer) = state else { return [] }
        ledger.count(brokenOff: answer)
        ledger.learn(.bodyReceived(answer.body))
        switch answer.kind {
        case .page, .update: return failed(attempt, failure, head: answer.head, now)
        case .notModified, .redirect, .unavailable, .error, .invalid:
            // The headers are complete and sufficient.
            ledger.add([.connectionLost(status: answer.head.status, failure)])
            return concluded(attempt, answer, now)
        }
    }

    private mutating func failed(
        _ attempt: Attempt, _ failure: ConnectionFailure, head: ResponseHead?, _ now: Instant
    ) -> [Effect] {
        if failure == .cancelled {
            return end(attempt, .failed(.stopped), reason: .stopped(attempt), head: head)
        }
        if head == nil, let pause = retry(attempt, after: failure) { return pause }
        guard let stored = attempt.stored else {
            if !attempt.cachedRedirects.isEmpty { return follow(attempt, without: failure) }
            return end(
                attempt, .failed(.connection(failure)),
                reason: .failed(failure, attempt.url, post: attempt.post), head: head)
        }
        return end(
            attempt, .offline(.connection(failure)),
            reason: .offline(failure, attempt.url, .init(stored, attempt, now), nil), head: head)
    }

    /// Handles a response that is complete as far as it matters.
    private mutating func concluded(_ attempt: Attempt, _ answer: Answer, _ now: Instant) -> [Effect] {
        keep(attempt, answer)
        ledger.learn(.bodyReceived(answer.body))
        switch answer.kind {
        case .notModified:
            guard let stored = attempt.stored, asksAbout(stored, attempt) else {
                return otherConfirmed(attempt, answer)
            }
            return confirmed(stored, attempt, answer, .notModified(etag: attempt.asked.etag), now)
        case .update:
            guard let stored = attempt.stored else {
                guard let beginning = Bytes.beginningOfPage(answer.body) else {
                    return updateForNothing(
                        attempt, answer,
                        .unaskedUpdate(
                            change: answer.change, isTagSent: attempt.asked.templateTag != nil))
                }
                return useless(
                    attempt, answer, .announcedPage(change: answer.change, beginning: beginning),
                    after: .announcedPage)
            }
            state = .evaluating(attempt, answer)
            return [
                .enter(.verifying),
                .evaluate(
                    attempt: attempt.number,
                    .update(
                        body: answer.body, stored: stored.version, etag: answer.tags.etag,
                        templateTag: answer.tags.templateTag)),
            ]
        case .page(let kind):
            state = .evaluating(attempt, answer)
            let stored = kind == .plain ? attempt.base : attempt.stored
            return [
                .enter(.verifying),
                .evaluate(
                    attempt: attempt.number,
                    // Servers that omit template-change, or send a wrong one, may still send updates.
                    kind == .sonic && attempt.method == .get && Question.beginsAsObject(answer.body)
                        ? .undeclared(body: answer.body, stored: stored?.version, etag: answer.tags.etag)
                        : .page(body: answer.body, stored: stored?.version)),
            ]
        case .redirect(let location): return redirected(attempt, answer, to: location)
        case .unavailable:
            var next = attempt
            next.purpose = .withoutSonic(after: .unavailable)
            if let again = retry(next, after: answer, now) { return again }
            // A server that sends Retry-After is not requested earlier, not even without Sonic.
            let isToBeLeft = answer.headers.retryAfter(now: now).map { $0 > 0 } ?? false
            return isToBeLeft
                ? failed(attempt, answer, answer.head.status) : askAgain(attempt, next.purpose)
        case .error(let status): return retry(attempt, after: answer, now) ?? failed(attempt, answer, status)
        case .invalid(let what):
            return end(
                attempt, .failed(.badAnswer), reason: .badResponse(.invalid(what), attempt.shown),
                head: answer.head, answerBody: answer.body)
        }
    }

    /// Keeps a complete response if the order requires it and it is the first of a page.
    private mutating func keep(_ attempt: Attempt, _ answer: Answer) {
        guard order.retention == .first, ledger.retained == nil, attempt.method == .get else { return }
        switch answer.kind {
        case .redirect: return
        case .notModified, .update, .page, .unavailable, .error, .invalid:
            ledger.retained = RetainedResponse(attempt, answer)
        }
    }

    /// Ends the session with an error response.
    private mutating func failed(_ attempt: Attempt, _ answer: Answer, _ status: Int) -> [Effect] {
        end(
            attempt, .failed(.status(status)),
            reason: .errorStatus(answer.head, attempt, identified: ledger.identified),
            head: answer.head, answerBody: answer.body)
    }

    /// Handles a 304 to a condition that a person wrote and that is not the stored page's.
    private mutating func otherConfirmed(_ attempt: Attempt, _ answer: Answer) -> [Effect] {
        let sent = exact(attempt)?.headers.first("if-modified-since")
        return end(
            attempt, .failed(.badAnswer),
            reason: .badResponse(.otherConfirmed(.init(attempt, since: sent)), attempt.shown),
            head: answer.head, answerBody: answer.body)
    }

    /// Handles an update although nothing was stored, or no tags were sent.
    mutating func updateForNothing(_ attempt: Attempt, _ answer: Answer, _ what: BadResponse) -> [Effect] {
        useless(attempt, answer, what, after: .unaskedUpdate)
    }

    /// Requests again without Sonic, once, after an unusable response.
    private mutating func useless(
        _ attempt: Attempt, _ answer: Answer, _ what: BadResponse, after kind: UselessResponse
    ) -> [Effect] {
        ledger.add([.badResponse(what)])
        // A POST may have been processed: it is never sent twice unless the user requests it.
        if attempt.isRetry || attempt.method != .get {
            return end(
                attempt, .failed(.badAnswer), reason: .badResponse(what, attempt.shown),
                head: answer.head, answerBody: answer.body)
        }
        return askAgain(attempt, .withoutSonic(after: kind))
    }

    private mutating func redirected(_ attempt: Attempt, _ answer: Answer, to location: String) -> [Effect] {
        let target: WebURL
        switch RedirectRule.target(of: location, from: attempt.url, domainToASCII: order.domainToASCII) {
        case .success(let url): target = url
        case .failure(let problem):
            return end(
                attempt, .failed(.badRedirect(problem)),
                reason: .badRedirect(
                    problem, status: answer.head.status,
                    location: RedirectRule.withoutPassword(location, from: attempt.url)),
                head: answer.head)
        }
        guard ledger.redirects.count < order.limits.redirects else {
            return end(
                attempt, .failed(.tooManyRedirects(ledger.redirects.count)),
                reason: .tooManyRedirects(ledger.redirects.count, last: ledger.redirects.last),
                head: answer.head)
        }
        let method = RedirectRule.method(of: attempt.method, status: answer.head.status, attempt.url, target)
        if method != .get, attempt.url.scheme == "https", target.scheme == "http" {
            return end(
                attempt, .failed(.badRedirect(.unencryptedPost)),
                reason: .badRedirect(
                    .unencryptedPost, status: answer.head.status, location: target.href),
                head: answer.head)
        }
        ledger.redirects.append(.init(from: attempt.url, to: target, status: answer.head.status))
        if !mayRemember(attempt, answer, target) { ledger.storedRedirects?.mayBeWritten = false }
        return [.notify(.redirected(from: attempt.url, to: target, status: answer.head.status))]
            + open(target, method)
    }

    /// Sets the conditions of the attempt from the headers of its request: those given with it, or by the program
    /// around the engine, may differ from what the session decided, and the response answers what was sent.
    /// - Returns: Why the request is as it is.
    mutating func asking(with headers: Headers, _ notes: [RequestNote]) -> [RequestNote] {
        guard case .asking(var attempt) = state else { return notes }
        attempt.sent = headers
        state = .asking(attempt)
        let sent = RequestConditions(headers)
        let others = Self.departures(from: attempt.asked, in: sent, headers)
        guard !others.isEmpty else { return notes }
        let decided = Self.asked(attempt).notes
        attempt.asked = sent
        state = .asking(attempt)
        return [.departures(others)] + notes.filter { !decided.contains($0) }
    }

    /// Does the same for a request that was edited while intercepted: only the bytes sent show the changes.
    mutating func askedByHand(_ head: [UInt8]) {
        guard case .asking(var attempt) = state, ledger.isEdited(attempt) else { return }
        attempt.sent = Headers(behindFirstLineOf: head)
        attempt.asked = RequestConditions(attempt.sent)
        state = .asking(attempt)
    }

    /// Returns the fields in which a request differs from what was decided.
    private static func departures(
        from decided: RequestConditions, in sent: RequestConditions, _ headers: Headers
    ) -> [RequestNote.Departure] {
        let isOther = [
            ("accept-diff", decided.sonic != sent.sonic),
            ("template-tag", decided.templateTag != sent.templateTag),
            ("If-None-Match", decided.etag != sent.etag), ("If-Modified-Since", decided.date != sent.date),
        ]
        return isOther.filter(\.1).map { name, _ in
            let value = headers.first(name)
            return RequestNote.Departure(name: name, value: value?.isEmpty == false ? value : nil)
        }
    }

    /// Records an edit in the transfer of an attempt.
    mutating func edited(_ number: Int, _ edit: HandEdit) -> [Effect] {
        guard transferring == number else { return [] }
        ledger.edits.append((number, edit))
        return [.notify(.learnt(.edited(edit)))]
    }
}

extension BadResponse.OtherCondition {
    fileprivate init(_ attempt: Attempt, since date: String?) {
        let etag = attempt.asked.etag
        let version = attempt.stored?.version
        self.init(
            etag: etag, date: etag == nil ? date : nil,
            stored: version.map { .value(etag == nil ? $0.headers.first("last-modified") : $0.etag) }
                ?? .nothing)
    }
}
