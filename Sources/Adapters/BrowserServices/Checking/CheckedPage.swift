import CellGrid
import PageLayout
import SonicLint
import SonicProtocol
import Workbench

/// The result of a conformance check for one page, and the broken rules that are forgiven.
package struct CheckedPage {
    /// The page's address as requested.
    let url: String
    /// The verdict for each rule.
    package let verdicts: [Verdict]
    /// The forgiven rules, by name.
    let forgiven: [String: Forgiveness]
    /// The behaviour of the client models with an update of the page; nil if not requested.
    let clients: ClientModelReport?

    package init(
        url: String, verdicts: [Verdict], forgiven: [String: Forgiveness], clients: ClientModelReport?
    ) {
        self.url = url
        self.verdicts = verdicts
        self.forgiven = forgiven
        self.clients = clients
    }

    /// The reason why a broken rule does not fail the check.
    package enum Forgiveness: String {
        /// `--allow` lists it.
        case allowed
        /// It was broken in the run of `--baseline`.
        case baseline
        /// It is a SHOULD.
        case should
    }

    /// Returns the reason why a broken rule does not fail the check; nil if it does.
    func forgiveness(_ rule: Requirement) -> Forgiveness? { forgiven[rule.name] }

    /// The broken rules that fail the check.
    package var failures: [Verdict] { broken.filter { forgiveness($0.rule) == nil } }

    /// The broken rules, including forgiven ones.
    var broken: [Verdict] { verdicts.broken }

    /// The summary in one line.
    var summary: String {
        "\(verdicts.held) rules met, \(broken.count) broken, \(failures.count) of these fail the check; "
            + "\(verdicts.unseen.count) not seen"
    }

    // The output formats for the results of a check. All quoted bytes become visible text.

    // MARK: TAP

    /// Returns lines of TAP 14 (testanything.org). A forgiven broken rule is a “todo”, which fails no harness.
    ///
    /// - Parameter before: The number of preceding test points.
    package func tap(behind before: Int) -> [String] {
        var lines = ["# \(url)"]
        for (index, verdict) in verdicts.enumerated() {
            let rule = verdict.rule
            let point = "\(before + index + 1) - \(rule.name): \(rule.statement)"
            switch verdict.result {
            case .held: lines.append("ok " + point)
            case .unseen(let reason): lines.append("ok \(point) # SKIP \(reason)")
            case .broken(let evidence):
                let todo = forgiveness(rule).map { " # todo \($0.words)" } ?? ""
                lines.append("not ok \(point)\(todo)")
                lines += ["  ---", "  url: \(Self.quoted(url))", "  level: \(rule.level.rawValue)"]
                lines += ["  see: docs/reference/protocol.md#\(rule.section)", "  found:"]
                lines += evidence.map { "    - \(Self.quoted($0.words))" }
                lines.append("  ...")
            }
        }
        lines += (clients?.lines ?? []).map { "# clients:\($0)" }
        return (lines + ["# \(summary)"]).map { VisibleText.line($0) }
    }

    /// Returns a string in YAML, of which JSON is a subset.
    private static func quoted(_ text: String) -> String { JSONValue.string(text).text(.compact) }

    // MARK: JSON

    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("url", .string(url)), .init("failed", .bool(!failures.isEmpty)),
            .init("rules", .array(verdicts.map(value))),
        ]
        if let clients { members.append(.init("clients", clients.json)) }
        return .object(members)
    }

    private func value(_ verdict: Verdict) -> JSONValue {
        let rule = verdict.rule
        var members: [JSONValue.Member] = [
            .init("number", .integer(rule.number)), .init("rule", .string(rule.name)),
            .init("level", .string(rule.level.rawValue)),
            .init("section", .string("docs/reference/protocol.md#\(rule.section)")),
        ]
        switch verdict.result {
        case .held(let answers): members += [.init("result", "held"), .init("answers", .integer(answers))]
        case .unseen(let reason): members += [.init("result", "unseen"), .init("reason", .string(reason))]
        case .broken(let evidence):
            members += [
                .init("result", "broken"),
                .init("forgiven", .string(orNull: forgiveness(rule)?.rawValue)),
                .init(
                    "evidence",
                    .array(
                        evidence.map {
                            [
                                "request": .string($0.probe.rawValue),
                                "message": .string(VisibleText.line($0.sentence)),
                            ]
                        })),
            ]
        }
        return .object(members)
    }

    // MARK: JUnit

    /// A test suite in JUnit's XML format.
    package var junit: [String] {
        var lines = [
            "  <testsuite name=\"\(Self.escaped(url))\" tests=\"\(verdicts.count)\" "
                + "failures=\"\(failures.count)\" skipped=\"\(verdicts.unseen.count)\">"
        ]
        for verdict in verdicts {
            let rule = verdict.rule
            let start =
                "    <testcase classname=\"\(Self.escaped(url))\" name=\"\(rule.number) \(rule.name)\""
            switch verdict.result {
            case .held: lines.append(start + "/>")
            case .unseen(let reason):
                lines += [
                    start + ">", "      <skipped message=\"\(Self.escaped(reason))\"/>", "    </testcase>",
                ]
            case .broken(let evidence):
                let found = evidence.map(\.words).map(Self.escaped)
                let (opening, closing) =
                    forgiveness(rule).map { ("<system-out>forgiven: \($0.words)\n", "</system-out>") }
                    ?? ("<failure message=\"\(Self.escaped(rule.statement))\">", "</failure>")
                lines.append(start + ">")
                lines.append("      " + opening + found.joined(separator: "\n") + closing)
                lines.append("    </testcase>")
            }
        }
        return lines + ["  </testsuite>"]
    }

    /// Escapes text for XML; control characters, which XML cannot contain, become visible marks.
    private static func escaped(_ text: String) -> String { Escaping.text(VisibleText.line(text)) }
}

extension CheckedPage.Forgiveness {
    /// The reason as text.
    fileprivate var words: String {
        switch self {
        case .allowed: "allowed by --allow"
        case .baseline: "known from the baseline"
        case .should: "a SHOULD"
        }
    }
}
