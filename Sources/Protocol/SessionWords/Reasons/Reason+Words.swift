import SonicProtocol
import SonicSession

// Why a session has its outcome, in a sentence: the verdict, then the headers and hashes it is based on.
extension Reason {
    /// The reason in words, without a capital and a full stop.
    public var words: String {
        switch self {
        case .cacheOnly(let version, let redirect):
            "offline: stored page, nothing requested: \(version.words)"
                + (redirect?.words ?? "")
        case .history(let version, let redirect):
            "going back or forward shows the stored page: \(version.words)" + (redirect?.words ?? "")
        case .fresh(let lifetime, let age, let version):
            "stored page is fresh: \(lifetime.words), and version \(version) is \(age / 1000) s old; "
                + "a reload requests it anyway"
        case .notCached(let absence):
            "offline: \(absence == .noCopy ? "not in the cache" : absence.words), nothing requested; "
                + "open it again online"
        case .postNotCached:
            "offline: responses to POST are never stored, nothing requested; send it again online"
        case .notModified(let etag):
            "stored page is up to date: status 304 to "
                + (etag.map { "If-None-Match \(Words.short($0))" } ?? "If-Modified-Since")
        case .sameETag(let etag, let status):
            "stored page is up to date: status \(status) with ETag \(Words.short(etag)), the one that was sent"
        case .sameData(let announcement, let proof):
            "stored page is up to date: \(announcement.words), and every block is as stored; \(proof.words)"
        case .sameBytes(let sha1, let purpose):
            "stored page is up to date: full page received\(purpose.words), "
                + "with the same SHA-1 \(Words.short(sha1))"
        case .dataUpdate(let update): update.words
        case .firstLoad(let page, let absence):
            "\(page.verdict); \(absence.words): \(page.firstHeaders), SHA-1 \(Words.short(page.sha1))"
        case .templateChange(let page, let cause):
            "\(page.verdict): \(cause.words), \(Words.templateChange(page.change)), "
                + "SHA-1 \(Words.short(page.sha1))"
        case .plain(let cause, let isStoredCopy):
            cause.words + (isStoredCopy ? "; identical to the stored copy" : "")
        case .firstHere(let absence, let isRequested, let sha1):
            "full page received; \(absence.words): \(Words.noSonic(isRequested: isRequested)), "
                + "so it is compared here from now on; SHA-1 \(Words.short(sha1))"
        case .comparedHere(let comparison): comparison.words
        case .cacheOffline(let effect, let values, let reason):
            "\(reason.words); \(Words.cacheOffline(values)): \(effect.words)"
        case .offline, .failed, .errorStatus, .stopped, .tooLarge, .handedOver, .badRedirect,
            .tooManyRedirects, .badResponse, .rejectedTwice:
            failureWords
        case .recorded(let words, _): words
        }
    }
}

extension Reason.ShownVersion {
    /// The version, and the time since its last check.
    var words: String {
        "version \(number), checked \(checked.ago(at: now))"
            + (unselected.isEmpty ? "" : ", though \(Absence.unselected(unselected).words)")
    }
}

extension Reason.CachedRedirect {
    /// The redirect, as the end of a sentence.
    var words: String { "; \(from.href) redirected to \(to.href) when last requested" }
}

extension Reason.Lifetime {
    /// The source of the lifetime, and the limit that applies.
    var words: String {
        switch self {
        case .configuration(let seconds): "max-age=\(seconds) of the configuration"
        case .maxAge(let seconds, let limit): "max-age=\(seconds)" + Self.counted(limit)
        case .expires(let seconds, let limit): "Expires \(seconds) s after Date" + Self.counted(limit)
        }
    }

    private static func counted(_ limit: Int64?) -> String { limit.map { ", counted as \($0) s" } ?? "" }
}

extension Reason.Announcement {
    /// What made the response an update.
    var words: String {
        switch self {
        case .declared(let change): Words.templateChange(change)
        case .undeclared(let change): Words.templateChange(change) + ", but the body is the data of an update"
        }
    }
}

extension Reason.MergeProof {
    /// What verifies the merged page.
    var words: String {
        switch self {
        case .nothing: "merged page not verified: no hash received"
        case .htmlSHA1(let hash): "merged page verified (SHA-1 \(Words.short(hash)))"
        case .etag(let hash): "merged page verified (SHA-1 \(Words.short(hash)), from its ETag)"
        }
    }
}

extension Reason.Update {
    /// What changed, and the evidence for it.
    var words: String {
        "\(Words.blocks(changed, of: slots)): \(etag.words), \(templateTag.words), \(announcement.words); "
            + proof.words
    }
}

extension Reason.FullPage {
    /// The verdict that it was received, and in which request.
    var verdict: String { "full page received" + purpose.words }

    /// The headers of a page that is stored for the first time.
    var firstHeaders: String {
        [change.map { "template-change: \($0)" }, etag.map { "ETag \(Words.short($0))" } ?? "no ETag"]
            .compactMap { $0 }.joined(separator: ", ")
    }
}

extension Absence {
    /// The absence as a clause.
    var words: String {
        switch self {
        case .noCopy: "no copy was stored before"
        case .damaged: "the stored copy is damaged and was not used"
        case .ignored: "the stored version was ignored"
        case .redirected: "the stored version was not used, as the address redirected elsewhere before"
        case .unselected(let fields):
            "its Vary (\(fields.joined(separator: ", "))) does not select the stored version for this request"
        }
    }
}

