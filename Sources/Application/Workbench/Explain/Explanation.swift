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
}
