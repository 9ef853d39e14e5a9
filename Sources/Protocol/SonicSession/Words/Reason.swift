import SonicProtocol

/// The sentences that say why a session ended as it did. Each names the headers and hashes it rests on.
enum Reason {
    static func fresh(_ mode: SessionMode, _ stored: StoredPage, _ now: Instant) -> String {
        let why =
            mode == .cacheOnly ? "only the cache was asked" : "going back or forward shows the stored page"
        return "\(why): version \(stored.number), checked \(age(stored.checked, now)) ago"
    }

    /// Where the address asked for led before, where it was not asked now; empty where it was.
    static func cachedRedirects(_ redirects: [SessionResult.Redirect]) -> String {
        guard let hop = redirects.last(where: \.isCached),
            let from = redirects.first(where: \.isCached)?.from
        else { return "" }
        return "; \(from.withoutFragment.href) led to \(hop.to.withoutFragment.href) when it was last asked"
    }

    static let notStored =
        "only the cache was asked, and it does not hold this page; open it again when its server may be asked"

    static func stopped(_ attempt: Attempt) -> String {
        if case .posted(let body) = attempt.purpose {
            return "stopped before an answer was complete; "
                + "the server may have taken the \(body.words) in"
        }
        return attempt.stored == nil
            ? "stopped before an answer was complete" + stays(attempt) : "stopped; the stored page stays"
    }

    static func notModified(_ attempt: Attempt, _ answer: Answer) -> String {
        let asked = attempt.asked.etag.map { "If-None-Match \(short($0))" } ?? "If-Modified-Since"
        return "status 304 to \(asked): the stored page is the server's current one"
    }

    /// A 304 that speaks of another page than the stored one.
    static func otherConfirmed(_ attempt: Attempt, since date: String?) -> String {
        let (asked, field, known): (String, String, String?) =
            if let etag = attempt.asked.etag {
                ("If-None-Match \(short(etag))", "ETag", attempt.stored?.version.etag.map { short($0) })
            } else {
                (
                    "If-Modified-Since \(date ?? "")", "Last-Modified",
                    attempt.stored?.version.headers.first("last-modified")
                )
            }
        let stored =
            attempt.stored == nil
            ? "nothing is stored"
            : known.map { "the stored page's \(field) is \($0)" } ?? "the stored page has no \(field)"
        return "status 304 to \(asked), but \(stored)"
    }

    static func sameETag(_ answer: Answer) -> String {
        "status \(answer.head.status), but etag \(short(answer.tags.etag)) is the one asked with: "
            + "the stored page is current"
    }

    static func sameData(_ answer: Answer, _ merged: MergedPage, _ update: DataUpdate) -> String {
        "\(announced(answer)), and every block is as stored; " + proof(merged, update)
    }

    static func sameBytes(_ answer: Answer, _ page: WholePage, _ attempt: Attempt) -> String {
        "the page came whole\(again(attempt)), byte for byte the stored one: sha1 \(short(page.sha1)) is equal"
    }

    static func dataUpdate(
        _ attempt: Attempt, _ answer: Answer, _ merged: MergedPage, _ update: DataUpdate, slots: Int
    ) -> String {
        let differs = merged.changes.count == 1 ? "differs" : "differ"
        return
            "\(etag(attempt, answer, merged)), \(templateTag(attempt, answer, update)), \(announced(answer)); "
            + "\(merged.changes.count) of \(slots) blocks \(differs); " + proof(merged, update)
    }

    /// What made an answer an update.
    private static func announced(_ answer: Answer) -> String {
        switch answer.kind {
        case .update: change(answer.headers)
        case .notModified, .page, .redirect, .unavailable, .error, .senseless:
            change(answer.headers) + ", but the body is the data of an update"
        }
    }

    /// What the head says of the template.
    static func change(_ headers: Headers) -> String {
        headers.first("template-change").map { "template-change: \($0)" } ?? "template-change is missing"
    }

    /// What is wrong with an update where nothing is stored that it could change.
    static func unasked(_ attempt: Attempt, _ answer: Answer) -> String {
        "\(change(answer.headers)) announces an update, but "
            + (attempt.asked.templateTag == nil
                ? "no template-tag was sent" : "nothing is stored that it could change")
    }

