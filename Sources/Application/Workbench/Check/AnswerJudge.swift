import SessionWords
import SonicLint
import SonicProtocol
import SonicSession

/// Judges the responses of a run, one after the other. What a single response shows is found by the lint, whose rules
/// the requirements name; only what takes several responses, or the kind of request, is judged here. Linear in each
/// response.
struct AnswerJudge: Sendable {
    let hashes: Hashes
    var ledger = VerdictLedger()
    /// The loads without cookies, and those with the cookies that the first one set.
    private(set) var loads = LoadSeries()
    private(set) var cookieLoads = LoadSeries()
    /// The last full page received in response to a load without cookies.
    private(set) var knownPage: KnownVersion?
    /// The page merged from the update to the page's own tag; nil if there was none.
    private(set) var merged: [UInt8]?
    /// Whether the page's own tag led to an update.
    private var givesUpdates = false

    init(_ hashes: Hashes) { self.hashes = hashes }

    /// The content of a response, for comparing pages.
    enum Brought {
        case page(KnownVersion)
        /// An update, and the merged page; nil if it cannot be merged.
        case update(merged: [UInt8]?)
        case notModified
        case plain([UInt8])
        case nothing
    }

    /// Judges one response.
    mutating func judge(_ reply: Reply, to trial: Trial) {
        let probe = trial.probe
        guard let head = whole(reply, probe) else { return }
        if probe == .head { return judgeHead(head) }
        switch (probe, bring(head, reply.body, trial)) {
        case (.firstLoad, .page(let page)), (.secondLoad, .page(let page)), (.furtherLoad, .page(let page)):
            loads.append(page)
            knownPage = page
        case (.cookieLoad, .page(let page)): cookieLoads.append(page)
        case (.firstLoad, .plain): skipAll(head)
        case (.firstLoad, .update), (.firstLoad, .notModified), (.firstLoad, .nothing):
            ledger.reason = Self.pageless(head, trial.request.url)
        case (.ownTags, let brought): judgeOwnTags(brought)
        case (.staleETag, let brought): judgeStaleETag(brought)
        case (.staleTemplate, .page): ledger.note(.templateWanted, probe, holds: true, "")
        case (.staleTemplate, .update):
            ledger.note(
                .templateWanted, probe, holds: false, "data received for template-tag \(Probe.foreignTag)")
        case (.plain, let brought), (.plainWithTag, let brought), (.declined, let brought):
            judgePlain(brought, head, trial)
        case (.otherCase, let brought): judgeOtherCase(brought, trial)
        case (.identity, let brought):
            let isSonic = if case .plain = brought { false } else { true }
            ledger.note(
                .anyCoding, probe, holds: isSonic,
                "no Sonic headers were received for Accept-Encoding: identity")
        case (.secondLoad, _), (.furtherLoad, _), (.cookieLoad, _), (.staleTemplate, _), (.atOnce, _),
            (.head, _):
            break
        }
    }

    /// Returns the head of a complete response.
    private mutating func whole(_ reply: Reply, _ probe: Probe) -> ResponseHead? {
        switch reply.ending {
        case .failed(let sentence):
            ledger.note(.complete, probe, holds: false, sentence)
            if knownPage == nil { ledger.reason = "the page could not be loaded" }
            return nil
        case .whole:
            ledger.note(.complete, probe, holds: true, "")
            return reply.head
        }
    }

