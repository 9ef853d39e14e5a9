import Exchanges
import SessionWords
import SonicProtocol
import SonicSession

/// An explanation of a session's outcome, step by step: what was cached, requested, received, checked, stored and
/// shown. Everything in it was recorded while the session ran; what was not recorded is omitted or marked as unknown.
public struct Explanation: Sendable, Equatable {
    /// The steps in chronological order.
    public let steps: [Section]
    /// The outcome; nil while the session is running.
    public let outcome: Section?
    /// The steps and the outcome.
    public var sections: [Section] { steps + (outcome.map { [$0] } ?? []) }

    /// A step with a heading.
    public struct Section: Sendable, Equatable {
        /// The heading, such as “Classified”.
        public var title: String
        /// The lines of the step.
        public var lines: [Line]
    }

    /// A line of a step. The text may contain server data, including control characters.
    public enum Line: Sendable, Equatable {
        /// A name and its value.
        case fact(String, String)
        /// A line from the wire.
        case wire(String)
        /// The reason for the previous line.
        case why(String)
        /// A rule that was tried.
        case trial(RuleTrial)
        /// A sentence.
        case words(String)
    }

    /// Explains a session as far as it has progressed. Linear in the headers.
    /// - Parameters:
    ///   - trace: The trace of the session.
    ///   - secrets: How cookies and credentials in header lines and in addresses are handled.
    public init(_ trace: SessionTrace, secrets: Secrets = .masked) {
        var sections: [Section] = []
        var number = 0
        for turn in trace.turns {
            if turn.request != nil { number += 1 }
            let count = number > 1 ? " (request \(number))" : ""
            for section in Self.sections(turn) where !section.lines.isEmpty {
                sections.append(
                    Section(title: section.title + count, lines: Self.shown(section.lines, secrets)))
            }
        }
        sections += Self.ending(trace).filter { !$0.lines.isEmpty }
        steps = sections
        outcome = trace.result.map(Self.outcome)
    }

    /// Returns lines with their secrets masked.
    private static func shown(_ lines: [Line], _ secrets: Secrets) -> [Line] {
        guard case .masked = secrets.handling else { return lines }
        var mask = HeadMask(secrets)
        return lines.map { line in
            switch line {
            case .wire(let text): .wire(mask.line(text))
            case .fact(let name, let text): .fact(name, secrets.text(text))
            case .words(let text): .words(secrets.text(text))
            case .trial(let trial):
                .trial(
                    RuleTrial(
                        rule: trial.rule, evidence: secrets.text(trial.evidence),
                        fits: trial.fits))
            case .why: line
            }
        }
    }

    private static func sections(_ turn: SessionTrace.Turn) -> [Section] {
        [
            Section(title: "Cached", lines: turn.cache.map { cached($0, turn) } ?? []),
            Section(title: "Asked", lines: asked(turn)),
            Section(title: "Answered", lines: answered(turn)),
            Section(title: "Classified", lines: turn.classification?.trials.map { .trial($0.trial) } ?? []),
            Section(title: "Verified", lines: turn.checks.flatMap(verified)),
            Section(title: "Decided", lines: turn.judgements.map { .trial($0.trial) } + continuation(turn)),
        ]
    }

    /// The explanation as plain text: headings, and their lines indented.
    public var text: [String] {
        sections.flatMap { section in
            [section.title] + section.lines.map { "  \(Self.text($0))" } + [""]
        }.dropLast()
    }

    /// Returns a line as plain text.
    public static func text(_ line: Line) -> String {
        switch line {
        case .fact(let name, let value):
            name + String(repeating: " ", count: max(1, nameWidth - name.count)) + value
        case .wire(let text): text
        case .why(let text): "    ^ " + text
        case .trial(let trial):
            (trial.fits ? "yes  " : "no   ")
                + "\(trial.rule.rawValue): \(trial.rule.question)? \(trial.evidence)"
        case .words(let text): text
        }
    }

    /// The width of a fact's name, including the space after it.
    public static let nameWidth = 16

    // The response, and what was found about it.

