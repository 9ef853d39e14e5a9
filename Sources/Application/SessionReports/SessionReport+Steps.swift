import SonicLint
import SonicProtocol
import SonicSession

// What happened, step by step.
extension SessionReport {
    /// What was cached, requested, received, checked, decided, stored and shown, in this order. Linear in the headers.
    public var steps: [Section] {
        var sections: [Section] = []
        var number = 0
        for turn in trace.turns {
            if turn.request != nil { number += 1 }
            let groups: [(Topic, [SessionFact])] = [
                (.cached, turn.cache.map { Self.cached($0, turn) } ?? []), (.requested, Self.requested(turn)),
                (.received, Self.received(turn)),
                (.classified, turn.classification?.trials.map { .classified($0) } ?? []),
                (.verified, turn.checks.map { .hashed($0) }),
                (.decided, turn.judgements.map { .judged($0) } + Self.continuation(turn)),
            ]
            sections += groups.map { Section(topic: $0, request: number > 1 ? number : nil, facts: $1) }
        }
        let shown = trace.turns.flatMap(\.screen).map { SessionFact.shown($0) }
        if let result {
            sections.append(Section(topic: .stored, request: nil, facts: [.storage(result.storage)]))
        }
        let isNothing = shown.isEmpty && result != nil
        sections.append(
            Section(topic: .shown, request: nil, facts: isNothing ? [.nothingShown] : shown))
        return sections.filter { !$0.facts.isEmpty }
    }

    /// The steps, then the outcome.
    public var sections: [Section] {
        steps + (result == nil ? [] : [Section(topic: .outcome, request: nil, facts: outcome)])
    }

    private static func cached(_ cache: CacheEvidence, _ turn: SessionTrace.Turn) -> [SessionFact] {
        var facts: [SessionFact] = [.lookedUp(cache.url, cache.id)]
        if let failure = cache.failure { facts.append(.unreadable(failure)) }
        // The page verified later replaces the one read at first.
        let page = turn.stored ?? cache.page
        facts.append(
            page.map { .version($0, bytes: turn.storedBytes ?? $0.length, read: cache.at) } ?? .noVersion)
        if let to = cache.redirects.last?.to { facts.append(.redirectedBefore(to: to)) }
        if case .leftAside = cache.use, cache.page != nil { facts.append(.versionIgnored) }
        if let copy = cache.compared, copy.number != page?.number { facts.append(.comparedCopy(copy)) }
        if let until = cache.sonicOff, until > cache.at {
            facts.append(.sonicOff(until: until, now: cache.at))
        }
        return facts
    }

    static func requested(_ turn: SessionTrace.Turn) -> [SessionFact] {
        guard let request = turn.request else { return [] }
        var facts: [SessionFact] = []
        if turn.sentHead.isEmpty {
            facts = [
                .notCaptured(ofRequest: true), .line("\(request.method) \(request.url.requestTarget)"),
            ]
            facts += turn.fields.flatMap { [.line(field: $0.field), .lineReason(.chosen($0.why))] }
        } else {
            facts = sent(turn)
        }
        if !request.body.isEmpty { facts.append(.posted(bytes: request.body.count)) }
        return facts + request.body.files.map { .file($0) } + turn.notes.map { .note($0) }
    }

    /// Returns the lines sent, each with its reason, and those removed by hand.
    private static func sent(_ turn: SessionTrace.Turn) -> [SessionFact] {
        var left = turn.fields
        var byHand = EditedFields(turn)
        let facts = Bytes.lines(of: turn.sentHead).enumerated().flatMap { index, text -> [SessionFact] in
            let line = SessionFact.line(Bytes.text(text))
            guard index > 0,
                let field = Headers(behindFirstLineOf: Array("\n".utf8) + Array(text)).fields.first
            else {
                return [line]
                    + (byHand?.reason(ofRequestLine: Bytes.text(text)).map { [.lineReason($0)] } ?? [])
            }
            let known = left.firstIndex {
                $0.field.isNamed(field.name) && $0.field.valueBytes == field.valueBytes
            }
            let edit = byHand?.reason(of: field)
            let reason = known.map { .chosen(left.remove(at: $0).why) } ?? edit ?? .connection
            return [line, .lineReason(reason)]
        }
        return facts + (byHand?.left ?? []).map { .removedByHand($0) }
    }

