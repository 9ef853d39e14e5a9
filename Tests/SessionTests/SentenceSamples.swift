import SonicProtocol

@testable import SessionWords
@testable import SonicSession

/// A value for each case of a session's reports, and for each payload that changes its words.
enum SentenceSamples {
    private static let url = Play.url
    private static let target = WebURL("http://www.news.example/start")!
    private static let form = PostBody(Array("a=b".utf8), contentType: "text/plain", origin: nil)
    private static let old = String(repeating: "1", count: 40)
    private static let new = String(repeating: "2", count: 40)
    private static let ago = Play.now.adding(seconds: -300)
    private static let later = Play.now.adding(seconds: 3600)
    private static let shown = Reason.ShownVersion(number: 3, checked: ago, now: Play.now, unselected: [])
    private static let other = Reason.ShownVersion(
        number: 3, checked: ago, now: Play.now, unselected: ["cookie"])
    private static let cached = Reason.CachedRedirect(from: url, to: target)
    private static let full = Reason.FullPage(change: "true", etag: new, sha1: new, purpose: .ordinary)
    private static let bare = Reason.FullPage(change: nil, etag: nil, sha1: new, purpose: .ordinary)
    private static let failure = ConnectionFailure.unknownHost("news.example")
    private static let head = ResponseHead(
        version: "HTTP/1.1", status: 200, reason: "OK", headers: Headers(), raw: [])

    static let absences: [Absence] = [.noCopy, .damaged, .ignored, .redirected, .unselected(["cookie"])]

    static let rejections: [Rejection] = [
        .body(.empty), .body(.page(beginning: "<html>")), .body(.malformed("it has no \"data\"")),
        .merge(.missing(["a"], instead: [])), .merge(.missing(["a"], instead: ["x"])),
        .merge(.missing(["a"], instead: (0..<30).map { "x\($0)" })), .merge(.unknown(["x"])),
        .merge(.wrongHash(claimed: old, computed: new)), .undeclared, .edited,
        .unproven(templateTag: nil), .unproven(templateTag: old),
    ]

    static let purposes: [RequestPurpose] =
        [.ordinary, .sonicOff(until: later), .posted(form)]
        + rejections.map { .withoutTags($0) }
        + [UselessResponse.unavailable, .announcedPage, .unaskedUpdate].map { .withoutSonic(after: $0) }

    /// Returns the page that was received for this cause.
    private static func page(_ cause: Reason.FullPageCause) -> Reason.FullPage {
        guard case .updateRejected(let rejection, _) = cause else { return full }
        return .init(change: "true", etag: new, sha1: new, purpose: .withoutTags(rejection))
    }

    static let causes: [Reason.FullPageCause] =
        [
            .otherTag(old: old, new: new), .otherTag(old: nil, new: new), .otherTag(old: old, new: nil),
            .sameTemplate(tag: old), .sameTag(old),
        ]
        + [true, false].flatMap { isSame -> [Reason.FullPageCause] in
            [
                .noTag(isSameTemplate: isSame), .tagNotSent(isSameTemplate: isSame),
                .updateRejected(.body(.empty), isSameTemplate: isSame),
            ]
        }

    static let failures: [ConnectionFailure] = [
        .unsupportedScheme("gopher"), failure,
        .unreachable(host: "news.example", port: 80, detail: "refused"),
        .insecure(host: "news.example", detail: "expired"),
        .certificateWanted(host: "news.example", detail: "handshake failure"),
        .withoutTLS(port: 443, detail: "wrong version number"), .withoutTLS(port: 443, detail: "no cipher"),
        .timedOut(.resolving, after: .seconds(5)), .timedOut(.connecting, after: .seconds(5)),
        .timedOut(.securing, after: .seconds(5)), .timedOut(.waiting, after: .seconds(5)),
        .timedOut(.receiving, after: .seconds(5)), .overdue(limit: .seconds(9)),
        .truncated(received: 7, expected: 100), .truncated(received: 7, expected: nil),
        .reset(detail: "by peer"), .proxy(detail: "refused"), .malformed(detail: "no status line"),
        .undecodable(detail: "gzip"), .refused(by: "rules", detail: "blocked"), .cancelled,
        .withheld(reason: "not now"), .unsendable(detail: "the file is gone"),
        .libraryMissing(detail: "not found"), .exhausted(detail: "no descriptor is left"),
        .other(code: 99, detail: "strange"),
    ]

