import Exchanges
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

/// The data about Sonic in a HAR log, under `_sonic`.
struct SonicExtras {
    let secrets: Secrets

    /// Returns the data of a session: its outcome, and the pages stored at addresses that it did not request.
    func session(_ result: SessionResult, _ trace: SessionTrace) -> JSONValue {
        let report = ReportJSON(result, secrets)
        var members = report.members(.url, .outcome, .why)
        if !result.edits.isEmpty {
            members.append(.init("edited", .array(result.edits.map { .string(secrets.text($0.words)) })))
        }
        members += report.members(.code, .reason, .reasonCode, .comparedBy, .changedBlocks)
        if result.exception != nil { members += report.members(.exception) }
        let unasked = unasked(trace)
        if !unasked.isEmpty { members.append(.init("unasked", .array(unasked))) }
        return .object(members)
    }

    /// Returns the data of a request: the stored page, the tags sent and received, and the results of checks.
    func entry(_ turn: SessionTrace.Turn) -> JSONValue {
        let sent = turn.request?.headers ?? Headers()
        var members: [JSONValue.Member] = [
            .init("tagsSent", sent.tagsSent),
            .init("tagsReceived", turn.head.map { $0.headers.tagsReceived } ?? .null),
            .init("notes", .array(turn.notes.map { .string(secrets.text($0.words)) })),
        ]
        if !turn.added.isEmpty {
            members.append(
                .init("addedHeaders", Headers(turn.added).recorded(secrets)))
        }
        if !turn.edits.isEmpty { members.append(.init("edited", .array(turn.edits.map(edit)))) }
        if let rule = turn.classification?.trials.last {
            members.append(.init("rule", .string(rule.rule.rawValue)))
        }
        if !turn.checks.isEmpty { members.append(.init("hashes", .array(turn.checks.map(check)))) }
        if let failure = turn.failure { members.append(.init("failure", failure.recorded(secrets))) }
        if let report = turn.report {
            members += [
                .init("connection", .string(orNull: report.answeredBy?.rawValue)),
                .init("peer", .string(orNull: report.peer)), .init("tls", .string(orNull: report.tls)),
            ]
        }
        if let cache = turn.cache { members.append(.init("cache", cached(cache, turn))) }
        return .object(members)
    }

    /// Returns the pages stored at addresses that were not requested: where the session found a page without a request,
    /// and where an address redirected before.
    private func unasked(_ trace: SessionTrace) -> [JSONValue] {
        let read = Set(trace.turns.compactMap { $0.cache?.url.withoutFragment.href })
        return trace.turns.flatMap { turn in
            var values: [JSONValue] = []
            if turn.request == nil, let cache = turn.cache {
                values.append(cached(cache, turn, at: cache.url))
            }
            if let page = turn.cachedRedirectTarget, let url = turn.cache?.redirects.last?.to.withoutFragment,
                !read.contains(url.href)
            {
                values.append([
                    "url": .string(secrets.text(url.href)), "use": "serves",
                    "page": stored(page, bytes: turn.cachedRedirectBytes),
                ])
            }
            return values
        }
    }

    private func check(_ check: HashCheck) -> JSONValue {
        [
            "subject": .string(check.subject.rawValue), "sha1": .string(check.computed),
            "claims": .array(
                check.claims.map { claim in
                    [
                        "source": .string(claim.source.words), "value": .string(claim.value),
                        "holds": .bool(check.holds(claim)),
                    ]
                }),
        ]
    }

    /// Returns the contents of the cache, including the page: without it neither a 304 nor an update can be replayed.
    /// - Parameter url: The address, if no request has it.
    private func cached(
        _ cache: CacheEvidence, _ turn: SessionTrace.Turn, at url: WebURL? = nil
    ) -> JSONValue {
        let use: JSONValue = cache.use == .serves ? "serves" : "leftAside"
        var members: [JSONValue.Member] = []
        if let url { members.append(.init("url", .string(secrets.text(url.withoutFragment.href)))) }
        members.append(.init("use", use))
        if let until = cache.sonicOff {
            members.append(.init("sonicOffUntil", .string(CalendarTime.timestamp(until))))
        }
        if turn.cachedRedirectTarget != nil {
            members.append(
                .init(
                    "redirects",
                    .array(
                        cache.redirects.map {
                            ["status": .integer($0.status), "url": .string(secrets.text($0.to.href))]
                        })))
        }
        if let page = turn.stored ?? cache.page {
            members.append(.init("page", stored(page, bytes: turn.storedBytes)))
        }
        return .object(members)
    }

    /// - Parameter bytes: The size of the page, as some of its bytes may have been discarded.
    private func stored(_ page: StoredPage, bytes: Int?) -> JSONValue {
        let version = page.version
        var members: [JSONValue.Member] = [
            .init("version", .integer(page.number)),
            .init("url", .string(secrets.text(version.url.href))),
            .init("sha1", .string(version.sha1)),
            .init("etag", .string(orNull: version.etag)),
            .init("templateTag", .string(orNull: version.templateTag)),
            .init("stored", .string(CalendarTime.timestamp(version.stored))),
            .init("checked", .string(CalendarTime.timestamp(page.checked))),
            .init("updateFailures", .integer(version.updateFailures)),
            .init("headers", version.headers.recorded(secrets)),
        ]
        if version.isEdited { members.append(.init("edited", true)) }
        if version.html.count == bytes {
            members.append(.init("content", .object(JSONValue.content(version.html))))
        }
        return .object(members)
    }

    // Edits made by hand, with the original.

    func edit(_ edit: HandEdit) -> JSONValue {
        var members: [JSONValue.Member] = [.init("words", .string(secrets.text(edit.words)))]
        switch edit {
        case .unstored: break
        case .request(let original):
            members.append(
                .init(
                    "request",
                    [
                        "method": .string(original.method), "url": .string(secrets.text(original.url.href)),
                        "headers": original.headers.recorded(secrets),
                    ]))
        case .answer(let edit):
            guard let original = edit.original else { break }
            members.append(
                .init(
                    "response",
                    [
                        "status": .integer(original.head.status),
                        "statusText": .string(original.head.reason),
                        "headers": original.head.headers.recorded(secrets),
                        "content": .object(JSONValue.content(original.body)),
                    ]))
        }
        return .object(members)
    }
}
