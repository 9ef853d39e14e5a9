import CellGrid
import SonicSession

/// A figure about the page on the screen, and the command that a click on it means.
struct PageFigure {
    /// The figure as it is drawn.
    var words: String
    /// What a click on it does.
    var command: Command
}

extension [PageFigure] {
    /// All of them, side by side.
    var words: String { map(\.words).joined(separator: " ") }
}

// What is told of the page besides its lines, and what is timed from the screen.
extension Model {
    /// Where in the page the screen is, and what changed outside it.
    func pageFigures(_ plan: ScreenPlan) -> [PageFigure] {
        guard let document, document.source != .own else { return [] }
        var figures: [PageFigure] = []
        let marks = marksOffScreen
        if marks.above > 0 { figures.append(PageFigure(words: "▲\(marks.above)", command: .previousChange)) }
        if marks.below > 0 { figures.append(PageFigure(words: "▼\(marks.below)", command: .nextChange)) }
        let percent = document.percentSeen(height: pageHeight(plan))
        return figures + [PageFigure(words: "\(percent)%", command: .goToPlace)]
    }

    /// Whether the page on the screen says itself why the session failed, so that nothing else needs to.
    func pageTellsFailure(_ plan: ScreenPlan) -> Bool {
        guard let document, document.source == .own, document.top == 0, account.tabs.front.showsVisit,
            let place = plan[.page]
        else { return false }
        return visit?.result?.outcome.isTrouble ?? false
            && place.content.rows.value >= TabContext.failureRows
    }

    /// The visit whose page is drawn now for the first time: send `.framePainted` when the frame is on the
    /// screen. nil when nothing is to be timed.
    public var awaitsPaint: Int? {
        guard let visit, visit.painted == nil, account.tabs.front.showsVisit else { return nil }
        return documentVisit
    }
}
