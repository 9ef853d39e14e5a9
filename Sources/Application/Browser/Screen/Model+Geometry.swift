import CellGrid

// The geometry of the screen.
extension Model {
    /// The positions of all parts of the screen.
    var plan: ScreenPlan {
        ScreenPlan(
            size: screen.size, arrangement: screen.arrangement, focus: screen.focus,
            zoomed: screen.zoomed != nil, diff: screen.wantsDiff,
            tabs: account.tabs.count, shares: screen.shares)
    }

    /// Returns the area of the page's lines, gutter included; the whole body if the pane is not on the screen.
    func pageArea(_ plan: ScreenPlan) -> Rect {
        plan[.page]?.content ?? plan.body
    }

    /// Returns the number of lines of the page that fit.
    func pageHeight(_ plan: ScreenPlan) -> Int { max(1, pageArea(plan).rows.value) }

    /// Returns the number of columns left of the page's text, in which changed lines are marked.
    func gutter(_ area: Rect) -> Column { area.columns >= 40 ? 2 : 1 }

    /// Returns the width at which the page's lines are broken: that of the area without the gutter and a blank at the
    /// right, for flowing text limited to a readable width.
    func pageWidth(_ area: Rect) -> Int {
        let room = max(1, (area.columns - gutter(area) - 1).value)
        guard document?.isFlowing ?? true, let most = settings.general.textWidth else { return room }
        return min(room, max(Self.narrowestText, most))
    }

    /// The lower bound of the configured text width, in columns.
    private static let narrowestText = 20

    /// Returns the area of the page's lines, gutter included, within an area that may be wider than they are.
    func textArea(_ area: Rect) -> Rect {
        guard settings.general.textAlign == .center, let document else { return area }
        let spare = area.columns - gutter(area) - 1 - Column(document.layout.width)
        var text = area
        text.column += max(0, spare) / 2
        text.columns = area.endColumn - text.column
        return text
    }

    /// Breaks the page's lines for the available width.
    mutating func resizeDocuments(_ plan: ScreenPlan) {
        let width = pageWidth(pageArea(plan))
        document?.resize(width: width)
        let (preformatted, text) = (chosen.preformatted, textArea(pageArea(plan)))
        let room = (text.columns - gutter(text) - 1).value
        document?.lay(preformatted: preformatted, room: room)
    }
}