    /// Judges what all responses have in common, and returns the content.
    private mutating func bring(_ head: ResponseHead, _ body: [UInt8], _ trial: Trial) -> Brought {
        let probe = trial.probe
        let isKnown = [200, 203, 304].contains(head.status)
        ledger.note(.status, probe, holds: isKnown, Self.status(head))
        guard isKnown else { return .nothing }
        guard head.status != 304 else { return unmodified(head, trial) }
        ledger.note(.known304, probe, holds: true, "")
        let tags = ResponseTags(head.headers)
        guard tags.isSonic else {
            if probe.isLoad || [.ownTags, .staleETag, .staleTemplate, .atOnce].contains(probe) {
                ledger.note(.sonic, probe, holds: false, Self.speechless(head))
            }
            return .plain(body)
        }
        var found = ResponseLint.findings(
            in: head, to: trial.request.headers, bodyBytes: body.count, storedBytes: nil)
        let brought: Brought
        if Self.isUpdate(body, tags) {
            brought = .update(merged: judgeUpdate(body, head, tags, trial, &found))
        } else if trial.speaksSonic {
            brought = .page(judgePage(body, head, tags, probe, &found))
        } else {
            return .plain(body)
        }
        if trial.speaksSonic {
            ledger.note(.sonic, probe, holds: true, "")
            let isStored = tags.offline == .yes || tags.offline == .store
            ledger.note(
                found, probe,
                for: [.etag, .templateTag, .templateChange, .cacheOffline, .once, .vary]
                    + (tags.etag == nil ? [] : [.etagBare]) + (isStored ? [.cookies] : [])
                    + (head.headers.contains("content-length") ? [.length] : []))
        }
        return brought
    }

    /// Judges a page, and adds the findings about it.
    private mutating func judgePage(
        _ body: [UInt8], _ head: ResponseHead, _ tags: ResponseTags, _ probe: Probe, _ found: inout [Finding]
    ) -> KnownVersion {
        let sha1 = hashes.sha1(body)
        found += PageLint.findings(in: body) + SessionFinding.hashInHead(tags, .page, sha1).map(\.finding)
        if tags.templateChange == .unchanged { found += UpdateLint.findings(in: body, for: [], head: head) }
        ledger.note(found, probe, for: tags.hashField == nil ? [.utf8] : [.utf8, .updateSHA1])
        if let etag = tags.etag {
            ledger.note(
                .etagSHA1, probe, holds: Bytes.equalIgnoringCase(etag.utf8, sha1.utf8),
                "the ETag is \(etag), the page's SHA-1 \(sha1)")
        }
        if let tag = tags.templateTag {
            let template = hashes.sha1(PageSplit(html: body).templateBytes(of: body))
            ledger.note(
                .templateSHA1, probe, holds: tag == template,
                "template-tag is \(tag), the template's SHA-1 \(template)")
        }
        return (body, head.headers, tags.etag, tags.templateTag)
    }

    /// Judges an update, adds the findings about it, and returns the merged page; nil if it cannot be merged.
    private mutating func judgeUpdate(
        _ body: [UInt8], _ head: ResponseHead, _ tags: ResponseTags, _ trial: Trial, _ found: inout [Finding]
    ) -> [UInt8]? {
        let asked = trial.request.headers.first("template-tag")
        let isAsked = trial.speaksSonic && asked != nil && asked == knownPage?.templateTag
        ledger.note(
            .updateAsked, trial.probe, holds: isAsked,
            trial.speaksSonic
                ? "an update was received for \(asked.map { "template-tag: \($0), which is not the page's" } ?? "no template-tag")"
                : "an update was received for \(trial.probe == .declined ? "accept-diff: false" : "no accept-diff")"
        )
        guard isAsked, let page = knownPage?.html else { return nil }
        found += UpdateLint.findings(
            in: body, for: page, head: head, request: trial.request.headers, hashes: hashes)
        switch Question.evaluate(update: body, of: page, etag: tags.etag, hashes) {
        case .rejected(.merge(.wrongHash)):
            ledger.note(found, trial.probe, for: [.updateJson, .updateNames, .updateSHA1, .updateTags])
        case .rejected(.merge):
            ledger.note(found, trial.probe, for: [.updateJson, .updateNames, .updateTags])
        case .rejected, .page: ledger.note(found, trial.probe, for: [.updateJson])
        case .merged(let merged, _, let update):
            ledger.note(
                found, trial.probe,
                for: [.updateNames, .updateTags] + (merged.verifiedBy == nil ? [] : [.updateSHA1])
                    + (update.templateTag == nil ? [] : [.updateJson]))
            if update.templateTag == nil {
                ledger.note(.updateJson, trial.probe, holds: false, "the update lacks template-tag")
            }
            return merged.html
        }
        return nil
    }

