import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

/// The output lines of the engine (docs/reference/engine.md).
enum EngineAnswer {
    /// Returns the result of a request that failed.
    static func failure(_ id: EngineID?, _ message: String) -> JSONValue {
        ["id": id?.json ?? .null, "error": .string(message)]
    }

    /// Returns the result of a fetch.
    static func fetched(_ id: EngineID, _ result: FetchResult) -> JSONValue {
        switch result.ending {
        case .failed(let failure):
            return self.failure(id, result.urls.last.map(failure.words) ?? "\(failure)")
        case .answered(let answer):
            return .object(
                members(
                    id, status: answer.head.status, reason: answer.head.reason, answer.head.headers,
                    answer.body, answer.head.source) + found(result.findings))
        }
    }

    /// Returns the result of a session: the page, the reason for the outcome, and the requests.
    static func opened(
        _ id: EngineID, _ result: SessionResult, _ trace: SessionTrace, _ findings: [Finding]
    ) -> JSONValue {
        var answer: [JSONValue.Member]
        if let page = trace.screen.shownPage {
            let (status, phrase) = pageStatus(result)
            answer = members(
                id, status: status, reason: phrase, page.headers, page.html, source(result.outcome))
        } else if let head = result.head, let status = result.status {
            answer = members(
                id, status: status, reason: head.reason, head.headers, result.answerBody ?? [], .network)
        } else {
            answer = [.init("id", id.json), .init("error", .string(result.reason.words))]
        }
        // The session's reason is more precise than the reason phrase, which is named `statusText` here.
        if let index = answer.firstIndex(where: { $0.name == "reason" }) {
            answer[index] = .init("statusText", answer[index].value)
        }
        return .object(
            answer + outcome(result) + found(findings) + [
                .init("requests", ReportJSON.requests(trace))
            ] + ReportJSON(result).members(.timings))
    }

    /// Returns the members of a session's outcome.
    static func outcome(_ result: SessionResult) -> [JSONValue.Member] {
        let added = result.addedHeaders.map(pair)
        let report = ReportJSON(result)
        return report.members(.outcome, .reason, .reasonCode, .changedBlocks)
            + (added.isEmpty ? [] : [.init("addedHeaders", .array(added))])
            + (result.showsEdits ? report.members(.editedPage) : [])
            + (result.exception == nil ? [] : report.members(.exception))
    }

    /// Returns bytes in Base64.
    static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Base64.text(bytes)) }

    /// Returns a field, with one character per byte.
    private static func pair(_ field: HeaderField) -> JSONValue {
        .array([
            .string(Bytes.latin1(field.nameBytes)), .string(Bytes.latin1(field.valueBytes)),
        ])
    }

    /// Returns the findings; empty if there are none.
    static func found(_ findings: [Finding]) -> [JSONValue.Member] {
        guard !findings.isEmpty else { return [] }
        return [
            .init(
                "findings",
                .array(findings.map { ["rule": .string($0.rule.rawValue), "message": .string($0.message)] }))
        ]
    }

    private static func members(
        _ id: EngineID, status: Int, reason: String, _ headers: Headers, _ body: [UInt8],
        _ source: FetchSource
    ) -> [JSONValue.Member] {
        [
            .init("id", id.json), .init("status", .integer(status)), .init("reason", .string(reason)),
            .init("headers", .array(headers.fields.map(pair))),
            .init("body", base64(body)), .init("from", .string(source.rawValue)),
        ]
    }

    /// Returns the status of the displayed page: after a 304 or a failed request that is the stored page, which was a
    /// 200.
    private static func pageStatus(_ result: SessionResult) -> (Int, String) {
        guard let status = result.status, status != 304, source(result.outcome) == .network else {
            return (200, "OK")
        }
        return (status, result.head?.reason ?? "")
    }

    private static func source(_ outcome: Outcome) -> FetchSource {
        switch outcome {
        case .firstLoad, .dataUpdate, .templateChange, .plain: .network
        case .allCached: .revalidated
        case .fresh, .offline, .failed: .cache
        }
    }
}
