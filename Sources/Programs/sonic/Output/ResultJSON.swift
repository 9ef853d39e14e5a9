import Browser
import BrowserServices
import Exchanges
import HTML
import SessionWords
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

/// The result of a session as `sonic get --json` prints it (docs/reference/protocol.md#json).
enum ResultJSON {
    static func value(
        _ result: SessionResult, _ trace: SessionTrace, _ source: SourceDifference?, _ report: LintReport,
        _ callback: DiffCallback?, _ clients: ClientModelReport?, _ explanation: Explanation?,
        _ secrets: Secrets, _ encoding: EncodingChoice?
    ) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("url", .string(result.url.href)),
            .init("requested", .string(result.requested.href)),
            .init("sessionId", .string(sessionID(result.pageID))),
            .init("outcome", .string(result.outcome.name)),
        ]
        if let why = result.outcome.why { members.append(.init("why", .string(why))) }
        members += [
            .init("code", result.outcome.code.map { .integer($0) } ?? .null),
            .init("reason", .string(result.reason.words)),
            .init("by", .string(result.by.rawValue)),
            .init("via", .string(orNull: result.answeredBy?.rawValue)),
            .init("status", result.status.map { .integer($0) } ?? .null),
            .init(
                "addedHeaders",
                .array(
                    result.addedHeaders.map { .array([.string($0.name), .string(secrets.value(of: $0))]) })),
            .init("edited", .array(result.edits.map { edit($0, secrets) })),
            .init("editedPage", .bool(result.showsEdits)),
            .init("exception", .string(orNull: result.exception?.text)),
            .init("changedBlocks", .array(result.changedBlocks.map { .string($0) })),
            .init("sourceChange", source.map(place) ?? .null),
            .init("bytesReceived", .integer(result.bytesReceived)),
            .init("bytesSent", .integer(result.bytesSent)),
            .init("timings", RequestJSON.timings(result.timings)),
            .init("storage", storage(result.storage)),
            .init("requests", .array(RequestJSON.values(trace))),
            .init("redirects", .array(result.redirects.map(redirect))),
            .init("phoneIds", clientIDs(result)),
            .init("callback", json(callback)),
            .init(
                "encoding",
                encoding.map { ["name": .string($0.encoding.name), "from": .string($0.origin.words)] }
                    ?? .null),
            .init("problems", FindingText.json(report.findings)),
        ]
        if let clients { members.append(.init("clients", clients.json)) }
        if let explanation { members.append(.init("explanation", steps(explanation))) }
        return .object(members)
    }

    private static func place(_ source: SourceDifference) -> JSONValue {
        [
            "line": .integer(source.line), "column": .integer(source.column), "old": .string(source.old),
            "new": .string(source.new),
        ]
    }

    /// Returns an object for each step.
    private static func steps(_ explanation: Explanation) -> JSONValue {
        .array(
            explanation.sections.map { section in
                [
                    "step": .string(section.title),
                    "lines": .array(section.lines.map { .string(Explanation.text($0)) }),
                ]
            })
    }

    private static func storage(_ storage: SessionResult.Storage) -> JSONValue {
        switch storage {
        case .untouched: ["did": "nothing"]
        case .stored(let number): ["did": "stored", "version": .integer(number)]
        case .renewed: ["did": "renewed"]
        case .removed: ["did": "removed"]
        case .notStored: ["did": "nothing", "why": "the cache could not be written"]
        case .notAllowed(let why): ["did": "nothing", "why": .string(why.words)]
        }
    }

    /// Returns a manual change in the session.
    private static func edit(_ edit: HandEdit, _ secrets: Secrets) -> JSONValue {
        switch edit {
        case .unstored:
            return ["what": "storage", "words": .string(secrets.text(edit.words)), "original": .null]
        case .request(let original):
            return [
                "what": "request", "words": .string(secrets.text(edit.words)),
                "original": [
                    "method": .string(original.method), "url": .string(secrets.text(original.url.href)),
                    "headers": fields(original.headers, secrets),
                ],
            ]
        case .answer(let answer):
            let original = answer.original.map { original -> JSONValue in
                [
                    "status": .integer(original.head.status),
                    "headers": fields(original.head.headers, secrets),
                    "bytes": .integer(original.body.count),
                    "body": .string(orNull: String(validating: original.body, as: UTF8.self)),
                ]
            }
            return [
                "what": "answer", "words": .string(secrets.text(edit.words)), "original": original ?? .null,
            ]
        }
    }

    private static func fields(_ headers: Headers, _ secrets: Secrets) -> JSONValue {
        .array(headers.fields.map { .array([.string($0.name), .string(secrets.value(of: $0))]) })
    }

    /// Returns the result for the page's script.
    private static func json(_ callback: DiffCallback?) -> JSONValue {
        ["sonicStatus": .integer(SonicStatus(callback).rawValue), "received": callback?.json ?? .null]
    }

    private static func redirect(_ redirect: SessionResult.Redirect) -> JSONValue {
        [
            "from": .string(redirect.from.href), "to": .string(redirect.to.href),
            "status": .integer(redirect.status), "recalled": .bool(redirect.isCached),
        ]
    }

    /// Returns an id as one word: the account, if any, before the digest.
    static func sessionID(_ id: PageID) -> String {
        id.account.isEmpty ? id.digest : id.account + "_" + id.digest
    }

    private static func clientIDs(_ result: SessionResult) -> JSONValue {
        let ids = ClientPageIDs(url: result.url, account: result.pageID.account, hashes: .nettle)
        return ["ios": .string(ids.ios), "android": .string(ids.android)]
    }
}

/// Findings as commands print them.
enum FindingText {
    /// Returns a line for each finding, with its rule if that is a lint rule; the last one of such a rule is
    /// followed by the reason and the fix.
    static func lines(_ findings: [Finding]) -> [String] {
        findings.indices.flatMap { index in
            let finding = findings[index]
            let advice = finding.rule.advice
            let isLast = !findings[(index + 1)...].contains { $0.rule == finding.rule }
            let name = advice == nil ? "" : " \(finding.rule.rawValue)"
            return ["\(finding.severity.rawValue)\(name): \(finding.message)"]
                + ((isLast ? advice : nil).map { ["  why: \($0.why)", "  fix: \($0.fix)"] } ?? [])
        }
    }

    /// Returns an object for each finding; reason and fix are null if its rule is not a lint rule.
    static func json(_ findings: [Finding]) -> JSONValue {
        .array(
            findings.map { finding in
                let advice = finding.rule.advice
                return [
                    "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
                    "message": .string(finding.message), "why": .string(orNull: advice?.why),
                    "mend": .string(orNull: advice?.fix),
                ]
            })
    }
}