    /// Whether a response is an update, by its body, whatever its headers say; if that is neither a page nor data, by
    /// its headers.
    private static func isUpdate(_ body: [UInt8], _ tags: ResponseTags) -> Bool {
        guard tags.isSonic, Bytes.beginningOfPage(body) == nil else { return false }
        // A body that cannot be parsed as an update is not one.
        return tags.templateChange == .unchanged || (try? DataUpdate(json: body)) != nil
    }

    private static func status(_ head: ResponseHead) -> String {
        let place = head.headers.first("location").map { ", to \($0)" } ?? ""
        return
            "status \(head.status)\(isRedirect(head) ? place.isEmpty ? " without Location" : place : "") received"
    }

    private static func isRedirect(_ head: ResponseHead) -> Bool {
        (301...308).contains(head.status) && head.status != 304
    }

    /// Returns why nothing more can be judged if the first load returned no page. The target of a redirect is another
    /// page.
    private static func pageless(_ head: ResponseHead, _ url: WebURL) -> String {
        guard isRedirect(head), let target = head.headers.first("location").flatMap({ url.resolve($0) }),
            target.isHTTP, target.withoutFragment != url.withoutFragment
        else { return "the first load returned no page" }
        return
            "the first load redirected to another address, to be checked itself: \(target.withoutCredentials.href)"
    }

    private mutating func unmodified(_ head: ResponseHead, _ trial: Trial) -> Brought {
        let asked = trial.request.headers.first("if-none-match")
        let isKnown = asked != nil && asked == knownPage?.etag
        ledger.note(
            .known304, trial.probe, holds: isKnown,
            "304 received for " + (asked.map { "If-None-Match: \($0), which no page has" } ?? "no validator"))
        let found = ResponseLint.findings(
            in: head, to: trial.request.headers, bodyBytes: nil, storedBytes: nil)
        // A 304 that nobody asked for has no tags to be compared with.
        ledger.note(found, trial.probe, for: asked == nil ? [.once] : [.bare304, .once])
        return .notModified
    }

    private mutating func judgeHead(_ head: ResponseHead) {
        guard head.status != 304 else {
            ledger.note(.known304, .head, holds: false, "304 received for HEAD without a validator")
            return ledger.note(.head, .head, holds: false, "status 304 received")
        }
        ledger.note(
            .head, .head, holds: head.status == 200 && ResponseTags(head.headers).isSonic,
            head.status == 200 ? "none of Sonic's headers received" : Self.status(head))
    }

    /// The verdicts, ordered by the rules' numbers.
    var verdicts: [Verdict] {
        var ledger = ledger
        judgeTemplates(&ledger)
        return ledger.verdicts
    }

    /// Clients keep cookies: where loads with the cookies of the first one show something, they decide.
    private func judgeTemplates(_ ledger: inout VerdictLedger) {
        switch cookieLoads.result ?? loads.result {
        case .steady where cookieLoads.result == .steady && loads.result == .unsteady:
            ledger.skip(
                .templateSteady,
                "with the cookies that the first load set, the template stays the same; without them, "
                    + loads.words)
        case .steady: ledger.note(.templateSteady, .secondLoad, holds: true, "")
        case .unsteady:
            for (series, probe) in [(loads, Probe.furtherLoad), (cookieLoads, .cookieLoad)]
            where series.result == .unsteady {
                ledger.note(.templateSteady, probe, holds: false, series.words)
            }
        case .edited:
            ledger.skip(.templateSteady, "the template changed between two loads, and did not return")
        case nil: break
        }
    }

    private mutating func skipAll(_ head: ResponseHead) {
        ledger.reason =
            ResponseClassifier.isHTML(head.headers)
            ? "the server does not speak Sonic here"
            : "\(ResponseClassifier.mediaType(head.headers) ?? "") is not a page"
    }

