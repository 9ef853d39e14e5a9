import CellGrid

/// Content over the panes until it is closed: text, a list or the inspector. Each type is declared next to its feature;
/// what they have in common is in `TextOverlay`, in `ListOverlay` and in the model.
protocol Overlay: Sendable {
    /// The title in its border.
    var title: String { get }
    /// The commands in the hint line, the most useful first.
    var hints: [Command] { get }
    /// A sentence about what can be done in it, with the names of commands in braces.
    var ways: String { get }

    /// Whether it uses all columns of a wide screen, for texts side by side.
    var needsWidth: Bool { get }
    /// Returns the rows that its content needs at a width, or nil for all available rows.
    func rows(width: Column, _ model: Model) -> Int?

    /// Updates the overlay to the state of the browser and to its area. Returns false if there is nothing left to show.
    mutating func settle(in area: Rect, _ model: Model) -> Bool
    /// Whether there is no pending work.
    var isSettled: Bool { get }
    /// Performs a part of the pending work, in about half a millisecond.
    mutating func advance()
    /// Draws everything except the border.
    func draw(in area: Rect, on screen: inout Screen)

    /// The innermost context of its keys.
    var context: KeyTable.Context { get }
    /// The contexts of its keys, in order of precedence; by default those of `context`.
    var contexts: [KeyTable.Context] { get }
    /// Returns the command in it of a key that has none in its contexts, but elsewhere; by default nil.
    func command(elsewhere key: Key, in keys: KeyTable) -> Command?
    /// Handles a key, if the overlay has a meaning for it. Changes to the overlay are stored in the model.
    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction

    /// What scrolls in it.
    associatedtype Scroller: Scrollable
    var scroller: Scroller { get set }
    /// Returns the number of its lines that fit into an area.
    func height(in area: Rect) -> Int
    /// Scrolls the content in a row of the area, as the mouse wheel does.
    mutating func roll(by lines: Int, atRow row: Int, in area: Rect)
}

/// The outcome of a key press in an overlay.
enum OverlayReaction {
    /// The key is handled, and the overlay stays or has been replaced by another.
    case stays([Effect] = [])
    /// The key is handled, and the overlay is closed.
    case closes([Effect] = [])
    /// The command is not handled by the overlay; if it is nil, a notice says what can be done.
    case passes(Command?)
}

extension Overlay {
    var ways: String { "press {close} to go back to the page." }

    var isSettled: Bool { true }

    mutating func advance() {}

    var needsWidth: Bool { false }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    var contexts: [KeyTable.Context] { context.lookup }

    func command(elsewhere key: Key, in keys: KeyTable) -> Command? { nil }

    func height(in area: Rect) -> Int { max(1, area.rows.value) }

    mutating func roll(by lines: Int, atRow row: Int, in area: Rect) {
        scroll(to: scroller.top + lines, height: height(in: area))
    }

    mutating func scroll(to line: Int, height: Int) { scroller.scroll(to: line, height: height) }

    mutating func scrollToEnd(height: Int) { scroller.scrollToEnd(height: height) }

    mutating func perform(_ step: SearchStep, height: Int) { scroller.perform(step, height: height) }

    /// Returns the command that closes a text overlay if the key opens such overlays, whichever key that is.
    func commandThatCloses(_ key: Key, in keys: KeyTable) -> Command? {
        let openers: [Command] = [.help, .showFacts, .showLog, .showLegend, .showFindings]
        guard let command = keys.command(for: key, in: [.panes]), openers.contains(command) else {
            return nil
        }
        return .closeOverlay
    }
}