    private static func received(_ turn: SessionTrace.Turn) -> [SessionFact] {
        guard let request = turn.request else { return [] }
        var facts = turn.edits.flatMap(edited)
        if let head = turn.head {
            if head.raw.isEmpty {
                facts += [
                    .notCaptured(ofRequest: false), .line("\(head.version) \(head.status) \(head.reason)"),
                ]
            }
            facts += lines(head)
            facts += turn.added.flatMap { [.line(field: $0), .lineReason(.addedHere)] }
            if let count = turn.bodyBytes {
                facts.append(.body(bytes: count, coding: head.headers.first("content-encoding")))
            }
        }
        if let failure = turn.failure { facts.append(.lost(failure, request.url, hasHead: turn.head != nil)) }
        return facts
    }

    /// Returns an edit made by hand, with the original lines.
    private static func edited(_ edit: HandEdit) -> [SessionFact] {
        switch edit {
        case .unstored: return [.edited(edit)]
        case .request(let original):
            return [.edited(edit), .line("\(original.method) \(original.url.href)")]
                + original.headers.fields.map { .line(field: $0) } + [.lineReason(.originalRequest)]
        case .answer(let answer):
            guard let original = answer.original else { return [.edited(edit)] }
            return [.edited(edit)] + lines(original.head) + [.lineReason(.originalResponse)]
        }
    }

    /// Returns the lines of headers as received, or their fields if the bytes were not captured.
    private static func lines(_ head: ResponseHead) -> [SessionFact] {
        head.raw.isEmpty
            ? head.headers.fields.map { .line(field: $0) }
            : Bytes.lines(of: head.raw).map { .line(Bytes.text($0)) }
    }

    /// Returns what followed, if the session did not end with this response.
    private static func continuation(_ turn: SessionTrace.Turn) -> [SessionFact] {
        (turn.retry.map { [.retried($0)] } ?? []) + (turn.redirect.map { [.redirected(to: $0)] } ?? [])
    }

    // MARK: The connection

    /// Returns what is known of the connection of a request, of the certificate, and of the number of bytes.
    public static func connection(_ turn: SessionTrace.Turn) -> [SessionFact] {
        guard let request = turn.request, let report = turn.report else { return [] }
        var facts: [SessionFact] = []
        if let name = report.answeredBy { facts.append(.connection(name)) }
        if let peer = report.peer { facts.append(.peer(peer)) }
        facts.append(.httpVersion(report.version))
        if !report.timings.isEmpty { facts.append(.opened(isReused: report.timings[.connecting] == nil)) }
        if report.tls != nil || request.url.scheme != "https" { facts.append(.tls(report.tls)) }
        if let shown = report.certificate { facts.append(.certificate(shown)) }
        facts += [.sent(report.bytesSent), .received(report.bytesReceived)]
        if let head = turn.head { facts.append(.head(bytes: head.raw.count)) }
        if let count = report.bodyBytesReceived { facts.append(.bodyOnWire(bytes: count)) }
        if let count = turn.bodyBytes { facts.append(.body(bytes: count, coding: nil)) }
        return facts
    }

    // The stages of the session.

    /// The stages of the session.
    /// - Parameter isBusy: Whether the session is running; a session without a result may have been abandoned.
    public func stages(isBusy: Bool) -> [Stage] {
        let entered = trace.steps.map(\.phase)
        let failed = failedStage
        // What an earlier request reached is not what the last one did.
        let isUnanswered = trace.turns.last?.head == nil
        let isUnreached = failed?.name == .connect || failed?.name == .header && isUnanswered
        let last = Stage.Name.allCases.last { name in name.phases.contains { entered.contains($0) } }
        return Stage.Name.allCases.map { name in
            let isEntered = name.phases.contains { entered.contains($0) }
            let isLast = entered.last.map { name.phases.contains($0) } ?? false
            let isPassed = last.map { later(than: name).contains($0) } ?? false
            let result: Stage.Result
            if name == failed?.name {
                result = failed?.isStopped == true ? .stopped : .failed
            } else if let failed, !failed.isStopped, isUnreached, later(than: failed.name).contains(name) {
                result = .skipped
            } else if isBusy, isLast {
                result = .running
            } else if self.result == nil, !isBusy, isLast {
                result = .stopped
            } else if isEntered {
                result = .done
            } else if name == .connect, trace.turns.contains(where: { $0.head != nil }) {
                result = .reused
            } else {
                result = isBusy && !isPassed ? .pending : .skipped
            }
            return Stage(name: name, result: result, time: time(in: name.phases))
        }
    }

    private func later(than name: Stage.Name) -> ArraySlice<Stage.Name> {
        Stage.Name.allCases.drop { $0 != name }.dropFirst()
    }