    private static func speechless(_ head: ResponseHead) -> String {
        let type = ResponseClassifier.mediaType(head.headers) ?? "no Content-Type"
        return "none of Sonic's headers received with \(type): the server does not speak Sonic here"
    }

    private mutating func judgeOwnTags(_ brought: Brought) {
        let bytes: [UInt8]?
        switch brought {
        case .notModified: return ledger.note(.notModified, .ownTags, holds: true, "")
        case .page(let page): bytes = page.html
        case .update(let merged): bytes = merged
        case .plain, .nothing: bytes = nil
        }
        guard let bytes, bytes == knownPage?.html else {
            return ledger.skip(.notModified, "the page changes from one load to the next")
        }
        ledger.note(
            .notModified, .ownTags, holds: false,
            "200 received for If-None-Match: \(knownPage?.etag ?? ""), and the page had not changed")
    }

    private mutating func judgeStaleETag(_ brought: Brought) {
        switch brought {
        case .update(let merged):
            givesUpdates = true
            self.merged = merged
            ledger.note(.update, .staleETag, holds: true, "")
        case .page(let page) where page.templateTag != knownPage?.templateTag:
            ledger.skip(.update, "the template changes from one load to the next")
        case .page(let page) where !Self.fitsJSON(page.html):
            ledger.skip(
                .update, "the page cannot be written as JSON: it is not UTF-8, or two blocks share a name")
        case .page(let page):
            ledger.note(
                .update, .staleETag, holds: false,
                "the full page was received for its own template-tag: \(page.templateTag ?? "")")
        case .notModified, .plain, .nothing: break
        }
    }

    /// Whether an update of the page would be lossless.
    private static func fitsJSON(_ html: [UInt8]) -> Bool {
        String(validating: html, as: UTF8.self) != nil && PageSplit(html: html).ambiguousNames.isEmpty
    }

    private mutating func judgePlain(_ brought: Brought, _ head: ResponseHead, _ trial: Trial) {
        let names = ["template-tag", "template-change", "cache-offline"].filter(head.headers.contains)
        switch brought {
        case .page, .plain, .update:
            let asked = trial.probe == .declined ? "accept-diff: false" : "no accept-diff"
            ledger.note(
                .plain, trial.probe, holds: names.isEmpty,
                "\(names.joined(separator: ", ")) received for \(asked)")
        case .notModified, .nothing: return
        }
        guard trial.probe == .plain, case .plain(let body) = brought, let knownPage else { return }
        guard loads.isUnchanged else {
            return ledger.skip(.plainSame, "the page changes from one load to the next")
        }
        ledger.note(
            .plainSame, trial.probe, holds: body == knownPage.html,
            "\(body.count) bytes received without Sonic, \(knownPage.html.count) with it, and they differ")
    }

    private mutating func judgeOtherCase(_ brought: Brought, _ trial: Trial) {
        switch brought {
        case .update: ledger.note(.headerCase, .otherCase, holds: true, "")
        case .page where !givesUpdates: ledger.note(.headerCase, .otherCase, holds: true, "")
        case .page(let page) where page.templateTag != knownPage?.templateTag:
            ledger.skip(.headerCase, "the template changes from one load to the next")
        case .page, .plain:
            ledger.note(
                .headerCase, .otherCase, holds: false,
                "Accept-Diff, Template-Tag and IF-NONE-MATCH were not read as accept-diff, template-tag and "
                    + "If-None-Match are")
        case .notModified, .nothing: break
        }
    }

    /// Compares concurrent responses to the same request.
    mutating func compare(_ replies: [Reply], of probe: Probe) {
        guard loads.isUnchanged else {
            return ledger.skip(.concurrent, "the page changes from one load to the next")
        }
        let answers = replies.map { reply in
            "status \(reply.head?.status ?? 0), ETag \(reply.head?.headers.first("etag") ?? "none"), "
                + "body \(hashes.sha1(reply.body))"
        }
        let other = answers.first { $0 != answers[0] }
        ledger.note(
            .concurrent, probe, holds: other == nil, "\(answers[0]); and at the same time \(other ?? "")")
    }
}