    static let badResponses: [BadResponse] = [
        .invalid(.unconditionalNotModified), .invalid(.redirectWithoutLocation(status: 302, isEmpty: true)),
        .invalid(.redirectWithoutLocation(status: 302, isEmpty: false)),
        .invalid(.noPage(status: 206, .part)), .invalid(.noPage(status: 226, .changes)),
        .invalid(.noPage(status: 204, .nothing)),
        .otherConfirmed(.init(etag: old, date: nil, stored: .nothing)),
        .otherConfirmed(.init(etag: old, date: nil, stored: .value(new))),
        .otherConfirmed(.init(etag: nil, date: "Sun", stored: .value(nil))),
        .otherConfirmed(.init(etag: nil, date: "Sun", stored: .value("Mon"))), .unaskedConfirmation,
        .unaskedUpdate(change: "false", isTagSent: true), .unaskedUpdate(change: "false", isTagSent: false),
        .dataForNothing, .announcedPage(change: "0", beginning: "<html>"),
    ]

    private static let comparisons: [Reason.Comparison] = [nil, 3].flatMap { lost -> [Reason.Comparison] in
        let differences: [Reason.Difference] = [
            .same, .blocks(1, of: 3, template: old),
            .template(oldSHA1: old, newSHA1: new, hasBlocks: true),
            .template(oldSHA1: old, newSHA1: new, hasBlocks: false),
        ]
        return differences.map {
            Reason.Comparison(
                isSonicRequested: true, lostVersion: lost, isWithMemory: lost == nil && $0 == .same,
                oldSHA1: old, newSHA1: $0 == .same ? old : new, difference: $0)
        }
    }

    private static let updates: [Reason.Update] = {
        let etags: [Reason.ETagChange] = [
            .missing(oldSHA1: old, newSHA1: new), .received(new), .same(new),
            .other(sent: old, received: new), .first(new), .changed(old: old, new: new),
        ]
        let tags: [Reason.SentTemplateTag] = [
            .notSent, .notReceived(sent: old, isComputed: false), .notReceived(sent: old, isComputed: true),
            .same(old), .other(sent: old, received: new),
        ]
        let proofs: [Reason.MergeProof] = [.nothing, .htmlSHA1(new), .etag(new)]
        return etags.indices.map {
            Reason.Update(
                etag: etags[$0], templateTag: tags[$0 % tags.count],
                announcement: $0 == 1 ? .undeclared(nil) : .declared("false"), changed: 1, slots: 3,
                proof: proofs[$0 % proofs.count])
        }
    }()

    private static let challenges: [[String]] = [
        [], ["Basic realm=\"a, Bearer b\""], ["Digest realm=x, nonce=y"], ["bearer error=invalid_token"],
        ["Bearer", "Basic realm=x"], ["Negotiate"],
    ]

    private static let statuses: [Reason.ErrorStatus] = {
        func status(_ number: Int, _ challenge: Reason.Challenge?, _ shown: StillShown) -> Reason.ErrorStatus
        {
            .init(
                status: number, phrase: number == 404 ? "Not Found" : "", url: url, purpose: .ordinary,
                challenge: challenge, shown: shown)
        }
        var all = [
            status(404, nil, .nothing), status(404, nil, .storedPage),
            status(404, nil, .cachedRedirect(target)),
        ]
        for number in [401, 407] {
            for values in challenges {
                for isIdentified in [true, false] {
                    let challenge = Reason.Challenge(
                        isProxy: number == 407, values: values, isIdentified: isIdentified)
                    all.append(status(number, challenge, .nothing))
                }
            }
        }
        return all
    }()

    private static let shownReasons: [Reason] = [
        .cacheOnly(shown, nil), .cacheOnly(other, cached), .history(shown, nil), .history(other, cached),
        .fresh(.configuration(60), age: 1000, version: 3),
        .fresh(.maxAge(60, countedAs: nil), age: 1000, version: 3),
        .fresh(.maxAge(60, countedAs: 30), age: 1000, version: 3),
        .fresh(.expires(60, countedAs: nil), age: 1000, version: 3), .postNotCached,
        .notModified(etag: old), .notModified(etag: nil), .sameETag(old, status: 200),
        .sameData(.declared("false"), .htmlSHA1(old)), .sameData(.undeclared("true"), .etag(old)),
    ]

