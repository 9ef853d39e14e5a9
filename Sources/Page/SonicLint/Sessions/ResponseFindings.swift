import SessionWords
import SonicProtocol
import SonicSession

/// The findings about one response: its headers and its transfer.
struct ResponseFindings {
    private let turn: SessionTrace.Turn
    private let trace: SessionTrace
    private let digests: Hashes

    init(_ turn: SessionTrace.Turn, in trace: SessionTrace, _ hashes: Hashes) {
        self.turn = turn
        self.trace = trace
        digests = hashes
    }

    /// The findings in the order of the rules. Linear in the headers, and in the page if it is not a Sonic page.
    var findings: [Finding] {
        guard let request = turn.request else { return [] }
        var findings = broken
        guard let head = turn.head, let kind = turn.classification?.kind else { return findings }
        findings += ResponseLint.findings(
            in: head, to: sent(request), bodyBytes: turn.failure == nil ? turn.bodyBytes : nil,
            storedBytes: turn.storedBytes
        ).map { finding in
            // What the tag is the digest of shows who made it, but not why its form is another one.
            [.etagWeak, .etagQuoted].contains(finding.rule)
                ? finding.adding(origin?.words, cause: origin?.cause == .tagOfBody ? .tagOfBody : nil)
                : finding
        }
        findings += status(kind, head)
        switch kind {
        case .page(.plain): findings += plain(request)
        case .page(.sonic): findings += hashes + sameTag(request, head)
        case .update:
            findings += sameTag(request, head)
            if turn.failure == nil, let body = turn.body, let stored = turn.stored?.version.html {
                findings += UpdateLint.findings(about: body, ResponseTags(head.headers), for: stored).map {
                    $0.rule == .etagUnlikeHTMLSHA1 ? $0.adding(origin?.words, cause: origin?.cause) : $0
                }
            }
        case .page(.notHTML), .notModified, .redirect, .unavailable, .error, .invalid: break
        }
        return findings
    }

    /// A body that was not received in full.
    private var broken: [Finding] {
        guard let url = turn.request?.url else { return [] }
        if case .failed(.tooLarge(let limit)) = trace.result?.outcome, turn.head != nil {
            return [Finding(.answerTooLarge, "the body is larger than \(limit) bytes")]
        }
        guard turn.head != nil, let failure = turn.failure else { return [] }
        switch failure {
        case .undecodable: return [Finding(.contentCodingWrong, failure.words(for: url))]
        case .truncated, .reset, .timedOut: return [Finding(.answerIncomplete, failure.words(for: url))]
        // A timeout set by the reader is not a problem of the server.
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy, .malformed, .refused, .cancelled, .withheld, .unsendable, .overdue, .libraryMissing,
            .exhausted, .other:
            return []
        }
    }

    private func status(_ kind: AnswerKind, _ head: ResponseHead) -> [Finding] {
        let words = "received status \(head.status)"
        switch kind {
        case .error: return [Finding(.statusError, words)]
        case .unavailable:
            guard let last = trace.turns.last?.classification?.kind, case .page = last else { return [] }
            return [Finding(.sonicUnavailable, words + " with accept-diff, and the page without")]
        case .redirect:
            guard case .failed(.tooManyRedirects(let count)) = trace.result?.outcome,
                turn.request == trace.turns.last?.request
            else { return [] }
            return [Finding(.redirectLoop, "\(count) redirects one after the other")]
        case .invalid(let what):
            guard let rule = turn.classification?.trials.last?.rule, rule.advice != nil else { return [] }
            return [Finding(rule, what.words)]
        case .notModified, .update, .page: return []
        }
    }

    /// Returns the headers as sent, or as decided if the bytes were not captured.
    private func sent(_ request: Request) -> Headers {
        turn.sentHead.isEmpty ? request.headers : Headers(behindFirstLineOf: turn.sentHead)
    }

    /// Returns the findings about a page without Sonic that has signs of it, or whose request was sent with other
    /// header names.
    private func plain(_ request: Request) -> [Finding] {
        let sent = sent(request)
        guard RequestConditions(sent).sonic else { return [] }
        var findings: [Finding] = []
        let exact = ["accept-diff", "template-tag", "If-None-Match"]
        let other = sent.fields.filter { field in exact.contains { field.isNamed($0) && field.name != $0 } }
        if !other.isEmpty {
            let names = other.map(\.name).joined(separator: ", ")
            findings.add(
                .requestNamesChanged, "the request had \(names), and the response has no Sonic headers")
        }
        let count = turn.body.map { PageSplit(html: $0).blocks.count } ?? 0
        if count > 0 {
            let blocks = count == 1 ? "1 block" : "\(count) blocks"
            findings.add(
                .blocksWithoutSonic,
                "the page has \(blocks), and the response no template-tag, template-change or cache-offline"
                    + otherNames)
        }
        return findings
    }

    /// A clause about what may have changed the case of the request's header names on the way to a server that is
    /// case-sensitive; empty if nothing indicates it (docs/reference/protocol.md#request).
    private var otherNames: String {
        guard let head = turn.head else { return "" }
        let powered = head.headers.first("x-powered-by") ?? ""
        if powered.lowercased().hasPrefix("php") {
            return
                "; X-Powered-By is \(powered): behind CGI or FastCGI a script may find Accept-Diff and Template-Tag "
                + "instead of accept-diff and template-tag"
        }
        return head.version.hasPrefix("HTTP/1")
            ? ""
            : "; it was received over \(head.version), where names are in lower case: a server that compares them "
                + "case-sensitively does not find If-None-Match"
    }

    /// What the ETag is the digest of, as a clause, and what led to that; nil if it is unknown. Linear.
    private var origin: UpdateLint.Details? {
        guard let body = turn.body, let etag = turn.head.flatMap({ ResponseTags($0.headers).etag }),
            let digest = ClaimedDigest(
                etag, of: trace.page ?? body, beside: [(ClaimedDigest.sentBody, body)], digests)
        else { return nil }
        return digest.origin.map { ("it is the \($0)", digest.cause) }
    }

    /// A tag in the form of a SHA-1 that is not the page's.
    private var hashes: [Finding] {
        for check in turn.checks {
            guard check.subject == .page, let etag = check.claims.first(where: { $0.source == .etag }),
                Hashes.isSHA1(etag.value), !check.holds(etag)
            else { continue }
            return [
                Finding(
                    .etagUnlikePage,
                    "ETag is \(etag.value), the SHA-1 of the \(check.bytes ?? 0) bytes received \(check.computed)"
                ).adding(origin?.words, cause: origin?.cause)
            ]
        }
        return []
    }

    /// Returns the finding about a page that was sent although the request had its tag, whether or not it has that tag
    /// again.
    private func sameTag(_ request: Request, _ head: ResponseHead) -> [Finding] {
        guard let asked = sent(request).first("If-None-Match"),
            let etag = ResponseTags(head.headers).etag, let stored = turn.stored?.version,
            trace.page == stored.html
        else { return [] }
        let bare = ResponseTags.bare(asked)
        let isSame = Bytes.equalIgnoringCase(bare.utf8, etag.utf8)
        guard
            isSame
                || stored.sentETag.map({ Bytes.equalIgnoringCase(ResponseTags.bare($0).utf8, bare.utf8) })
                    == true
        else { return [] }
        return [
            Finding(
                .etagSamePageSent,
                "If-None-Match was \(asked), and status \(head.status) was received with the same page"
                    + (isSame ? "" : " and ETag \(etag)")
            ).adding(isSame ? nil : origin?.words, cause: origin?.cause == .tagOfBody ? .tagOfBody : nil)
        ]
    }
}