    static func answered(_ turn: SessionTrace.Turn) -> [Line] {
        guard let request = turn.request else { return [] }
        var lines = turn.edits.flatMap(edited)
        if let head = turn.head {
            if head.raw.isEmpty {
                lines.append(
                    .words("raw bytes not captured; headers as the connection reports them"))
                lines.append(.wire("\(head.version) \(head.status) \(head.reason)"))
            }
            lines += fields(head)
            for field in turn.added {
                lines += [.wire("\(field.name): \(field.value)"), .why("added here; the server sent none")]
            }
            if let count = turn.bodyBytes {
                let coding = head.headers.first("content-encoding")
                lines.append(
                    .fact("body", "\(count) bytes" + (coding.map { ", \($0) undone" } ?? "")))
            }
        }
        if let failure = turn.failure {
            lines.append(.fact(turn.head == nil ? "failed" : "incomplete", failure.words(for: request.url)))
        }
        return lines
    }

    /// Returns the edits made by hand, with the original lines.
    private static func edited(_ edit: HandEdit) -> [Line] {
        var lines: [Line] = [.fact("edited", edit.words)]
        switch edit {
        case .unstored: break
        case .request(let original):
            lines.append(.wire("\(original.method) \(original.url.href)"))
            lines += original.headers.fields.map { .wire("\($0.name): \($0.value)") }
            lines.append(.why("this is the request before the edit"))
        case .answer(let edit):
            guard let original = edit.original else { break }
            lines += fields(original.head)
            lines.append(.why("this is the response as received; what follows was edited"))
        }
        return lines
    }

    /// Returns the lines of headers as received, or their fields if the bytes were not captured.
    private static func fields(_ head: ResponseHead) -> [Line] {
        head.raw.isEmpty
            ? head.headers.fields.map { .wire("\($0.name): \($0.value)") }
            : wireLines(head.raw).map { .wire(Bytes.text($0)) }
    }

    static func verified(_ check: HashCheck) -> [Line] {
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

    /// Returns what followed, if the session did not end with this response.
    static func continuation(_ turn: SessionTrace.Turn) -> [Line] {
        var lines: [Line] = []
        if let retry = turn.retry { lines.append(.words("\(retry.words): \(retry.reason)")) }
        if let target = turn.redirect { lines.append(.words("requested at \(target.href) instead")) }
        return lines
    }

    static func ending(_ trace: SessionTrace) -> [Section] {
        let shown = trace.turns.flatMap(\.screen).map { Line.words(words($0)) }
        guard let result = trace.result else { return [Section(title: "Shown", lines: shown)] }
        return [
            Section(title: "Stored", lines: [.words(words(result.storage))]),
            Section(title: "Shown", lines: shown.isEmpty ? [.words("nothing")] : shown),
        ]
    }

    static func outcome(_ result: SessionResult) -> Section {
        var lines: [Line] = [
            .fact("outcome", result.outcome.name + (result.outcome.code.map { " (\($0))" } ?? "")),
            .fact("because", result.reason.words),
        ]
        switch result.by {
        case .server: lines.append(.fact("compared by", "the server"))
        case .client: lines.append(.fact("compared by", "this program"))
        case .nobody: break
        }
        lines += result.edits.map { .fact("edited", $0.words) }
        if result.edits.isEmpty, result.showsEdits {
            lines.append(.fact("edited", "the page was edited by hand when it was stored"))
        }
        if let exception = result.exception { lines.append(.fact("exception", exception.text)) }
        if !result.changedBlocks.isEmpty {
            lines.append(.fact("changed", result.changedBlocks.joined(separator: ", ")))
        }
        return Section(title: "Outcome", lines: lines)
    }

    private static func words(_ storage: SessionResult.Storage) -> String {
        switch storage {
        case .untouched: "nothing was written"
        case .stored(let number): "as version \(number)"
        case .renewed: "the version stays; its headers and check time are updated"
        case .removed: "the page was removed from the cache"
        case .notStored(let failure, _): "storing failed: \(failure)"
        case .notAllowed(let why): "nothing is written: \(why.words)"
        }
    }

    private static func words(_ shown: SessionTrace.Shown) -> String {
        switch shown {
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
