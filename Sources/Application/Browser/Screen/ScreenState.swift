import CellGrid
import Configuration

/// How the screen is shared out, what it looks like and who points at it, whatever is on it.
struct ScreenState: Sendable {
    /// The terminal's size.
    private(set) var size: Size
    /// The colours in force.
    private(set) var theme: Theme
    /// How they were found.
    private(set) var themeOrigin: Setup.ThemeOrigin

    /// The arrangement chosen; nil lets the width decide.
    private var chosenArrangement: LayoutPreset?
    /// Whether the diff pane was switched on or off; nil lets the arrangement decide.
    private var diffChoice: Bool?
    /// The pane that scrolling keys act on.
    private(set) var focus = Pane.page
    /// The pane shown alone; nil when panes share the screen.
    private(set) var zoomed: Pane?
    /// Where the mouse has put the borders between panes.
    var shares = PaneShares()

    /// Whose the mouse is.
    private(set) var mouse: MouseUse
    /// What it drags, or marks.
    var drag = DragState.none
    /// Whether the window has the keyboard.
    var attention = Attention.here

    /// The screen as the browser is started with it.
    init(_ setup: Setup) {
        size = setup.size
        chosenArrangement = setup.settings.general.arrangement
        mouse = setup.settings.general.mouse ? .here : .terminal
        (theme, themeOrigin) = (setup.theme, setup.themeOrigin)
    }

    /// The arrangement in force.
    var arrangement: LayoutPreset { chosenArrangement ?? .standard(for: size) }

    /// Whether the diff pane is wanted.
    var wantsDiff: Bool { diffChoice ?? (arrangement != .read) }

    /// Whether there is room for anything but an apology.
    var isLargeEnough: Bool {
        size.rows >= ScreenPlan.minimum.rows && size.columns >= ScreenPlan.minimum.columns
    }

    /// Takes in the size that the terminal has now.
    mutating func resize(to size: Size) { self.size = size }

    /// Puts a pane in focus; one without room of its own is shown alone.
    mutating func focus(on pane: Pane) {
        if zoomed != nil { zoomed = pane }
        focus = pane
    }

    /// Shows the pane in focus alone, or all of them again.
    mutating func toggleZoom() { zoomed = zoomed == nil ? focus : nil }

    /// Switches the diff pane on or off.
    mutating func toggleDiff() {
        diffChoice = !wantsDiff
        if !wantsDiff, focus == .diff { focus(on: .page) }
    }

    /// Arranges the panes anew, as if none had been switched on, off or shown alone.
    mutating func arrange(as choice: LayoutPreset) {
        chosenArrangement = choice
        diffChoice = nil
        zoomed = nil
    }

    /// Gives the mouse to the terminal, or takes it back.
    mutating func toggleMouse() { (mouse, drag) = (mouse.other, .none) }

    /// Shows everything in a theme of the reader's choice.
    mutating func dress(in theme: Theme) { (self.theme, themeOrigin) = (theme, .chosen) }

    /// Takes in what ground the terminal has: a theme that nobody chose gives way to its counterpart on the other.
    mutating func apply(background tone: BackgroundTone) {
        if themeOrigin == .assumed, theme.tone != tone { theme = theme.counterpart }
    }
}
