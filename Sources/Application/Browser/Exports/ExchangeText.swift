import CellGrid
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

/// A session as text for a bug report: how it ended, the findings, each step with its reasons, and the bodies.
struct ExchangeText {
    let visit: Visit
    let program: String
    let secrets: Secrets

    /// The maximum number of bytes of a body in a report.
    private static let longestBody = 8_000

    /// All lines, without control characters. Linear in their content.
    var lines: [String] {
        let steps = SessionReport.text(visit.sessionReport.steps, secrets)
        let found = FindingText.section(visit.report?.findings ?? [])
        return (ending + found + [""] + steps + [""] + bodies).map { VisibleText.line(secrets.text($0)) }
    }

    private var ending: [String] {
        guard let result = visit.result else {
            return ["\(visit.opening.url.href), under way", "with \(program)"]
        }
        let verdict = SessionVerdict(result)
        return ["\(result.url.href): \(verdict.nameAndCode)", result.reason.words, "with \(program)"]
    }

    private var bodies: [String] {
        visit.trace.turns.enumerated().flatMap { index, turn -> [String] in
            guard let body = turn.body, !body.isEmpty else { return [] }
            let type = turn.head?.headers.first("content-type") ?? "no Content-Type"
            let which = visit.trace.turns.count > 1 ? " of request \(index + 1)" : ""
            let title = "Body\(which), \(body.count) bytes, \(type)"
            guard String(validating: body, as: UTF8.self) != nil else {
                return [title, "  not UTF-8, so not shown here", ""]
            }
            let lines = body.prefix(Self.longestBody).split(separator: 0x0A)
                .map { "  " + String(decoding: $0, as: UTF8.self) }
            let rest =
                body.count > Self.longestBody ? ["  … \(body.count - Self.longestBody) more bytes"] : []
            return [title] + lines + rest + [""]
        }
    }
}
