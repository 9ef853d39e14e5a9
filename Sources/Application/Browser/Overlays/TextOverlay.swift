import CellGrid

protocol TextOverlay: Overlay {
    /// The lines and the scroll position.
    var text: ScrolledText { get set }
}

extension TextOverlay {
    var hints: [Command] { [.closeOverlay, .lineDown, .lineUp, .pageDown, .quitAtOnce] }

    var context: KeyTable.Context { .overlay }

    func command(elsewhere key: Key, in keys: KeyTable) -> Command? { commandThatCloses(key, in: keys) }

    func rows(width: Column, _ model: Model) -> Int? { text.lines.count }

    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        .passes(command)
    }

    func draw(in area: Rect, on screen: inout Screen) {
        screen.draw(text, in: area)
        screen.drawOverlayFigures(screen.scrollFigures(text, area))
    }

    var scroller: ScrolledText {
        get { text }
        set { text = newValue }
    }
}