    /// The stage at which the session failed or was stopped; nil for none.
    private var failedStage: (name: Stage.Name, isStopped: Bool)? {
        guard let result else { return nil }
        let last = Stage.Name.allCases.first { name in
            trace.steps.last.map { name.phases.contains($0.phase) } ?? false
        }
        switch result.outcome {
        case .offline(let cause), .failed(let cause):
            switch cause {
            case .connection(.cancelled), .stopped: return last.map { ($0, true) }
            case .connection(let failure): return (stage(of: failure) ?? last ?? .connect, false)
            case .status, .tooManyRedirects, .badRedirect: return (.header, false)
            case .badAnswer: return (isRejected(result.reason) ? .verify : .header, false)
            case .tooLarge: return (.body, false)
            case .notStored: return (.cache, false)
            case .handedOver: return nil
            }
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            if case .notStored = result.storage { return (.store, false) }
            return nil
        }
    }

    private func isRejected(_ reason: Reason) -> Bool {
        switch reason {
        case .rejectedTwice, .badResponse(.dataForNothing, _), .badResponse(.announcedPage, _): true
        default: false
        }
    }

    /// Returns the stage in which a transfer failed; nil if that is the one entered last.
    private func stage(of failure: ConnectionFailure) -> Stage.Name? {
        switch failure {
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy, .refused, .withheld, .unsendable, .libraryMissing:
            .connect
        case .timedOut(let phase, _):
            switch phase {
            case .resolving, .connecting, .securing: .connect
            case .waiting: .header
            case .receiving: .body
            }
        case .reset, .malformed: trace.turns.last?.head == nil ? .header : .body
        case .truncated, .undecodable: .body
        case .overdue, .cancelled, .exhausted, .other: nil
        }
    }

    /// Returns the time spent in some phases; nil if none was entered.
    ///
    /// After the end of the session it is the measured time. Until then a phase lasts to the beginning of the next, so
    /// that time between two phases, such as opening libcurl, counts to the earlier.
    private func time(in phases: [SessionPhase]) -> Duration? {
        if let result {
            let entered = phases.filter { phase in trace.steps.contains { $0.phase == phase } }
            let measured = entered.compactMap { result.timings[$0] }
            return measured.isEmpty ? nil : measured.reduce(.zero, +)
        }
        var total: Duration?
        for (index, step) in trace.steps.enumerated() where phases.contains(step.phase) {
            guard index + 1 < trace.steps.count else { continue }
            total = (total ?? .zero) + max(.zero, trace.steps[index + 1].at - step.at)
        }
        return total
    }
}

/// The edits of a request's fields, compared with the request as it was decided.
private struct EditedFields {
    private let original: Request
    private let url: WebURL
    /// The fields of the decided request that are not matched to a line yet.
    private(set) var left: [HeaderField]

    /// Creates the comparison; nil if the request was not edited.
    init?(_ turn: SessionTrace.Turn) {
        let originals = turn.edits.compactMap { edit -> Request? in
            if case .request(let original) = edit { original } else { nil }
        }
        guard let original = originals.first else { return nil }
        self.original = original
        url = turn.request?.url ?? original.url
        left = original.headers.fields
    }

    /// Returns the edit of a field that was sent; nil if it is as decided, and if the connection adds it.
    mutating func reason(of field: HeaderField) -> SessionFact.LineReason? {
        if let same = left.firstIndex(where: { $0.isNamed(field.name) && $0.valueBytes == field.valueBytes })
        {
            left.remove(at: same)
            return nil
        }
        if let other = left.firstIndex(where: { $0.isNamed(field.name) }) {
            return .editedField(left.remove(at: other))
        }
        let isOwn =
            Self.added.contains { field.isNamed($0) }
            || field.isNamed("host") && field.value == url.hostAndPort
        return isOwn ? nil : .addedByHand
    }

    /// Returns the edit of the request line; nil if it is as decided.
    func reason(ofRequestLine line: String) -> SessionFact.LineReason? {
        let words = line.split(separator: " ").map(String.init)
        guard words.count >= 2 else { return nil }
        // Through a proxy it has the absolute address.
        let targets = [original.url.requestTarget, original.url.withoutFragment.withoutCredentials.href]
        guard words[0] != original.method || !targets.contains(words[1]) else { return nil }
        return .editedLine(method: original.method, target: original.url.requestTarget)
    }

    /// The fields that connections add themselves.
    private static let added = [
        "authorization", "connection", "content-length", "content-type", "http2-settings",
        "proxy-authorization", "proxy-connection", "transfer-encoding", "upgrade",
    ]
}