    /// Why a request has no tags where no stored page takes part.
    static func untagged(_ attempt: Attempt) -> String {
        if !attempt.cachedRedirects.isEmpty { return "the address led elsewhere before" }
        return switch attempt.absence {
        case .nothingStored: "nothing is stored"
        case .damaged: "the stored copy is damaged"
        case .leftAside: "the page is asked for as if it had never been seen"
        case .ledElsewhere: "the address led elsewhere before"
        }
    }

    static func wholePage(_ attempt: Attempt, _ answer: Answer, _ page: WholePage) -> String {
        let change = answer.head.headers.first("template-change").map { "template-change: \($0)" }
        let tags = answer.tags.etag.map { "etag \(short($0))" } ?? "no etag"
        guard let stored = attempt.stored?.version else {
            let parts = [change, tags].compactMap { $0 }.joined(separator: ", ")
            return
                "\(attempt.absence.words); the page came whole\(again(attempt)): \(parts), sha1 \(short(page.sha1))"
        }
        return
            "\(change ?? "template-change is missing"), \(templateTag(stored, answer)); the page came whole\(again(attempt)), "
            + "sha1 \(short(page.sha1))"
    }

    static func plain(
        _ why: Outcome.WhyPlain, _ attempt: Attempt, _ answer: Answer, _ page: WholePage
    ) -> String {
        let same = attempt.stored?.version.sha1 == page.sha1 ? "; byte for byte the stored copy" : ""
        switch why {
        case .notSonic:
            return "\(notSpoken(attempt)), and comparing here is off for this site\(same)"
        case .disabled:
            if case .posted(let body) = attempt.purpose {
                return
                    "status \(answer.head.status) to \(body.article), which speaks no Sonic"
            }
            guard case .sonicOff(let until) = attempt.purpose else { return sonicTurnedOff }
            return
                "cache-offline: http turned Sonic off for this page until \(time(until)), so it was requested without "
                + "accept-diff; to end that, make sonic forget the page\(same)"
        case .unavailable:
            return "the page came\(again(attempt))"
        case .notHTML:
            let type = ResponseClassifier.mediaType(answer.headers) ?? "unknown"
            return "Content-Type is \(type), not HTML\(same)"
        }
    }

    /// What makes an answer no answer of Sonic's.
    static let noSonic = "the answer has no template-tag, template-change or cache-offline"
    static let sonicNotAsked = "accept-diff: true was not sent"

    /// Why Sonic was not spoken: it was not asked for, or the server did not answer in it.
    static func notSpoken(_ attempt: Attempt) -> String { attempt.asked.sonic ? noSonic : sonicNotAsked }

    /// What `cache-offline` adds to the reason of an answer it keeps from the screen or the cache.
    static func screenStays(_ answer: Answer) -> String {
        "; \(offline(answer.headers)): the new copy is stored, the screen stays"
    }
    static func notStored(_ answer: Answer) -> String { "; \(offline(answer.headers)): no copy is kept" }
    /// - Parameter seconds: For how long.
    static func sonicOff(_ answer: Answer, for seconds: Int64) -> String {
        let time = seconds == 6 * 3600 ? "six hours" : "\(seconds) s"
        return
            "; \(offline(answer.headers)): no copy is kept, and no Sonic is spoken for \(time), or until sonic forgets "
            + "the page"
    }

    /// What the head says of storing; several values where the header stands several times.
    static func offline(_ headers: Headers) -> String {
        let said = headers.all("cache-offline")
        return said.isEmpty
            ? "cache-offline is missing" : "cache-offline: \(said.joined(separator: ", "))"
    }

    static let postNotStored =
        "only the cache was asked, and answers to POST are never stored; send it again when its server may be asked"

    static func notStored(_ why: Outcome.WhyPlain, _ attempt: Attempt) -> String {
        if case .post(let body) = attempt.method { return "answers to \(body.method) stay in memory" }
        return switch why {
        case .notSonic: "the page is kept"
        case .disabled: sonicTurnedOff
        case .unavailable: sonicUnavailable
        case .notHTML: notStored(attempt)
        }
    }

    private static let sonicTurnedOff = "cache-offline: http asked that nothing be stored"
    private static let sonicUnavailable = "the server could not answer the Sonic request"

