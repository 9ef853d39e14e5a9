import SonicProtocol
import SonicSession

extension SessionStep {
    /// The event: its name and payload.
    public var event: String { what.words }

    /// The effects to perform, in order, each with its name and payload.
    public var effects: [String] { decided.map(\.words) }
}

extension SessionMachine.Event {
    /// The event's name and payload.
    fileprivate var words: String {
        switch self {
        case .began: "began"
        case .cacheRead(let attempt, let reading): "cacheRead (attempt \(attempt)): \(reading.words)"
        case .storedPageVerified(let attempt, let reading):
            "storedPageVerified (attempt \(attempt)): \(reading.words)"
        case .transferEntered(_, let phase): "transferEntered: \(phase.rawValue)"
        case .requestDecided(let attempt, let request, let fields, _):
            "requestDecided (attempt \(attempt)): \(request.method) \(request.url.withoutCredentials.href), "
                + "\(fields.count) header fields"
        case .requestSent(_, let bytes): "requestSent: headers of \(bytes.count) bytes"
        case .bodySent(_, let count, let total): "bodySent: \(count) of \(total) bytes"
        case .transferNoted(_, let finding): "transferNoted: \(finding.message)"
        case .transferEdited(_, let edit): "transferEdited: \(edit.words)"
        case .headReceived(_, let head):
            "headReceived: " + ["\(head.status)", head.reason].filter { !$0.isEmpty }.joined(separator: " ")
        case .bodyReceived(_, let bytes): "bodyReceived: \(bytes.count) bytes"
        case .transferFinished(_, let report): "transferFinished: \(report.bytesReceived) bytes received"
        case .transferFailed(_, let failure): "transferFailed: \(failure.short)"
        case .pauseOver: "pauseOver"
        case .evaluated(_, let evaluation): "evaluated: \(evaluation.words)"
        case .written(_, .success(let number)):
            "written: " + (number.map { "version \($0)" } ?? "no new version")
        case .written(_, .failure(let failure)): "written: failed, \(failure.description)"
        case .cancelRequested: "cancelRequested"
        }
    }
}

extension SessionMachine.Effect {
    /// The effect's name and payload.
    fileprivate var words: String {
        switch self {
        case .enter(let phase): "enter: \(phase.rawValue)"
        case .notify(let event): "notify \(event.words)"
        case .readCache(_, let id): "readCache: page \(id.digest)"
        case .readTarget(_, let id): "readTarget: page \(id.digest)"
        case .readRest(_, let id): "readRest: page \(id.digest)"
        case .verifyStored(_, _, let page): "verifyStored: version \(page.number)"
        case .send(let attempt, let plan):
            "send (attempt \(attempt)): \(plan.method.name) \(plan.url.withoutCredentials.href)"
        case .stopTransfer(let attempt): "stopTransfer (attempt \(attempt))"
        case .handOver(let attempt, _): "handOver (attempt \(attempt))"
        case .pause(_, let time): "pause: \(time.wholeMilliseconds) ms"
        case .stopPause: "stopPause"
        case .evaluate(_, .update(let body, let stored, _, _)):
            "evaluate: \(body.count) bytes as data of \(stored.html.count) bytes stored"
        case .evaluate(_, .undeclared(let body, let stored, _)):
            "evaluate: \(body.count) bytes as data of "
                + (stored.map { "\($0.html.count) bytes stored" } ?? "nothing") + ", else as a page"
        case .evaluate(_, .page(let body, let stored)):
            "evaluate: a page of \(body.count) bytes" + (stored == nil ? "" : " beside the one stored")
        case .write(_, let id, let works):
            "write page \(id.digest): " + works.map(\.words).joined(separator: ", ")
        case .end(let result): "end: \(result.outcome.name)"
        }
    }
}

extension SessionEvent {
    /// The event's name and payload. The name is that of the case, so that a new case need not be listed here.
    fileprivate var words: String {
        let name = String(caseOf: self)
        return details.map { "\(name): \($0)" } ?? name
    }

    /// The payload, if it adds something to the name.
    private var details: String? {
        switch self {
        case .entered(let phase, _): phase.rawValue
        case .cachedPageBegun(let page), .cachedPageFound(let page): "version \(page.number)"
        case .cachedRedirectFollowed(let to, let page):
            "version \(page.number) of \(to.withoutCredentials.href)"
        case .requestDecided(let request, _): request.method
        case .bodySent(let count, let total): "\(count) of \(total) bytes"
        case .headReceived(let head): "\(head.status)"
        case .retrying(let retry): retry.words
        case .redirected(_, let to, let status): "\(status) to \(to.withoutCredentials.href)"
        case .pieceReceived(let bytes): "\(bytes.count) bytes"
        case .pageReplaced(let page): "\(page.html.count) bytes"
        case .blocksUpdated(_, let changes, _): changes.map(\.name).joined(separator: ", ")
        case .learnt(let evidence): evidence.name
        case .ended(let result): result.outcome.name
        default: nil
        }
    }
}

extension Evidence {
    /// The name of the evidence.
    fileprivate var name: String {
        switch self {
        case .cacheRead, .fieldsChosen, .requested, .transferred, .judged: String(caseOf: self)
        case .classified(let found, _): "classified as \(found.kind.words)"
        case .edited(let edit): "edited by hand, \(edit.words)"
        case .bodyReceived(let bytes): "bodyReceived, \(bytes.count) bytes"
        case .lost(let failure): "lost, \(failure.short)"
        case .hashed(let check): "hashed \(check.subject.rawValue): \(check.computed)"
        case .pageKnown(let html): "pageKnown, \(html.count) bytes"
        }
    }
}

extension AnswerKind {
    /// The name of the kind.
    fileprivate var words: String {
        switch self {
        case .notModified, .update, .redirect, .unavailable: String(caseOf: self)
        case .page(.sonic): "page with Sonic"
        case .page(.plain): "page without Sonic"
        case .page(.notHTML): "page that is not HTML"
        case .error(let status): "error \(status)"
        case .invalid(let why): "invalid, \(why.words)"
        }
    }
}

extension CacheReadResult {
    /// What the cache contained.
    fileprivate var words: String {
        var parts = [page.map { "version \($0.number), \($0.length) bytes" } ?? "no page"]
        if sonicOff != nil { parts.append("Sonic is off") }
        if let to = redirects.last?.to { parts.append("it redirected to \(to.withoutCredentials.href)") }
        if let failure { parts.append(failure.description) }
        return parts.joined(separator: "; ")
    }
}

extension Evaluation {
    /// The result of evaluating a body.
    fileprivate var words: String {
        switch self {
        case .merged(let page, let slots, _): "merged, \(page.html.count) bytes of \(slots) slots"
        case .rejected(let rejection): "rejected, \(rejection.words)"
        case .page(let page): "a page of \(page.html.count) bytes, sha1 \(page.sha1)"
        }
    }
}

extension StoreWork {
    /// The change of the store.
    fileprivate var words: String {
        switch self {
        case .commit(let version): "commit \(version.html.count) bytes"
        case .storeInMemory(let version, _): "keep \(version.html.count) bytes in memory"
        case .renew(let number, _, _): "renew version \(number)"
        case .renewInMemory(let number, _, _): "renew version \(number) in memory"
        case .forgetInMemory: "forget the copy in memory"
        case .remove: "remove"
        case .setRedirects(_, _, let redirects):
            redirects.isEmpty ? "forget its redirect" : "remember its redirect"
        case .setSonicOff: "turn Sonic off"
        }
    }
}
