import CellGrid

// The screen's geometry: what there is room for, and where it stands.
extension Model {
    /// Where everything stands.
    var plan: ScreenPlan {
        ScreenPlan(
            size: screen.size, arrangement: screen.arrangement, focus: screen.focus,
            zoomed: screen.zoomed != nil, diff: screen.wantsDiff,
            tabs: account.tabs.count, shares: screen.shares)
    }

    /// Where the page's lines go, gutter included; the whole body when the pane is not on the screen.
    func pageArea(_ plan: ScreenPlan) -> Rect {
        plan[.page]?.content ?? plan.body
    }

    /// The lines of the page that fit.
    func pageHeight(_ plan: ScreenPlan) -> Int { max(1, pageArea(plan).rows.value) }

    /// The columns left of the page's text, where changed lines are marked.
    func gutter(_ area: Rect) -> Column { area.columns >= 40 ? 2 : 1 }

    /// The width that the page's lines are broken at: what the gutter and a blank at the right leave, and of flowing text
    /// no more than is easy to read.
    func pageWidth(_ area: Rect) -> Int {
        let room = max(1, (area.columns - gutter(area) - 1).value)
        guard document?.isFlowing ?? true, let most = settings.general.textWidth else { return room }
        return min(room, max(Self.narrowestText, most))
    }

    /// The fewest columns that text is limited to.
    private static let narrowestText = 20

    /// Where the page's lines go in an area that may be wider than they are, gutter included.
    func textArea(_ area: Rect) -> Rect {
        guard settings.general.textAlign == .center, let document else { return area }
        let spare = area.columns - gutter(area) - 1 - Column(document.layout.width)
        var text = area
        text.column += max(0, spare) / 2
        text.columns = area.endColumn - text.column
        return text
    }

    /// Breaks the page's lines for the room there is.
    mutating func resizeDocuments(_ plan: ScreenPlan) {
        let width = pageWidth(pageArea(plan))
        document?.resize(width: width)
        let (preformatted, text) = (chosen.preformatted, textArea(pageArea(plan)))
        let room = (text.columns - gutter(text) - 1).value
        document?.lay(preformatted: preformatted, room: room)
    }
}