    /// Why an answer is not stored that is no HTML.
    private static func notStored(_ attempt: Attempt) -> String {
        switch attempt.purpose {
        case .sonicOff: sonicTurnedOff
        case .withoutSonic: sonicUnavailable
        case .ordinary, .withoutTags, .posted:
            attempt.hasStoredHTML
                ? "the stored page is HTML and stays" : "a file is not kept as a page"
        }
    }

    static func senseless(_ what: String, _ attempt: Attempt) -> String {
        what + stays(attempt)
    }

    /// What stays on the screen, as nothing that came was shown; empty for nothing.
    static func stays(_ attempt: Attempt) -> String {
        if let target = attempt.cachedRedirects.last?.to {
            return "; the page stored of \(target.withoutFragment.href), where it led before, stays"
        }
        return attempt.stored == nil ? "" : "; the stored page stays"
    }

    static func rejectedTwice(_ what: String, _ rejection: Rejection, _ attempt: Attempt) -> String {
        let sent =
            if case .body(.page) = rejection { "did the same again:" } else { "sent an update again, and" }
        return "asked without tags, the server \(sent) \(what)"
            + stays(attempt)
    }

    static func handedOver(_ cause: FileAnswer.Cause, _ attempt: Attempt) -> String {
        let kept = stays(attempt)
        return switch cause {
        case .attachment: "Content-Disposition makes the answer a file, not a page\(kept)"
        case .type(let type): "Content-Type is \(type), which is a file, not a page\(kept)"
        }
    }

    static func notStored(_ what: SessionResult.NotStored) -> String {
        switch what {
        case .page: "the page is not kept"
        case .renewal: "the stored page is not renewed"
        case .removal: "the stored page is not removed"
        }
    }

    static func badRedirect(_ status: Int, _ location: String, _ why: String) -> String {
        "status \(status) redirects to \(location), but \(why)"
    }

    static func tooManyRedirects(_ redirects: [SessionResult.Redirect]) -> String {
        let last = redirects.last.map { ", the last from \($0.from.href) to \($0.to.href)" } ?? ""
        return "the server redirected \(redirects.count) times\(last); its redirects probably form a loop"
    }

    static func tooLarge(_ attempt: Attempt, limit: Int) -> String {
        "the answer is larger than \(size(limit)) and was stopped" + stays(attempt)
    }

    static func size(_ bytes: Int) -> String {
        bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    static func lostAfterHead(_ head: ResponseHead, _ failure: ConnectionFailure) -> String {
        "the connection was lost after the complete \(head.status) headers (\(short(failure)))"
    }

    static func offline(
        _ failure: ConnectionFailure, _ url: WebURL, _ stored: StoredPage, _ now: Instant
    ) -> String {
        text(failure, url: url)
            + "; shown is stored version \(stored.number), checked \(age(stored.checked, now)) ago"
    }

    /// Why the request was made a second time, as a part of a sentence.
    static func again(_ attempt: Attempt) -> String {
        switch attempt.purpose {
        case .ordinary, .sonicOff: ""
        case .posted(let body): " to \(body.article)"
        case .withoutTags(.body(.page)):
            " when asked again without tags, because the page before was announced as an update"
        case .withoutTags(let rejection): " when asked again without tags, because \(text(rejection))"
        case .withoutSonic(let answer): " when asked again without Sonic after \(answer)"
        }
    }

    /// What proves the merge: the hash in the update, or the ETag that stands in for it.
    private static func proof(_ merged: MergedPage, _ update: DataUpdate) -> String {
        guard let claimed = merged.verifiedBy else { return "not proven by any hash" }
        let source = update.htmlSHA1 == nil ? "the etag" : "html-sha1"
        return "sha1 of the merged page is \(source) \(short(claimed))"
    }

    /// The first eight characters of a tag.
    static func short(_ tag: String?) -> String {
        guard let tag else { return "(none)" }
        return tag.utf8.count > 12 ? String(tag.prefix(8)) + "…" : tag
    }

    /// A span of time in its largest whole unit.
    static func age(_ moment: Instant, _ now: Instant) -> String {
        // Verdicts that scripts compare have had the plural for one day as well.
        now.words(since: moment, oneDay: "1 days")
    }
}
