import CellGrid
import Configuration

/// Layout, focus, theme and mouse of the screen, independent of its content.
struct ScreenState: Sendable {
    private(set) var size: Size
    private(set) var theme: Theme
    /// How it was chosen.
    private(set) var themeOrigin: Setup.ThemeOrigin

    /// The chosen layout; nil for the default of the width.
    private var chosenArrangement: LayoutPreset?
    /// Whether the diff pane was switched on or off; nil for the default of the layout.
    private var diffChoice: Bool?
    private(set) var focus = Pane.page
    /// The pane shown alone; nil when panes share the screen.
    private(set) var zoomed: Pane?
    /// The borders that were moved with the mouse.
    var shares = PaneShares()

    /// Whether the mouse scrolls, follows links, moves borders and selects here; otherwise the terminal handles it.
    private(set) var takesMouse: Bool
    var drag = DragState.none
    /// Whether the window has the keyboard focus.
    var attention = Attention.here

    /// What the terminal answered about pictures.
    var graphics: Set<GraphicsAnswer> = []

    /// Creates the state at the start of the browser.
    init(_ setup: Setup) {
        size = setup.size
        chosenArrangement = setup.settings.general[Settings.arrangement]
        takesMouse = setup.settings.general[Settings.mouse]
        (theme, themeOrigin) = (setup.theme, setup.themeOrigin)
    }

    var arrangement: LayoutPreset { chosenArrangement ?? .standard(for: size) }

    /// Whether the diff pane is requested.
    var wantsDiff: Bool { diffChoice ?? (arrangement != .read) }

    /// Whether there is room for more than a message.
    var isLargeEnough: Bool {
        size.rows >= ScreenPlan.minimum.rows && size.columns >= ScreenPlan.minimum.columns
    }

    /// Whether the terminal shows pictures as pixels.
    var showsPixels: Bool { graphics.count == GraphicsAnswer.allCases.count }

    /// Sets the size of the terminal.
    mutating func resize(to size: Size) { self.size = size }

    /// Focuses a pane; one that does not fit is shown alone.
    mutating func focus(on pane: Pane) {
        if zoomed != nil { zoomed = pane }
        focus = pane
    }

    /// Zooms the focused pane, or shows all panes again.
    mutating func toggleZoom() { zoomed = zoomed == nil ? focus : nil }

    /// Switches the diff pane on or off.
    mutating func toggleDiff() {
        diffChoice = !wantsDiff
        if !wantsDiff, focus == .diff { focus(on: .page) }
    }

    /// Applies a layout, and resets the diff choice and the zoom.
    mutating func arrange(as choice: LayoutPreset) {
        chosenArrangement = choice
        diffChoice = nil
        zoomed = nil
    }

    /// Releases the mouse to the terminal, or captures it again.
    mutating func toggleMouse() { (takesMouse, drag) = (!takesMouse, .none) }

    /// Applies a theme chosen by the reader.
    mutating func dress(in theme: Theme) { (self.theme, themeOrigin) = (theme, .chosen) }

    /// Applies the background of the terminal: a theme that was only assumed is replaced by its counterpart for the
    /// other background.
    mutating func apply(background tone: BackgroundTone) {
        if themeOrigin == .assumed, theme.tone != tone { theme = theme.counterpart }
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// The case after this one; the first one after the last.
    var next: Self {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}
