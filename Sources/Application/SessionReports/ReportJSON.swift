import SessionWords
import SonicLint
import SonicProtocol
import SonicSession

/// Members of JSON about a session, for `sonic get --json`, the engine, `sonic watch`, and HAR logs. Each is made here
/// only; a format lists those that it has (docs/reference/protocol.md#json).
package struct ReportJSON {
    private let result: SessionResult
    private let secrets: Secrets

    /// Creates the members for a session's result.
    package init(_ result: SessionResult, _ secrets: Secrets = .kept) {
        self.result = result
        self.secrets = secrets
    }

    /// A member about the outcome.
    package enum Name: String {
        case url, requested, outcome, why, code, reason, reasonCode, by, comparedBy, via, status, edited,
            editedPage,
            exception, changedBlocks, bytesReceived, bytesSent, timings, storage, redirects
    }

    /// Returns members in this order; `why` only if the outcome has one.
    package func members(_ names: Name...) -> [JSONValue.Member] {
        names.compactMap { name in value(name).map { JSONValue.Member(name.rawValue, $0) } }
    }

    private func value(_ name: Name) -> JSONValue? {
        switch name {
        case .url: .string(secrets.text(result.url.href))
        case .requested: .string(secrets.text(result.requested.href))
        case .outcome: .string(result.outcome.name)
        case .why: result.outcome.why.map { .string($0) }
        case .code: .integer(orNull: result.outcome.code)
        case .reason: .string(secrets.text(result.reason.words))
        case .reasonCode: .string(orNull: result.reason.code)
        case .by, .comparedBy: .string(result.by.rawValue)
        case .via: .string(orNull: result.answeredBy?.rawValue)
        case .status: .integer(orNull: result.status)
        case .edited: .array(result.edits.map(edit))
        case .editedPage: .bool(result.showsEdits)
        case .exception: .string(orNull: result.exception?.text)
        case .changedBlocks: .array(result.changedBlocks.map { .string($0) })
        case .bytesReceived: .integer(result.bytesReceived)
        case .bytesSent: .integer(result.bytesSent)
        case .timings: Self.timings(result.timings)
        case .storage: storage
        case .redirects: .array(result.redirects.map(Self.redirect))
        }
    }

    private var storage: JSONValue {
        switch result.storage {
        case .untouched: ["did": "nothing"]
        case .stored(let number): ["did": "stored", "version": .integer(number)]
        case .renewed: ["did": "renewed"]
        case .removed: ["did": "removed"]
        case .notStored: ["did": "nothing", "why": "the cache could not be written"]
        case .notAllowed(let why): ["did": "nothing", "why": .string(why.words)]
        }
    }

    /// Returns a manual change in the session.
    private func edit(_ edit: HandEdit) -> JSONValue {
        let (what, original): (JSONValue, JSONValue?) =
            switch edit {
            case .unstored: ("storage", nil)
            case .request(let original):
                (
                    "request",
                    [
                        "method": .string(original.method), "url": .string(secrets.text(original.url.href)),
                        "headers": fields(original.headers.fields),
                    ]
                )
            case .answer(let answer):
                (
                    "answer",
                    answer.original.map { original in
                        [
                            "status": .integer(original.head.status),
                            "headers": fields(original.head.headers.fields),
                            "bytes": .integer(original.body.count),
                            "body": .string(orNull: String(validating: original.body, as: UTF8.self)),
                        ]
                    }
                )
            }
        return ["what": what, "words": .string(secrets.text(edit.words)), "original": original ?? .null]
    }

    /// Returns fields as pairs of name and value.
    package func fields(_ fields: [HeaderField]) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string(secrets.value(of: $0))]) })
    }

    private static func redirect(_ redirect: SessionResult.Redirect) -> JSONValue {
        [
            "from": .string(redirect.from.href), "to": .string(redirect.to.href),
            "status": .integer(redirect.status), "recalled": .bool(redirect.isCached),
        ]
    }

    /// Returns the milliseconds of each phase, in the order of the phases.
    package static func timings(_ timings: [SessionPhase: Duration]) -> JSONValue {
        .object(
            SessionPhase.allCases.compactMap { phase in
                timings[phase].map { .init(phase.rawValue, .number($0.millisecondsToMicrosecond)) }
            })
    }

    // MARK: Requests

    /// Returns an object for each request, in order: the data of the inspector's views of times and connection.
    package static func requests(_ trace: SessionTrace) -> JSONValue {
        .array(trace.turns.compactMap { turn in turn.request.map { value($0, turn) } })
    }

    private static func value(_ request: Request, _ turn: SessionTrace.Turn) -> JSONValue {
        let report = turn.report
        return [
            "method": .string(request.method), "url": .string(request.url.withoutCredentials.href),
            "status": .integer(orNull: turn.head?.status),
            "failure": .string(orNull: turn.failure?.words(for: request.url)),
            "via": .string(orNull: report?.answeredBy?.rawValue), "peer": .string(orNull: report?.peer),
            "protocol": .string(orNull: report?.version), "tls": .string(orNull: report?.tls),
            "certificate": report?.certificate.map(certificate) ?? .null,
            "bytesSent": .integer(orNull: report?.bytesSent),
            "bytesReceived": .integer(orNull: report?.bytesReceived),
            "bodyOnWire": .integer(orNull: report?.bodyBytesReceived),
            "bodyDecoded": .integer(orNull: turn.bodyBytes),
            "timings": report.map { report in
                let phases = report.timings.map { (SessionPhase($0.key), $0.value) }
                return timings(Dictionary(uniqueKeysWithValues: phases))
            } ?? .null,
        ]
    }

    private static func certificate(_ shown: PeerCertificate) -> JSONValue {
        [
            "subject": .string(shown.subject), "issuer": .string(shown.issuer),
            "validFrom": .string(shown.validFrom), "validUntil": .string(shown.validUntil),
            "verdict": .string(shown.verdict),
        ]
    }
}

/// Findings as commands print them.
package enum FindingText {
    /// Returns a line for each finding, with its rule if that is a lint rule; the last one of such a rule is
    /// followed by the reason and the fix.
    package static func lines(_ findings: [Finding]) -> [String] {
        findings.indices.flatMap { index in
            let finding = findings[index]
            let advice = finding.advice
            let isLast = !findings[(index + 1)...].contains {
                $0.rule == finding.rule && $0.cause == finding.cause
            }
            let name = advice == nil ? "" : " \(finding.rule.rawValue)"
            return ["\(finding.severity.rawValue)\(name): \(finding.message)"]
                + ((isLast ? advice : nil).map { ["  why: \($0.why)", "  fix: \($0.fix)"] } ?? [])
        }
    }

    /// Returns the findings as a part of a report, below a heading; nothing if there are none.
    package static func section(_ findings: [Finding]) -> [String] {
        findings.isEmpty ? [] : ["", "Found"] + lines(findings).map { "  " + $0 }
    }

    /// Returns an object for each finding; reason and fix are null if its rule is not a lint rule.
    package static func json(_ findings: [Finding]) -> JSONValue {
        .array(
            findings.map { finding in
                let advice = finding.advice
                return [
                    "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
                    "message": .string(finding.message), "why": .string(orNull: advice?.why),
                    "mend": .string(orNull: advice?.fix),
                ]
            })
    }
}
