import CellGrid
import SessionReports
import SonicSession
import Workbench

/// An overlay of words about the session in front, or about the exchange under the cursor of the traffic.
struct SessionOverlay: TextOverlay {
    /// What it is about.
    enum Topic: String {
        case facts = "Session details"
        case findings = "Findings"
        /// One record per line, after the last sessions of the page.
        case log = "Log of this session"
        /// What VasSonic's own clients would do with the last response.
        case clients = "Clients"
    }

    let topic: Topic
    var text = ScrolledText()
    /// The input of lines that are costly: a model of a client reads the whole page.
    private var costly: (visit: Int, isBusy: Bool, width: Column)?

    init(_ topic: Topic) { self.topic = topic }

    var title: String { topic.rawValue }

    var hints: [Command] {
        [.closeOverlay] + (topic == .facts ? [.toggleSecrets] : [])
            + [.lineDown, .lineUp, .pageDown, .quitAtOnce]
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        guard let visit = topic == .log ? model.visit : model.subject else { return false }
        let width = area.columns
        switch topic {
        case .facts: text.lines = FactsText(visit: visit, model: model, width: width).lines
        case .findings:
            let isInFront = visit.opening.visit == model.visit?.opening.visit
            let source = isInFront ? model.document?.unseenChange : nil
            text.lines = FindingsText(visit: visit, source: source, width: width).lines
        case .log:
            let runs = RunsText(runs: model.runsInFront, plot: model.plot, width: width)
            text.lines = (runs.isEmpty ? [] : runs.lines + [StyledLine()]) + Self.log(of: visit, width: width)
        case .clients:
            let input = (visit: visit.opening.visit, isBusy: visit.isBusy, width: width)
            if costly.map({ $0 != input }) ?? true {
                costly = input
                text.lines = Self.clients(visit, model, width: width)
            }
        }
        text.clamp(height: height(in: area))
        return true
    }

    private static func clients(_ visit: Visit, _ model: Model, width: Column) -> [StyledLine] {
        ClientModelReport(visit.trace, ClientModel.allCases, model.setup.hashes).lines.flatMap { line in
            let indent = String(line.prefix { $0 == " " })
            return StyledLine.paragraph(
                line.trimmed, indent.count > 2 ? .text : .paneTitle, to: width - 1, lead: indent, hanging: 2)
        }
    }

    private static func log(of visit: Visit, width: Column) -> [StyledLine] {
        visit.trace.log.flatMap { record in
            let label = " " + record.at.brief.leftPadded(to: 8) + "  "
            let event = record.event == .step ? "" : record.event.rawValue
            let message =
                if case .entered(let phase) = record.content { SessionFact.word(of: phase) } else {
                    record.message
                }
            var lines = StyledLine.labelled(
                label, .dimmed, event.isEmpty ? message : event + ": " + message,
                indent: label.count, to: width)
            if !event.isEmpty { lines[0].mark(event, ofRun: 1, .name) }
            return lines
        }
    }
}
