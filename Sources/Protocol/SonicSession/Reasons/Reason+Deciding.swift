import SonicProtocol

// Reasons made from the state of a session at the time of its decision.
extension Reason {
    static func stopped(_ attempt: Attempt) -> Reason { .stopped(post: attempt.post, attempt.shown) }

    static func dataUpdate(
        _ attempt: Attempt, _ answer: Answer, _ merged: MergedPage, _ update: DataUpdate, slots: Int
    ) -> Reason {
        .dataUpdate(
            Update(
                etag: ETagChange(attempt, answer, merged),
                templateTag: SentTemplateTag(attempt, answer, update), announcement: answer.announcement,
                changed: merged.changes.count, slots: slots, proof: proof(merged, update)))
    }

    /// Returns what verifies the merge: the hash in the update, or the ETag used instead of it.
    static func proof(_ merged: MergedPage, _ update: DataUpdate) -> MergeProof {
        guard let claimed = merged.verifiedBy else { return .nothing }
        return update.htmlSHA1 == nil ? .etag(claimed) : .htmlSHA1(claimed)
    }

    static func fullPage(_ attempt: Attempt, _ answer: Answer, _ page: WholePage) -> Reason {
        let full = FullPage(
            change: answer.head.headers.first("template-change"), etag: answer.tags.etag, sha1: page.sha1,
            purpose: attempt.purpose)
        guard let stored = attempt.stored?.version else { return .firstLoad(full, attempt.absence) }
        return .templateChange(full, FullPageCause(attempt, stored, answer, page))
    }

    static func plain(
        _ why: Outcome.WhyPlain, _ attempt: Attempt, _ answer: Answer, _ page: WholePage
    ) -> Reason {
        let isStoredCopy = attempt.stored?.version.sha1 == page.sha1
        switch (why, attempt.purpose) {
        case (.notHTML, _):
            return .plain(
                .notHTML(ResponseClassifier.mediaType(answer.headers)), isStoredCopy: isStoredCopy)
        case (_, .posted(let body)):
            return .plain(.post(body, status: answer.head.status), isStoredCopy: false)
        case (_, .sonicOff(let until)): return .plain(.sonicOff(until: until), isStoredCopy: isStoredCopy)
        case (_, .withoutSonic): return .plain(.unavailable(attempt.purpose), isStoredCopy: false)
        case (_, .ordinary), (_, .withoutTags):
            return .plain(.notSonic(isRequested: attempt.asked.sonic), isStoredCopy: isStoredCopy)
        }
    }

    static func firstHere(_ attempt: Attempt, _ page: WholePage) -> Reason {
        .firstHere(attempt.absence, isSonicRequested: attempt.asked.sonic, sha1: page.sha1)
    }

    static func comparedHere(_ attempt: Attempt, _ base: StoredPage, _ page: WholePage) -> Reason {
        .comparedHere(
            Comparison(
                isSonicRequested: attempt.asked.sonic, lostVersion: base.version.isSonic ? base.number : nil,
                isWithMemory: attempt.stored == nil, oldSHA1: base.version.sha1, newSHA1: page.sha1,
                difference: Difference(base, page)))
    }

    /// - Parameter identified: The parties that the request sent credentials to.
    static func errorStatus(
        _ head: ResponseHead, _ attempt: Attempt, identified: Set<Ledger.Identified>
    ) -> Reason {
        let isProxy = head.status == 407
        let challenge =
            head.status == 401 || isProxy
            ? Challenge(
                isProxy: isProxy,
                values: head.headers.all(isProxy ? "Proxy-Authenticate" : "WWW-Authenticate"),
                isIdentified: identified.contains(isProxy ? .proxy : .server)) : nil
        return .errorStatus(
            ErrorStatus(
                status: head.status, phrase: head.reason, url: attempt.url, purpose: attempt.purpose,
                challenge: challenge, shown: attempt.shown))
    }

