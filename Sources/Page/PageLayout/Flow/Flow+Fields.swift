import CellGrid
import HTML

extension Flow {
    /// Lays out a field as one word whose width does not depend on its value, so that every value fits when it is drawn
    /// over the field.
    mutating func addField(_ node: NodeID, _ frame: Frame, _ document: Document) {
        guard let field = document.field(node), field.kind != .hidden else { return }
        let isNameless = field.kind == .button && field.text.isEmpty
        if isNameless, placeholder == .button { return }
        placeholder = isNameless ? .button : nil
        let columns = field.columns(room: width - indentWidth)
        let link = addLink(.field(source: Int32(truncatingIfNeeded: field.source)))
        var style = frame.style.union(.field).subtracting(.link)
        if field.showsPlaceholder(field.initialValue) { style.insert(.italic) }
        let ink = TextAttributes(style: style, link: link, source: field.source)
        let beginsLine = !open.hasText
        beginLine(ink.source)
        if isScanning {
            open.ink = .text
            return
        }
        if beginsLine { open.unread = store.text.count }
        read(LineBreakKind(UInt32(UInt8(ascii: "["))), ink)
        settleDoubt(before: LineBreakKind(.alphabetic))
        if !controls.isEmpty { putControls(ink) }
        // Only this run is drawn over with what is typed.
        open.startsRun = true
        put(Array(field.drawn(field.initialValue, columns: columns).utf8)[...], columns: columns, ink)
        if isMeasuring { measure() }
        // The value is analysed neither for breaks nor for directions; it moves to the next line as a whole.
        if open.column > width, let place = open.lastBreak { breakLine(at: place) }
        fold()
        open.startsRun = true
        open.unread = store.text.count
        open.cluster = nil
        open.breaker = .afterWord
        allowBreak(at: store.text.count, open.column)
        // As on every screen, a box to tick is set apart from what it is for.
        let isBox = field.kind == .checkbox || field.kind == .radio
        if isBox, !frame.isPreformatted { open.hasSpace = true }
    }
}
