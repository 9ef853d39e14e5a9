import SessionWords
import SonicLint
import SonicProtocol
import SonicSession

// Each fact as lines: the only place that names facts and says what they mean.
extension SessionFact {
    /// Returns the lines of the fact: its name and value, a line of the wire, or a sentence.
    /// - Parameter secrets: How the values of header fields are handled; the caller masks addresses.
    package func lines(_ secrets: Secrets = .kept) -> [ReportLine] {
        switch self {
        case .address(let url): [.fact("address", url.href)]
        case .followed(let hop):
            [
                .fact(
                    "redirected",
                    "\(hop.status) from \(hop.from.href)"
                        + (hop.isCached ? ", when it was last requested" : ""))
            ]
        case .outcome(let outcome): [.fact("outcome", SessionVerdict(outcome).nameAndCode)]
        case .reason(let reason): [.fact("because", reason.words)]
        case .connection(let name): [.fact("answered by", name.rawValue)]
        case .compared(.server): [.fact("compared by", "the server")]
        case .compared(.client): [.fact("compared by", "this program")]
        case .compared(.nobody): []
        case .edited(let edit): [.fact("edited", edit.words)]
        case .storedEdited: [.fact("edited", "the page was edited by hand when it was stored")]
        case .exception(let exception): [.fact("exception", exception.text)]
        case .changed(let names): [.fact("changed", names.joined(separator: ", "))]
        case .added(let field): [.fact("added", "\(field.name): \(secrets.value(of: field))")]
        case .begunBefore(let age): [.fact("begun", "\(age.brief) before it was opened")]
        case .shownFirst(let version): [.fact("shown first", "stored version \(version)")]
        case .storage(let storage): [.fact("cache", storage.words)]
        case .finding(let finding):
            [.fact(finding.severity.rawValue, "\(finding.rule.rawValue): \(finding.message)")]
        case .received(let bytes): [.fact("received", bytes.bytes)]
        case .sent(let bytes): [.fact("sent", bytes.bytes)]
        case .painted(let time): [.fact("painted", time.brief)]
        case .time(let phase, let time): [.fact(Self.word(of: phase), time.brief)]
        case .note(let note): [.words(note.words)]
        case .lookedUp(let url, let id): [.fact("page", "\(url.href), id \(id.digest)")]
        case .unreadable(let failure): [.fact("unreadable", "\(failure)")]
        case .version(let page, let bytes, let now): Self.lines(of: page, bytes: bytes, at: now)
        case .noVersion: [.words("no copy is stored")]
        case .redirectedBefore(let to): [.fact("redirected", "\(to.href), when it was last requested")]
        case .versionIgnored: [.words("it is not used for this request")]
        case .comparedCopy(let copy):
            [.fact("in memory", "a copy that is only compared with, SHA-1 \(copy.version.sha1)")]
        case .sonicOff(let until, let now):
            [.fact("Sonic", "off for \(until.words(since: now)) more, as cache-offline: http said")]
        case .notCaptured(true): [.words("the request as planned")]
        case .notCaptured(false): [.words("headers as the connection reports them")]
        case .line(let text): [.wire(text)]
        case .lineReason(let reason): [.why(Self.words(reason))]
        case .removedByHand(let field):
            [.fact("removed by hand", "\(field.name): \(Secrets.masked.value(of: field))")]
        case .posted(let bytes): [.fact("body", "\(bytes) bytes")]
        case .file(let file): [.fact("file", file.words)]
        case .body(let bytes, let coding):
            [.fact("body", bytes.bytes + (coding.map { ", \($0) undone" } ?? ""))]
        case .lost(let failure, let url, let hasHead):
            [.fact(hasHead ? "incomplete" : "failed", failure.words(for: url))]
        case .classified(let trial): [Self.line(trial.trial)]
        case .judged(let judgement): [Self.line(judgement.trial)]
        case .hashed(let check): Self.lines(check)
        case .retried(let retry): [.words("\(retry.words): \(retry.reason)")]
        case .redirected(let to): [.words("requested at \(to.href) instead")]
        case .shown(let shown): [.words(shown.words)]
        case .nothingShown: [.words("nothing")]
        case .request(let number, let report): [.words(Self.words(report, number))]
        case .peer(let address): [.fact("address", address)]
        case .httpVersion(let version): [.fact("protocol", version)]
        case .opened(true): [.fact("opened", "before: an open connection was reused")]
        case .opened(false): [.fact("opened", "for this request")]
        case .tls(let version): [.fact("TLS", version ?? "none: the connection is not encrypted")]
        case .certificate(let shown):
            [
                ("for", shown.subject), ("issued by", shown.issuer), ("valid from", shown.validFrom),
                ("valid until", shown.validUntil), ("checked", shown.verdict), ("SHA-256", shown.sha256),
            ].filter { !$0.1.isEmpty }.map { .fact($0.0, $0.1) }
        case .head(let bytes): [.fact("head", bytes.bytes)]
        case .bodyOnWire(let bytes): [.fact("on the wire", bytes.bytes)]
        }
    }

