import CellGrid
import Workbench

/// The overlay with what VasSonic's own clients would do with the last response of a session.
struct ClientsOverlay: TextOverlay {
    var text = ScrolledText()
    /// The input of the lines, which are costly: a model reads the whole page.
    private var ground: (visit: Int, isBusy: Bool, width: Column)?

    var title: String { "Clients" }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        guard let visit = model.subject else { return false }
        let ground = (visit: visit.opening.visit, isBusy: visit.isBusy, width: area.columns)
        if self.ground.map({ $0 != ground }) ?? true {
            self.ground = ground
            let report = ClientModelReport(visit.trace, ClientModel.allCases, model.setup.hashes)
            text.lines = report.lines.flatMap { line in
                let indent = String(repeating: " ", count: line.prefix { $0 == " " }.count)
                return StyledLine.wrapped(
                    VisibleText.line(line.trimmed), indent.count > 2 ? .text : .paneTitle,
                    to: area.columns - 1,
                    first: indent, indent: indent + "  ")
            }
        }
        text.clamp(height: height(in: area))
        return true
    }
}
