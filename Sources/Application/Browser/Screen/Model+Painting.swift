import CellGrid
import SonicSession

/// A figure about the page on the screen, and the command that a click on it performs.
struct PageFigure {
    /// The displayed text.
    var words: String
    /// The command that a click performs.
    var command: Command
}

extension [PageFigure] {
    /// The text of all figures, separated by blanks.
    var words: String { map(\.words).joined(separator: " ") }
}

// Figures about the page next to its lines, and the timing of frames.
extension Model {
    /// Returns the scroll position in the page, and the numbers of changes outside of the screen.
    func pageFigures(_ plan: ScreenPlan) -> [PageFigure] {
        guard let document, document.source != .own else { return [] }
        var figures: [PageFigure] = []
        let marks = marksOffScreen
        if marks.above > 0 { figures.append(PageFigure(words: "▲\(marks.above)", command: .previousChange)) }
        if marks.below > 0 { figures.append(PageFigure(words: "▼\(marks.below)", command: .nextChange)) }
        let percent = document.percentSeen(height: pageHeight(plan))
        return figures + [PageFigure(words: "\(percent)%", command: .goToPlace)]
    }

    /// Returns whether the page on the screen states why the session failed, so that no other part needs to.
    func pageTellsFailure(_ plan: ScreenPlan) -> Bool {
        guard let document, document.source == .own, document.top == 0, account.tabs.front.showsVisit,
            let place = plan[.page]
        else { return false }
        return visit?.result?.outcome.isTrouble ?? false
            && place.content.rows.value >= TabContext.failureRows
    }

    /// The visit whose page is about to be drawn for the first time; nil if no frame is to be timed. Send
    /// `.framePainted` once the frame is on the screen.
    public var awaitsPaint: Int? {
        guard let visit, visit.painted == nil, account.tabs.front.showsVisit else { return nil }
        return documentVisit
    }
}