    private static func words(_ report: TransferReport, _ number: Int) -> String {
        let phases = TransferPhase.allCases.compactMap { phase in
            report.timings[phase].map { "\(word(of: SessionPhase(phase))) \($0.brief)" }
        }
        let figures = ["\(report.bytesReceived.bytes) received", "\(report.bytesSent.bytes) sent"]
        return "request \(number): " + (figures + phases).joined(separator: ", ")
    }

    private static func lines(of page: StoredPage, bytes: Int, at now: Instant) -> [ReportLine] {
        let version = page.version
        let holds =
            switch page.verification {
            case .done: "it was computed again from the bytes read"
            case .owed: "it is being computed while the page is shown"
            case .begun: "only the beginning is read"
            }
        var lines: [ReportLine] = [
            .fact(
                "version",
                "\(page.number), \(bytes) bytes, stored \(version.stored.ago(at: now)), "
                    + "checked \(page.checked.ago(at: now))"),
            .fact("validator", validator(version)), .fact("template-tag", templateTag(version)),
            .fact("SHA-1", "\(version.sha1); \(holds)"),
        ]
        if version.isEdited { lines.append(.fact("edited", "it is from an exchange edited by hand")) }
        if let exception = version.exception { lines.append(.fact("exception", exception)) }
        if version.updateFailures > 0 {
            lines.append(
                .fact("failed", "\(version.updateFailures) updates in a row under this template-tag"))
        }
        return lines + page.notes.map { .fact("repaired", $0) }
    }

    /// Returns the template tag, with a note if no header had it.
    private static func templateTag(_ version: PageVersion) -> String {
        guard let tag = version.templateTag else { return "none: it was received without Sonic" }
        return version.sentTemplateTag == nil
            ? "\(tag), computed here or from an update, since its headers had none" : tag
    }

    /// Returns the validator and its origin.
    private static func validator(_ version: PageVersion) -> String {
        guard let etag = version.etag else { return "none" }
        let key = version.headers.first("sonic-etag-key") ?? ""
        let name = key.isEmpty ? "ETag" : key
        guard let sent = version.sentETag else {
            return "\(etag), the SHA-1 of its bytes, since no \(name) was received"
        }
        return sent == etag ? "\(etag), its \(name)" : "\(etag), of its \(name): \(sent)"
    }

    private static func words(_ reason: LineReason) -> String {
        switch reason {
        case .chosen(let why): why
        case .connection: "the connection's own"
        case .addedByHand: "added by hand"
        case .editedField(let field):
            "edited by hand; originally \(field.name): \(Secrets.masked.value(of: field))"
        case .editedLine(let method, let target): "edited by hand; originally \(method) \(target)"
        case .addedHere: "added here; the server sent none"
        case .originalRequest: "this is the request before the edit"
        case .originalResponse: "this is the response as received; what follows was edited"
        }
    }

    /// Returns the phase in one word, the same at every width.
    public static func word(of phase: SessionPhase) -> String {
        switch phase {
        case .readingCache: "cache"
        case .checkingCache: "check"
        case .resolving: "resolve"
        case .pausing: "pause"
        case .connecting: "connect"
        case .securing: "TLS"
        case .waiting: "wait"
        case .receiving: "receive"
        case .verifying: "verify"
        case .storing: "store"
        }
    }

    private static func line(_ trial: RuleTrial) -> ReportLine {
        .trial(fits: trial.fits, rule: trial.rule.rawValue, "\(trial.rule.question)? \(trial.evidence)")
    }

    private static func lines(_ check: HashCheck) -> [ReportLine] {
        let bytes = check.bytes.map { " of \($0) bytes" } ?? ""
        return [.fact(check.subject.rawValue, "SHA-1\(bytes): \(check.computed)")]
            + check.claims.map { claim in
                let verdict =
                    switch (check.holds(claim), claim.bearing) {
                    case (true, _): "is the same"
                    case (false, .decides): "differs"
                    case (false, .informs): "differs, which decides nothing"
                    }
                return .why("\(claim.source.words): \(claim.value) \(verdict)")
            }
    }

}

extension SessionTrace.Shown {
    /// What was shown, as a clause.
    fileprivate var words: String {
        switch self {
        case .beginning(let version, let bytes):
            "the beginning of stored version \(version) of \(bytes) bytes"
        case .cachedRedirect(let to, let version):
            "stored version \(version) of \(to.href), as the address redirected there when it was last requested"
        case .stored(let version, .done): "stored version \(version), verified before"
        case .stored(let version, .owed), .stored(let version, .begun):
            "stored version \(version), verified while it is shown"
        case .verified: "the stored version is verified and stays"
        case .withdrawn: "the stored version is damaged and removed"
        case .pieces(let bytes): "the response as received, \(bytes) bytes"
        case .page(let bytes): "the whole page, \(bytes) bytes"
        case .blocks(let names): "the blocks that changed: \(names.joined(separator: ", "))"
        case .nothing: "nothing: the screen stays, and a reload shows the newer copy"
        }
    }
}
