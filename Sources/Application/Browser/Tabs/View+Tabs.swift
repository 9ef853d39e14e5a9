import CellGrid

// The tab line.
extension Screen {
    mutating func drawTabLine() {
        guard let area = plan.tabLine else { return }
        frame.fill(area, style: theme[.hint])
        draw(TabLine(model.account.tabs, width: area.columns).line, at: area.origin, in: area)
    }
}
