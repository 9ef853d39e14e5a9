import CellGrid
import SonicLint
import SonicProtocol
import Workbench

// The conformance of a page's server, by the rules of `sonic check`.
extension Model {
    /// Checks the server of the page in front.
    mutating func check() -> [Effect] {
        guard let url = subjectURL?.withoutFragment.withoutCredentials, url.isHTTP else {
            return refuse("Only the server of an http or https page can be checked.")
        }
        let title = VisibleText.line("Check of \(url.href)")
        overlay = TextDialog(
            title: title, [.init(text: "The server is checked by about 20 requests…", role: .dimmed)])
        return [
            .ask(
                .check(
                    url,
                    reply { model, verdicts in
                        guard (model.overlay as? TextDialog)?.title == title else { return }
                        model.overlay = TextDialog(title: title, Self.lines(verdicts))
                    }))
        ]
    }

    /// Returns the broken rules with their evidence, the required ones first, then what was not seen.
    private static func lines(_ verdicts: [Verdict]) -> [StyledLine.Run] {
        var (required, advised, unseen): ([StyledLine.Run], [StyledLine.Run], [StyledLine.Run]) = ([], [], [])
        for verdict in verdicts {
            let title = "\(verdict.rule.name): \(verdict.rule.statement)"
            switch verdict.result {
            case .held: break
            case .unseen(let why):
                unseen.append(.init(text: VisibleText.line("– \(title) (\(why))"), role: .dimmed))
            case .broken(let evidence):
                let isAdvice = verdict.rule.level == .should
                let lines: [StyledLine.Run] =
                    [.init(text: VisibleText.line("! \(title)"), role: Role(isAdvice ? .warning : .error))]
                    + evidence.map {
                        .init(text: VisibleText.line("    \($0.probe.rawValue): \($0.sentence)"), role: .text)
                    }
                if isAdvice { advised += lines } else { required += lines }
            }
        }
        let broken = verdicts.count { if case .broken = $0.result { true } else { false } }
        let sum =
            "\(verdicts.count - broken - unseen.count) rules met, \(broken) broken, \(unseen.count) not seen"
        return [.init(text: sum, role: .name), .init(text: "", role: .text)] + required + advised + unseen
    }
}
