import CSS
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

    // Buttons: their content is on one line, in brackets.

    /// The start of a button, with a no-break space.
    static let buttonStart = Array("[\u{A0}".utf8)

    /// Whether the text ends with the start of a button, after which no further blank is added.
    var isBehindBracket: Bool {
        !isScanning && !frames.isEmpty && frames[frames.count - 1].isInButton
            && store.text.suffix(2).elementsEqual([0x5B, 0x20])
    }

    /// Begins a button, which is one of the links of the page.
    mutating func beginButton(_ frame: inout Frame, _ source: Int, _ document: Document) {
        if isEmpty(button: frame.node, document) {
            if placeholder == .button, nameOfButton(frame.node, document) == nil {
                frame.closing = .nothing
                return
            }
            setApart()
        }
        frame.link = addLink(.field(source: Int32(truncatingIfNeeded: source)))
        frame.isInButton = true
        if frame.look.isVisible {
            add(Self.buttonStart[...], TextAttributes(style: frame.style, link: frame.link, source: source))
        }
        frame.closing = .text(Ending("\u{A0}]"))
    }

    /// Ends an element with a text; of a button, without the blank before it. A button that shows nothing gets a name,
    /// apart from the text beside it: empty brackets would not show what to press.
    mutating func end(_ node: NodeID, with text: String, _ document: Document) {
        let end = document.sourceRange(of: node).upperBound
        guard document.tag(of: node) == .button else { return add(text, [], source: end) }
        if !isScanning { open.hasSpace = false }
        let isEmpty = isEmpty(button: node, document) && frames[frames.count - 1].look.isVisible
        let name = isEmpty || isBehindBracket ? nameOfButton(node, document) : nil
        if isBehindBracket { add(name ?? "Button", [], source: document.sourceStart(of: node)) }
        add(text, [], source: end)
        guard isEmpty else { return }
        setApart()
        placeholder = name == nil ? .button : nil
    }

    /// Whether a button shows nothing, and no generated text either.
    private func isEmpty(button: NodeID, _ document: Document) -> Bool {
        !rules.writeBeside && showsNothing(button, document)
    }

    /// Returns the name of a button that shows nothing; nil if it is only a button.
    private func nameOfButton(_ node: NodeID, _ document: Document) -> String? {
        if let name = givenName(node, document) ?? nameWithin(node, document) { return name }
        let type = document.attribute("type", of: node) ?? []
        if ASCII.equal(type, "submit") { return "Submit" }
        return ASCII.equal(type, "reset") ? "Reset" : nil
    }
}