    private static let endings: [Reason] =
        [nil, form].flatMap { body -> [Reason] in
            [StillShown.nothing, .storedPage, .cachedRedirect(target)].map { .stopped(post: body, $0) }
        }
        + [
            .tooLarge(limit: 99, .nothing), .tooLarge(limit: 64 << 20, .storedPage),
            .handedOver(.attachment, .nothing), .handedOver(.type("application/zip"), .storedPage),
            .badRedirect(.invalidAddress, status: 302, location: "http://["),
            .badRedirect(.scheme("file"), status: 302, location: "file:///etc"),
            .badRedirect(.unencryptedPost, status: 307, location: target.href),
            .tooManyRedirects(20, last: .init(from: url, to: target, status: 302)),
            .tooManyRedirects(0, last: nil), .recorded("as it was recorded", code: "stopped"),
        ]

    private static let plains: [Reason] =
        [
            .plain(.notSonic(isRequested: true), isStoredCopy: true),
            .plain(.notSonic(isRequested: false), isStoredCopy: false),
            .plain(.post(form, status: 200), isStoredCopy: false),
            .plain(.post(PostBody([], contentType: "", method: "HEAD"), status: 200), isStoredCopy: false),
            .plain(.post(PostBody([], contentType: "", method: "OPTIONS"), status: 200), isStoredCopy: false),
            .plain(.sonicOff(until: later), isStoredCopy: false),
            .plain(.sonicOff(until: nil), isStoredCopy: false),
            .plain(.notHTML("text/plain"), isStoredCopy: false), .plain(.notHTML(nil), isStoredCopy: true),
        ]
        + [UselessResponse.unavailable, .announcedPage, .unaskedUpdate].map {
            .plain(.unavailable(.withoutSonic(after: $0)), isStoredCopy: false)
        }

    private static let effects: [Reason] =
        [
            Reason.OfflineEffect.screenStays, .notStored, .sonicOff(seconds: 21600), .sonicOff(seconds: 90),
        ].map { .cacheOffline($0, ["http"], of: .firstLoad(full, .noCopy)) }

    static let reasons: [Reason] = {
        var all = shownReasons
        all += absences.map { .notCached($0) }
        all += absences.map { .firstLoad(full, $0) }
        all.append(.firstLoad(bare, .noCopy))
        all += absences.map { .firstHere($0, isSonicRequested: true, sha1: new) }
        all += purposes.map { .sameBytes(sha1: old, $0) }
        all += updates.map { .dataUpdate($0) }
        all += causes.map { .templateChange(page($0), $0) }
        all += comparisons.map { .comparedHere($0) }
        all += plains
        all += effects
        all += failures.map { .failed($0, url, post: nil) }
        let posted: [ConnectionFailure] = [
            failure, .reset(detail: "by peer"), .unsendable(detail: "the file is gone"),
        ]
        all += posted.map { .failed($0, url, post: form) }
        all += failures.map { .offline($0, url, shown, nil) }
        all.append(.offline(failure, url, other, cached))
        all += statuses.map { .errorStatus($0) }
        all += badResponses.map { .badResponse($0, .storedPage) }
        all += rejections.map { .rejectedTwice($0, change: "false", .storedPage) }
        all += endings
        return all
    }()

    static let retries: [Retry] = [
        Retry(number: 1, limit: 2, pause: .milliseconds(500), cause: .lost(failure, url)),
        Retry(number: 2, limit: 2, pause: .seconds(3), cause: .unavailable(retryAfter: 3)),
    ]

    static let findings: [SessionFinding] =
        ownFindings + badResponses.map { .badResponse($0) } + retries.map { .retried($0) }
        + rejections.map { .updateRejected($0, change: "false") }

    private static let ownFindings: [SessionFinding] = [
        .noted(Finding(.cacheRepaired, "as a connection said it")), .updateUnproven,
        .updateInexact(.missing(["a"], instead: [])), .htmlSHA1Missing,
        .templateTagDiffers(header: old, update: new), .templateTagOther(received: new, sent: old),
        .sameETagOtherData(etag: old, sha1: new), .claimInUpperCase("AB"),
        .updateUndeclared(change: "true"), .updateUndeclared(change: nil),
        .hashInUpperCase(name: "html-sha1", value: "AB"),
        .hashWrong(name: "html-sha1", value: old, .mergedPage, sha1: new),
        .hashWrong(name: "html-sha1", value: old, .page, sha1: new),
        .hashWrong(name: "html-sha1", value: old, .template, sha1: new),
        .sameETagOtherBytes(etag: old, sha1: new), .sameTemplateFullPage(templateTag: old),
        .blocksAmbiguous(["a", "b"]), .sonicLost(version: 3), .noStoreAgainstOffline(["true", "store"]),
        .cacheUnreadable(.full(path: "/c")), .cacheRepaired("as the store said it"),
        .connectionLost(status: 304, .reset(detail: "by peer")),
        .connectionLost(status: 304, .truncated(received: 7, expected: nil)),
        .connectionLost(status: 304, .timedOut(.receiving, after: .seconds(1))),
        .connectionLost(status: 304, .overdue(limit: .seconds(1))),
        .connectionLost(status: 304, .proxy(detail: "refused")),
        .notKept(.page, .full(path: "/c")), .notKept(.renewal, .full(path: "/c")),
        .notKept(.removal, .full(path: "/c")),
    ]