    /// The reason without what is no longer so: that a stored page is shown or stays, and that Sonic is off.
    var withoutCopy: Reason {
        switch self {
        case .offline(let failure, let url, _, _): .failed(failure, url, post: nil)
        case .stopped(let post, _): .stopped(post: post, .nothing)
        case .tooLarge(let limit, _): .tooLarge(limit: limit, .nothing)
        case .handedOver(let cause, _): .handedOver(cause, .nothing)
        case .badResponse(let response, _): .badResponse(response, .nothing)
        case .rejectedTwice(let rejection, let change, _): .rejectedTwice(rejection, change: change, .nothing)
        case .errorStatus(let response):
            .errorStatus(
                ErrorStatus(
                    status: response.status, phrase: response.phrase, url: response.url,
                    purpose: response.purpose, challenge: response.challenge, shown: .nothing))
        case .plain(.sonicOff, let isStoredCopy): .plain(.sonicOff(until: nil), isStoredCopy: isStoredCopy)
        case .cacheOffline(.sonicOff, let values, let reason):
            .cacheOffline(.notStored, values, of: reason.withoutCopy)
        case .cacheOffline(let effect, let values, let reason):
            .cacheOffline(effect, values, of: reason.withoutCopy)
        case .cacheOnly, .history, .fresh, .notCached, .postNotCached, .notModified, .sameETag, .sameData,
            .sameBytes, .dataUpdate, .firstLoad, .templateChange, .plain, .firstHere, .comparedHere, .failed,
            .badRedirect, .tooManyRedirects, .recorded:
            self
        }
    }
}

extension Reason.ShownVersion {
    init(_ stored: StoredPage, _ attempt: Attempt, _ now: Instant) {
        self.init(
            number: stored.number, checked: stored.checked, now: now, unselected: attempt.unselected)
    }
}

extension Reason.CachedRedirect {
    /// Creates the redirect; nil if the address itself was requested.
    init?(_ redirects: [SessionResult.Redirect]) {
        guard let hop = redirects.last(where: \.isCached),
            let from = redirects.first(where: \.isCached)?.from
        else { return nil }
        self.init(from: from.withoutFragment, to: hop.to.withoutFragment)
    }
}

extension Reason.ETagChange {
    init(_ attempt: Attempt, _ answer: Answer, _ merged: MergedPage) {
        let stored = attempt.stored?.version
        guard let etag = answer.tags.etag else {
            self = .missing(oldSHA1: stored?.sha1, newSHA1: merged.sha1)
            return
        }
        guard let sent = attempt.asked.etag else {
            self = .received(etag)
            return
        }
        if sent == etag {
            self = .same(etag)
        } else if sent != stored?.etag {
            self = .other(sent: sent, received: etag)
        } else {
            self = stored?.sentETag == nil ? .first(etag) : .changed(old: sent, new: etag)
        }
    }
}

extension Reason.SentTemplateTag {
    init(_ attempt: Attempt, _ answer: Answer, _ update: DataUpdate) {
        guard let sent = attempt.asked.templateTag else {
            self = .notSent
            return
        }
        guard let received = answer.tags.templateTag ?? update.templateTag else {
            self = .notReceived(sent: sent, isComputed: attempt.stored?.version.sentTemplateTag == nil)
            return
        }
        self = received == sent ? .same(sent) : .other(sent: sent, received: received)
    }
}

extension Reason.FullPageCause {
    init(_ attempt: Attempt, _ stored: PageVersion, _ answer: Answer, _ page: WholePage) {
        let isSameTemplate = page.storedTemplateSHA1 == page.templateSHA1
        let (old, new) = (stored.sentTemplateTag, answer.tags.templateTag)
        if case .withoutTags(let rejection) = attempt.purpose {
            self = .updateRejected(rejection, isSameTemplate: isSameTemplate)
        } else if old != new, new == nil || new != stored.templateTag {
            self = .otherTag(old: old, new: new)
        } else if attempt.asked.templateTag == nil {
            self = .tagNotSent(isSameTemplate: isSameTemplate)
        } else if let new {
            self = isSameTemplate ? .sameTemplate(tag: new) : .sameTag(new)
        } else {
            self = .noTag(isSameTemplate: isSameTemplate)
        }
    }
}

extension Reason.Difference {
    init(_ base: StoredPage, _ page: WholePage) {
        if page.sha1 == base.version.sha1 {
            self = .same
        } else if let changes = page.changes {
            self = .blocks(changes.count, of: page.split.slots.count, template: page.templateSHA1)
        } else {
            self = .template(
                oldSHA1: page.storedTemplateSHA1, newSHA1: page.templateSHA1,
                hasBlocks: !page.split.blocks.isEmpty)
        }
    }
}
