import CellGrid
import Configuration

/// Draws the model. Linear in the cells of the screen.
public func view(_ model: Model) -> Frame { Screen(model).frame }

/// The drawing context of one frame; its extensions draw the parts.
struct Screen {
    let model: Model
    let theme: Theme
    let plan: ScreenPlan
    var frame: Frame
    /// The click targets outside of the page, lists and tabs, with their areas.
    private(set) var targets: [(rect: Rect, target: HitTarget)] = []

    init(_ model: Model) {
        self.model = model
        theme = model.shownTheme.shown(inFewColors: model.setup.environment.hasFewColors)
        plan = model.plan
        frame = Frame(size: model.screen.size, style: theme[.text])
        frame.modes = [.paste]
        if model.screen.takesMouse { frame.modes.insert(.mouse) }
        if model.setup.settings.general[Settings.pausesUnfocused] { frame.modes.insert(.focus) }
        if model.screen.themeOrigin == .assumed { frame.modes.insert(.backgroundColor) }
        if model.chosen.showsPictures, !model.screen.showsPixels {
            frame.modes.insert(model.screen.graphics.contains(.named) ? .graphics : .terminalName)
        }
        frame.title = windowTitle
        guard model.screen.isLargeEnough else {
            drawApology()
            return
        }
        drawTabLine()
        drawTitle()
        for place in plan.places { draw(place) }
        drawStateLine()
        drawOverlay()
        drawSelection()
        drawList()
        drawBottom()
    }

    private var windowTitle: String {
        guard let document = model.document else { return model.account.tabs.front.title }
        let title = document.layout.title
        return title.isEmpty ? document.url.href : title
    }

    /// Draws the message for a screen that is too small, as far as it fits.
    private mutating func drawApology() {
        let smallest = ScreenPlan.minimum
        let text =
            "Too small: sonic needs \(smallest.columns)×\(smallest.rows), this is "
            + "\(model.screen.size.columns)×\(model.screen.size.rows). q quits."
        let lines = StyledLine.wrapped(text, .text, to: max(1, model.screen.size.columns))
        for (index, line) in lines.enumerated() {
            frame.put(line.text, at: Position(row: Row(index), column: 0), style: theme[.warning])
        }
    }

    private mutating func draw(_ place: ScreenPlan.Place) {
        if place.isBordered { drawBorder(place) }
        switch place.pane {
        case .page:
            let area = model.textArea(place.content)
            if let document = model.document { draw(document, in: area, gutter: model.gutter(area)) }
            if case .hints(let hints) = model.inputMode { drawHints(hints, in: area) }
        case .state, .diff, .headers: draw(model.texts[place.pane] ?? ScrolledText(), in: place.content)
        }
    }

    private mutating func drawBorder(_ place: ScreenPlan.Place) {
        let isFocused = place.pane == model.screen.focus
        let style = theme[isFocused ? .focusedBorder : .border]
        // The focused pane has a sign, and not only a color.
        let sign = isFocused && plan.places.count > 1 ? "▸" : ""
        let pageTitle = place.pane == .page ? model.account.tabs.front.pageTitle.map { ": " + $0 } ?? "" : ""
        let pageFigures = place.pane == .page ? model.pageFigures(plan) : []
        let figure =
            place.pane == .page
            ? pageFigures.map(\.words).joined(separator: " ")
            : scrollFigures(model.texts[place.pane], place.content)
        let title = TextWidth.shortenedInMiddle(
            "\(sign)\(place.pane.rawValue) \(place.pane.title)" + pageTitle,
            to: titleRoom(beside: figure, on: place.rect))
        frame.box(
            place.rect, title: title, style: style, titleStyle: theme[isFocused ? .focusedBorder : .paneTitle]
        )
        let titleWidth = min(TextWidth.columns(of: title) + 2, place.rect.columns - 2)
        note(
            .title(place.pane), at: Position(row: place.rect.row, column: place.rect.column + 1),
            columns: titleWidth)
        guard let column = drawFigures(figure, on: place.rect, style) else { return }
        let start = Position(row: place.rect.row, column: column)
        switch place.pane {
        case .page: noteFigures(pageFigures, from: start)
        case .state, .diff, .headers:
            note(.figures(place.pane), at: start, columns: TextWidth.columns(of: figure))
        }
    }

    /// Registers a click target for some columns of a row.
    mutating func note(_ target: HitTarget, at place: Position, columns: Column) {
        targets.append((Rect(row: place.row, column: place.column, rows: 1, columns: columns), target))
    }

