import CellGrid

/// What lies over the panes until it is closed: words, a list or the inspector. Each is a type beside its feature; what
/// they have in common is done once, in `TextOverlay`, in `ListOverlay` and by the model.
protocol Overlay: Sendable {
    /// The words in its border.
    var title: String { get }
    /// The commands in the hint line, the most wanted first.
    var hints: [Command] { get }
    /// What can be done in it, in a sentence with the names of commands in braces.
    var ways: String { get }

    /// The columns that its content needs of those there are.
    func columns(of room: Column, _ model: Model) -> Column
    /// The rows that its content needs at a width; nil for all there are.
    func rows(width: Column, _ model: Model) -> Int?

    /// Brings it into line with the browser and the room there is. False where nothing is left to be shown.
    mutating func settle(in area: Rect, _ model: Model) -> Bool
    /// Whether nothing is left to be done while nothing else happens.
    var isSettled: Bool { get }
    /// Goes on with what is left to be done: some half a millisecond.
    mutating func advance()
    /// Draws all but the border.
    func draw(in area: Rect, on screen: inout Screen)

    /// Where its keys have their meaning, the context that is asked first first.
    var contexts: [KeyTable.Context] { get }
    /// The command of a key in it.
    func command(for key: Key, in keys: KeyTable) -> Command?
    /// Does what a key says, as far as that is its own. What changes in it is put in place in the model.
    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction

    /// The first line on the screen.
    var top: Int { get }
    /// The lines that fit into an area.
    func height(in area: Rect) -> Int
    /// Whether the last line is on a screen of this height and known to be the last.
    func isAtEnd(height: Int) -> Bool
    /// Goes to a line.
    mutating func scroll(to line: Int, height: Int)
    /// Goes to the last line.
    mutating func scrollToEnd(height: Int)
    /// Scrolls what stands in a row of the area, as the wheel does.
    mutating func roll(by lines: Int, atRow row: Int, in area: Rect)

    /// What can be looked through for a text; nil for a list, which has a way of its own.
    var searched: (any Searchable)? { get }
    /// Takes a step of the search through that.
    mutating func perform(_ step: SearchStep, height: Int)
}

/// What becomes of an overlay when a key is pressed.
enum OverlayReaction {
    /// It has done what the key says, and stays, or has put something else in its place.
    case stays([Effect] = [])
    /// It has done what the key says, and is closed.
    case closes([Effect] = [])
    /// The command is not its own; without one the reader is told what can be done.
    case passes(Command?)
}

extension Overlay {
    var ways: String { "press {close} to go back to the page." }

    var isSettled: Bool { true }

    mutating func advance() {}

    func columns(of room: Column, _ model: Model) -> Column { room }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    func command(for key: Key, in keys: KeyTable) -> Command? { keys.command(for: key, in: contexts) }

    func height(in area: Rect) -> Int { max(1, area.rows.value) }

    mutating func roll(by lines: Int, atRow row: Int, in area: Rect) {
        scroll(to: top + lines, height: height(in: area))
    }

    /// The command that closes words over the panes, where the key is one that opens such, whatever keys that has.
    func commandThatCloses(_ key: Key, in keys: KeyTable) -> Command? {
        let openers: [Command] = [.help, .showFacts, .showLog, .showLegend, .showFindings]
        guard let command = keys.command(for: key, in: [.panes]), openers.contains(command) else {
            return nil
        }
        return .closeOverlay
    }
}

/// Words over the panes.
protocol TextOverlay: Overlay {
    /// The lines and the place among them.
    var text: ScrolledText { get set }
}

extension TextOverlay {
    var hints: [Command] { [.closeOverlay, .lineDown, .lineUp, .pageDown, .quitAtOnce] }

    var contexts: [KeyTable.Context] { [.overlay, .everywhere] }

    func command(for key: Key, in keys: KeyTable) -> Command? {
        keys.command(for: key, in: contexts) ?? commandThatCloses(key, in: keys)
    }

    // Longer lines are hard to read, and what is short needs no wide box.
    func columns(of room: Column, _ model: Model) -> Column { min(room, 100) }

    func rows(width: Column, _ model: Model) -> Int? { text.lines.count }

    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        .passes(command)
    }

    func draw(in area: Rect, on screen: inout Screen) {
        screen.draw(text, in: area)
        screen.drawOverlayFigures(screen.scrollFigures(text, area))
    }

    var top: Int { text.top }

    func isAtEnd(height: Int) -> Bool { top + height >= text.lines.count }

    mutating func scroll(to line: Int, height: Int) {
        text.top = line
        text.clamp(height: height)
    }

    mutating func scrollToEnd(height: Int) { scroll(to: text.lines.count, height: height) }

    var searched: (any Searchable)? { text }

    mutating func perform(_ step: SearchStep, height: Int) { text.perform(step, height: height) }
}