extension RequestPurpose {
    /// Why the request was made a second time, or is not the ordinary one, as part of a sentence.
    var words: String {
        switch self {
        case .ordinary, .sonicOff: ""
        case .posted(let body): " in response to \(body.article)"
        case .withoutTags(.body(.page)):
            " (requested again without tags: the page before was announced as an update)"
        case .withoutTags(let rejection): " (requested again without tags: \(rejection.words))"
        case .withoutSonic(let response): " (requested again without Sonic after \(response.words))"
        }
    }
}

extension UselessResponse {
    /// The response as a noun.
    fileprivate var words: String {
        switch self {
        case .unavailable: "status 503"
        case .announcedPage: "a page that was announced as an update"
        case .unaskedUpdate: "an update that was not requested"
        }
    }
}

extension Reason.Plain {
    /// Why Sonic was not used.
    var words: String {
        switch self {
        case .notSonic(let isRequested):
            "\(Words.noSonic(isRequested: isRequested)), and comparing here is off for this site"
        case .post(let body, let status): "status \(status) to \(body.article), which is sent without Sonic"
        case .sonicOff(let until?):
            "requested without Sonic: cache-offline: http turned it off for this page until "
                + "\(Words.time(until)); forget the page to turn it on again"
        case .sonicOff(nil): "requested without Sonic: cache-offline: http had turned it off for this page"
        case .unavailable(let purpose): "page received" + purpose.words
        case .notHTML(let type): "Content-Type is \(type ?? "unknown"), not HTML"
        }
    }
}

extension Reason.Comparison {
    /// What changed, by the hashes of both versions and of their templates, and why they were compared here.
    var words: String {
        let place = "compared here" + (isWithMemory ? " with the copy in memory" : "")
        let why = Words.noSonic(isRequested: isSonicRequested)
        let lost = lostVersion.map { "stored version \($0) spoke Sonic, but now \(why)" } ?? why
        let hashes = "SHA-1 changed \(Words.change(oldSHA1, newSHA1))"
        let verdict =
            switch difference {
            case .same: "same SHA-1 \(Words.short(newSHA1))"
            case .blocks(let count, let slots, let template):
                "\(Words.blocks(count, of: slots)), \(hashes), template unchanged (SHA-1 \(Words.short(template)))"
            case .template(let old, let new, let hasBlocks):
                "template changed \(Words.change(old, new)), \(hashes)"
                    + (hasBlocks ? "" : ", as without blocks all of a page is template")
            }
        return "\(place): \(verdict); \(lost)"
    }
}

extension Reason.OfflineEffect {
    /// What happened to the copy.
    var words: String {
        switch self {
        case .screenStays: "the new copy is stored, the screen stays"
        case .notStored: "no copy is stored"
        case .sonicOff(let seconds):
            "no copy is stored, and Sonic is off for this page for "
                + "\(seconds == 6 * 3600 ? "six hours" : "\(seconds) s"), or until it is forgotten"
        }
    }
}

// Sentences about tags. A tag that was computed here because the server sent none is never reported as the server's.
extension Reason.ETagChange {
    /// How the validator of an update changed.
    var words: String {
        switch self {
        case .missing(let old, let new): "no ETag received, SHA-1 changed \(Words.change(old, new))"
        case .received(let etag): "ETag \(Words.short(etag)) received"
        case .same(let etag): "ETag \(Words.short(etag)) is the one that was sent"
        case .other(let sent, let received):
            "ETag \(Words.short(sent, beside: received)) sent, \(Words.short(received, beside: sent)) received"
        case .first(let etag): "ETag \(Words.short(etag)) received, none before"
        case .changed(let old, let new): "ETag changed \(Words.change(old, new))"
        }
    }
}

extension Reason.SentTemplateTag {
    /// How the template tag of an update compares with the one that was sent.
    var words: String {
        switch self {
        case .notSent: "no template-tag sent"
        case .notReceived(let sent, let isComputed):
            "template-tag \(Words.short(sent))\(isComputed ? " (computed here)" : "") sent, none received"
        case .same(let tag): "template-tag \(Words.short(tag)) matches the stored one"
        case .other(let sent, let received):
            "template-tag \(Words.short(sent, beside: received)) sent, "
                + "\(Words.short(received, beside: sent)) received"
        }
    }
}

extension Reason.FullPageCause {
    /// Why a full page was received, in a few words.
    public var verdict: String {
        switch self {
        case .otherTag(_?, _?): "template-tag changed"
        case .otherTag(nil, _): "template-tag is new"
        case .otherTag(_, nil): "template-tag is gone"
        case .sameTemplate: "template-tag and template are the same"
        case .sameTag: "template-tag is the same, template differs"
        case .noTag: "no template-tag received"
        case .tagNotSent: "no template-tag sent"
        case .updateRejected: "update not used"
        }
    }

    /// How the tags and templates of the page and of the stored one compare.
    var words: String {
        switch self {
        case .otherTag(let old?, let new?): "template-tag changed \(Words.change(old, new))"
        case .otherTag(let old?, nil): "no template-tag received, \(Words.short(old)) before"
        case .otherTag(nil, let new): "template-tag \(Words.short(new)) received, none before"
        case .sameTemplate(let tag): "template-tag \(Words.short(tag)) and the template are the same"
        case .sameTag(let tag): "template-tag \(Words.short(tag)) is the same, but the template differs"
        case .noTag(let isSame): "no template-tag received, \(Self.template(isSame))"
        case .tagNotSent(let isSame): "no template-tag sent, \(Self.template(isSame))"
        case .updateRejected(_, let isSame): Self.template(isSame)
        }
    }

    private static func template(_ isSame: Bool) -> String {
        isSame ? "the template is the same" : "the template differs"
    }
}