    /// Registers the click targets of the page's figures.
    mutating func noteFigures(_ figures: [(words: String, command: Command)], from start: Position) {
        var place = start
        for figure in figures {
            let width = TextWidth.columns(of: figure.words)
            note(.command(figure.command), at: place, columns: width)
            place.column += width + 1
        }
    }

    /// Returns the columns of a border's top line for a title, beside figures at its right end if those fit.
    func titleRoom(beside figures: String, on rect: Rect) -> Column {
        let width = TextWidth.columns(of: figures)
        return rect.columns - (figures.isEmpty || width + 16 > rect.columns ? 4 : width + 7)
    }

    /// Draws figures at the right end of a border's top line, if they fit next to the title.
    /// - Returns: The column at which they begin; nil if they do not fit.
    @discardableResult
    mutating func drawFigures(_ figures: String, on rect: Rect, _ style: Style) -> Column? {
        let width = TextWidth.columns(of: figures) + 2
        guard titleRoom(beside: figures, on: rect) < rect.columns - 4 else { return nil }
        let position = Position(row: rect.row, column: rect.endColumn - width - 1)
        frame.put(" \(figures) ", at: position, style: style, within: rect)
        return position.column + 1
    }

    /// Returns the scroll position in a pane that scrolls.
    func scrollFigures(_ text: ScrolledText?, _ area: Rect) -> String {
        guard let text, text.lines.count > area.rows.value else { return "" }
        let bottom = min(text.lines.count, text.top + area.rows.value)
        return "\(bottom)/\(text.lines.count)"
    }

    /// Draws lines of text from the first visible one.
    mutating func draw(_ text: ScrolledText, in area: Rect) {
        guard !area.isEmpty else { return }
        for row in 0..<area.rows.value {
            guard text.lines.indices.contains(text.top + row) else { return }
            let place = Position(row: area.row + Row(row), column: area.column)
            draw(text.lines[text.top + row], at: place, in: area)
            drawMarks(text.marks(onLine: text.top + row), at: place, in: area)
        }
    }

    /// Writes a text into a line of the screen.
    /// - Returns: The column after it.
    @discardableResult
    mutating func put(_ text: String, at column: Column, _ role: Role, in line: Rect) -> Column {
        frame.put(text, at: Position(row: line.row, column: column), style: theme[role], within: line)
    }

    /// Draws one line of text, in the line of another role if that is given, and returns the column after it.
    @discardableResult
    mutating func draw(
        _ line: StyledLine, at position: Position, in area: Rect, on ground: Role? = nil
    ) -> Column {
        var position = position
        for run in line.runs {
            let style = ground.map { theme[run.role, on: $0] } ?? theme[run.role]
            position.column = frame.put(run.text, at: position, style: style, within: area)
        }
        return position.column
    }

    mutating func drawTabLine() {
        guard let area = plan.tabLine else { return }
        frame.fill(area, style: theme[.hint])
        let line = TabLine(model.account.tabs, model.plot, width: area.columns).line
        draw(line, at: area.origin, in: area, on: .hint)
    }

    mutating func drawOverlay() {
        guard let overlay = model.overlay else { return }
        let (rect, ground) = (model.overlayRect, theme[.dimmed])
        frame.restyle(plan.body) { $0 = ground }
        frame.fill(rect, style: theme[.text])
        // The link chosen in the page does not receive keys now.
        frame.cursor = rect.inside.origin
        frame.box(rect, title: model.overlayTitle, style: theme[.focusedBorder])
        overlay.draw(in: rect.inside, on: &self)
    }

    /// Highlights a whole row of a list as the one under the cursor, and moves the terminal's cursor there.
    mutating func drawCursor(inRow row: Int, of area: Rect) {
        var rect = area
        rect.row += Row(row)
        rect.rows = 1
        let (chosen, match) = (theme[.chosenLink], theme[.match])
        // The letters that matched the filter stay highlighted.
        frame.restyle(rect.clipped(to: area)) { if $0 != match { $0 = chosen } }
        frame.cursor = Position(row: rect.row, column: min(rect.column + 1, rect.endColumn - 1))
    }

    /// Writes figures into the border of the overlay.
    mutating func drawOverlayFigures(_ figures: String) {
        let rect = model.overlayRect
        let title = TextWidth.shortened(model.overlayTitle, to: titleRoom(beside: figures, on: rect))
        if title != model.overlayTitle { frame.box(rect, title: title, style: theme[.focusedBorder]) }
        guard let column = drawFigures(figures, on: rect, theme[.focusedBorder]) else { return }
        let command: Command = model.listed == nil ? .pageDown : .optionPageDown
        guard let key = model.keys.binding(of: command)?.keys.first else { return }
        note(
            .hint(key), at: Position(row: rect.row, column: column), columns: TextWidth.columns(of: figures))
    }
}