    static let notes: [RequestNote] =
        absences.map { .nothingStored($0) }
        + [
            .serverVersionWanted, .updateRejected, .sonicRejected, .posted(form), .sonicOff(until: later),
            .storedWithoutSonic, .updatesFailed(2), .receivedTagsOnly, .tags(ofVersion: 3),
            .validators(ofVersion: 3), .templateTagNotReceived, .etagNotReceived, .exact,
            .departures([.init(name: "template-tag", value: "x"), .init(name: "accept-diff", value: nil)]),
            .cookies("as the cookie store said it"),
        ]

    static let bans: [StorageBan] = [
        .noStore, .privateSite, .unwanted, .authorized, .forwardedUnstored, .otherServer, .editedConfirmation,
        .editedRemoval, .posted(method: "POST"), .sonicOff, .unavailable, .htmlStays, .file, .detached,
    ]

    static let edits: [HandEdit] = {
        let original = AnswerEdit.Original(head: head, body: [0x61])
        let empty = AnswerEdit.Original(head: head, body: [])
        return [
            .unstored, .request(original: Request(url: url, headers: Headers())),
            .answer(AnswerEdit(original: original, means: .editing)),
            .answer(AnswerEdit(original: nil, means: .editing)),
            .answer(AnswerEdit(original: empty, means: .file("a.html"))),
            .answer(AnswerEdit(original: nil, means: .file("a.html"))),
        ]
    }()

    static let records: [SessionRecord.Content] =
        [
            .refresh, .joined(.preload, after: .seconds(2)), .joined(.load, after: .seconds(2)),
            .entered(.waiting), .storedBeginning(version: 3, first: 10, bytes: 100),
            .stored(version: 3, bytes: 100), .verified, .withdrawn, .cachedRedirect(target, version: 3),
            .request(method: "GET", [.tags(ofVersion: 3), .exact]), .sent(bytes: 100),
            .response(status: 200, phrase: "OK"), .retry(retries[0]), .redirected(target, status: 302),
            .page(bytes: 100), .blocks(["a", "b"]), .handedOver, .newerCopy,
            .ended(.notModified(etag: old)), .sonicOff, .saved(version: 3), .renewed, .removed,
            .notStored(.page, .full(path: "/c")), .notAllowed(.noStore), .over, .beside("as it was noted"),
        ] + edits.map { .edited($0) }

    static let classifications: [Classification.Evidence] = [
        .status(200), .location(status: 302, nil), .location(status: 302, ""),
        .location(status: 302, "/a"), .acceptDiff(status: 503, isSent: true),
        .acceptDiff(status: 503, isSent: false), .fields([]),
        .fields([.present(HeaderField("Template-Tag", "a")), .missing("cache-offline")]),
    ]

    static let judgements: [Judgement.Evidence] =
        [
            .cacheOffline(["true", "store"], takenFor: .store), .undeclaredUpdate(change: nil), .filled(3),
            .rejected(.undeclared), .changed(1, of: 3), .etags(received: new, sent: nil), .comparedHere,
            .stored(version: 3), .stored(version: nil), .sha1(new, stored: old), .blocks(["a"]), .blocks(nil),
            .plain(.notSonic, isSonicRequested: true), .plain(.notSonic, isSonicRequested: false),
        ]
        + [Outcome.WhyPlain.disabled, .posted, .unavailable, .notHTML].map {
            .plain($0, isSonicRequested: false)
        }

    static let fetches: [FetchFailure] = [
        .connection(failure), .notCached, .tooManyRedirects, .redirected(to: "/b"),
        .badRedirect(.invalidAddress), .badRedirect(.scheme("file")), .badRedirect(.unencryptedPost),
        .tooLarge(limit: 256 << 20), .stopped,
    ]
}
