import Browser
import CellGrid
import Exchanges
import HTML
import SessionReports
import SessionWords
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

/// What `sonic get` prints of a session, as text or as JSON (docs/reference/protocol.md#json).
struct GetReport {
    let result: SessionResult
    let trace: SessionTrace
    let findings: [Finding]
    /// What a script of the page would receive; nil for nothing.
    let callback: DiffCallback?
    /// What the page's script did with that; nil if it did not run.
    let verdict: CallbackVerdict?
    /// What other clients would make of the response; nil if not requested.
    let clients: ClientModelReport?
    /// The encoding of the page; nil if there is no page.
    let encoding: EncodingChoice?
    /// Notes about the request that the session does not have.
    let notes: [String]
    let secrets: Secrets
    let isExplained: Bool

    private var report: SessionReport { SessionReport(trace) }

    // MARK: Text

    /// The lines, without control characters.
    var lines: [String] { (isExplained ? explanation : summary).map(VisibleText.line) }

    private var explanation: [String] {
        SessionReport.text(report.sections, secrets) + FindingText.section(findings) + (clients?.lines ?? [])
            + (verdict?.report ?? [])
    }

    private var summary: [String] {
        var facts = report.redirects
        facts += report.outcome.filter { !$0.isTold }
        var lines = SessionReport.text(facts, .kept)
        if let source {
            let what = source.what.map { " (\($0))" } ?? ""
            lines.append(
                "source: \(isTemplate ? "the first change outside the blocks is in" : "the first change is in") \(source.words)\(what)"
            )
        }
        let phases = SessionPhase.allCases.compactMap { phase in
            result.timings[phase].map { "\(phase.rawValue) \(Self.rounded($0.milliseconds)) ms" }
        }
        let times = (phases.isEmpty ? "" : "; ") + phases.joined(separator: ", ")
        lines.append("\(result.bytesReceived) bytes received\(times)")
        lines += (notes + SessionReport.text(report.notes, .kept)).map { "request: \($0)" }
        lines += FindingText.lines(findings)
        if let encoding, encoding.isChosen { lines.append("read as \(encoding)") }
        return [Self.title(result, result.url)] + lines.map { "  " + $0 } + (clients?.lines ?? [])
            + (verdict?.report ?? []).map { "  " + $0 }
    }

    /// Returns the outcome as scripts know it, with the address.
    static func title(_ result: SessionResult, _ url: WebURL) -> String {
        result.outcome.name + (result.outcome.code.map { " (\($0))" } ?? "") + "  \(url.href)"
    }

    private static func rounded(_ milliseconds: Double) -> String {
        let tenths = Int((milliseconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Whether the change to be named is one of the template.
    private var isTemplate: Bool { result.outcome == .templateChange }

    /// The first difference of the page from the stored one that it replaced, of a template change outside the blocks;
    /// nil if there is none, or if the bytes of one were released. Linear.
    private var source: SourceDifference? { SourceDifference(trace, result.outcome) }

    // MARK: JSON

    var json: JSONValue {
        let report = ReportJSON(result, .kept)
        let masked = ReportJSON(result, secrets)
        var members = report.members(.url, .requested)
        members.append(.init("sessionId", .string(Self.sessionID(result.pageID))))
        members += report.members(.outcome, .why, .code, .reason, .reasonCode, .by, .via, .status)
        members.append(.init("addedHeaders", masked.fields(result.addedHeaders)))
        members += masked.members(.edited, .editedPage, .exception, .changedBlocks)
        members.append(.init("sourceChange", source.map(Self.place) ?? .null))
        members += report.members(.bytesReceived, .bytesSent, .timings, .storage)
        members.append(.init("requests", ReportJSON.requests(trace)))
        members += report.members(.redirects)
        let ids = ClientPageIDs(url: result.url, account: result.pageID.account, hashes: .nettle)
        members += [
            .init("phoneIds", ["ios": .string(ids.ios), "android": .string(ids.android)]),
            .init(
                "callback",
                [
                    "sonicStatus": .integer(SonicStatus(callback).rawValue),
                    "received": callback?.json ?? .null, "run": verdict?.json ?? .null,
                ]),
            .init(
                "encoding",
                encoding.map { ["name": .string($0.encoding.name), "from": .string($0.origin.words)] }
                    ?? .null),
            .init("problems", FindingText.json(findings)),
        ]
        if let clients { members.append(.init("clients", clients.json)) }
        if isExplained { members.append(.init("explanation", steps)) }
        return .object(members)
    }

    private static func place(_ source: SourceDifference) -> JSONValue {
        [
            "line": .integer(source.line), "column": .integer(source.column), "old": .string(source.old),
            "new": .string(source.new),
        ]
    }

    /// An object for each step.
    private var steps: JSONValue {
        .array(
            report.sections.map { section in
                [
                    "step": .string(section.jsonTitle),
                    "lines": .array(section.lines(secrets).map { .string($0.text) }),
                ]
            })
    }

    /// Returns an id as one word: the account, if any, before the digest.
    static func sessionID(_ id: PageID) -> String {
        id.account.isEmpty ? id.digest : id.account + "_" + id.digest
    }
}

extension SessionFact {
    /// Whether the first line or JSON tells it.
    fileprivate var isTold: Bool {
        if case .outcome = self { return true }
        if case .storage = self { return true }
        if case .connection(.network) = self { return true }
        return if case .shownFirst = self { true } else { false }
    }
}
