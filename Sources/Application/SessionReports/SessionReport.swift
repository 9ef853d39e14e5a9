import SessionWords
import SonicLint
import SonicProtocol
import SonicSession

/// The report of one session: everything that panes, commands and logs say about it, as typed facts in sections.
///
/// It is made from a trace alone, so what was not recorded is omitted. Renderers turn its facts into lines
/// (`ReportLine`), text and JSON; no other code turns an outcome, a reason, a step or a storage result into words.
public struct SessionReport: Sendable {
    /// The trace of the session.
    public let trace: SessionTrace
    /// The findings about its responses and its page; nil while they have not been checked.
    public let lint: LintReport?
    /// The time until the page was on the screen; nil if unknown.
    public let painted: Duration?

    /// Creates the report of a session as far as it has progressed.
    public init(_ trace: SessionTrace, lint: LintReport? = nil, painted: Duration? = nil) {
        self.trace = trace
        self.lint = lint
        self.painted = painted
    }

    /// A step of the session, or another group of facts.
    public struct Section: Sendable {
        /// The topic.
        public let topic: Topic
        /// The number of the request, if the session made several; nil for a single one, and for the whole session.
        public let request: Int?
        /// The facts, in order.
        public let facts: [SessionFact]
    }

    /// The topic of a section; the raw value is its name in JSON.
    public enum Topic: String, Sendable, CaseIterable {
        case cached, requested = "asked", received = "answered", classified, verified, decided, stored, shown
        case outcome
    }

    /// The session's result; nil while it is running.
    public var result: SessionResult? { trace.result }

    /// The findings: those of the rules once they are known, before that those of the session.
    public var findings: [Finding] { lint?.findings ?? trace.result?.findings.map(\.finding) ?? [] }

    /// The outcome with its evidence; empty while the session is running.
    public var outcome: [SessionFact] {
        guard let result else { return [] }
        var facts: [SessionFact] = [.outcome(result.outcome), .reason(result.reason)]
        if let name = result.answeredBy { facts.append(.connection(name)) }
        if result.by != .nobody { facts.append(.compared(result.by)) }
        if !result.changedBlocks.isEmpty { facts.append(.changed(result.changedBlocks)) }
        facts += result.edits.map { .edited($0) }
        if result.edits.isEmpty, result.showsEdits { facts.append(.storedEdited) }
        if let exception = result.exception { facts.append(.exception(exception)) }
        facts += result.addedHeaders.map { .added($0) }
        if let age = trace.begunBefore { facts.append(.begunBefore(age)) }
        if case .hit(let number, _) = trace.screen.cache { facts.append(.shownFirst(version: number)) }
        return facts + [.storage(result.storage)]
    }

    /// The redirects that were followed.
    public var redirects: [SessionFact] { (result?.redirects ?? []).map { .followed($0) } }

    /// The number of bytes, and the time spent in each phase.
    public var cost: [SessionFact] {
        guard let result else { return [] }
        return [.received(result.bytesReceived), .sent(result.bytesSent)]
            + (painted.map { [.painted($0)] } ?? [])
            + SessionPhase.allCases.compactMap { phase in result.timings[phase].map { .time(phase, $0) } }
    }

    /// Why the requests have, or lack, their tags and cookies.
    public var notes: [SessionFact] { trace.turns.flatMap { $0.notes.map { .note($0) } } }
}

extension SessionReport.Section {
    /// The heading, such as “Classified”.
    public var title: String { heading("\(topic)") }

    /// The heading in JSON, such as “Asked (request 2)”.
    package var jsonTitle: String { heading(topic.rawValue) }

    private func heading(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst() + (request.map { " (request \($0))" } ?? "")
    }

    /// Returns the lines of all facts. Linear in their content.
    package func lines(_ secrets: Secrets) -> [ReportLine] {
        var mask = HeadMask(secrets)
        return facts.flatMap { $0.lines(secrets) }.map { $0.masked(secrets, &mask) }
    }
}

extension SessionReport {
    /// Returns sections as plain text: headings, and their lines indented.
    package static func text(_ sections: [Section], _ secrets: Secrets) -> [String] {
        sections.flatMap { section in
            [section.title] + section.lines(secrets).map { "  \($0.text)" } + [""]
        }.dropLast()
    }

    /// Returns facts as plain text: `name: value`; a reason is a sentence of its own.
    package static func text(_ facts: [SessionFact], _ secrets: Secrets) -> [String] {
        facts.flatMap { $0.lines(secrets) }.map { line in
            switch line {
            case .fact("because", let value), .fact("redirected", let value): secrets.text(value)
            case .fact(let name, let value): "\(name): \(secrets.text(value))"
            case .wire, .why, .trial, .words: secrets.text(line.text)
            }
        }
    }

    /// Where the page on the screen comes from, as the beginning of a sentence.
    public var pageOrigin: String {
        let stored = trace.turns.last?.stored.map { "stored version \($0.number)" } ?? "the stored page"
        return switch result?.outcome {
        case .dataUpdate?: "Merged page: \(stored) with the data of the update"
        case .allCached?: "The page: \(stored), which is up to date"
        case .firstLoad?, .templateChange?, .plain?: "The full page received"
        case .fresh?, .offline?, .failed?: "The page: \(stored)"
        case nil: "The page so far: \(stored)"
        }
    }
}
