// Scrolling of whatever is on top: the sheet, else the pane in focus.
extension Model {
    /// The lines that fit where scrolling keys act.
    var scrollHeight: Int {
        if let inspector { return inspector.height(in: overlayArea) }
        if sheet != nil { return max(1, overlayArea.rows.value) }
        return max(1, plan[focus]?.content.rows.value ?? 1)
    }

    /// The first line on the screen where scrolling keys act.
    var scrollTop: Int {
        switch sheet?.body {
        case .list: sheet?.cursor?.top ?? 0
        case .text: sheet?.text?.top ?? 0
        case .keys: if case .help(let help) = sheet { help.text.top } else { 0 }
        case .inspector: inspector?.top ?? 0
        case nil: focus == .page ? document?.top ?? 0 : texts[focus]?.top ?? 0
        }
    }

    /// Whether the first line is on the screen.
    var isAtStart: Bool {
        switch sheet?.body {
        case .list, .keys, .text, .inspector: scrollTop == 0
        case nil where focus == .page: document?.isAtStart ?? true
        case nil: scrollTop == 0
        }
    }

    /// Whether the last line is on the screen and known to be the last.
    var isAtEnd: Bool {
        let end = scrollTop + scrollHeight
        func isAtEnd(of page: Document?) -> Bool {
            page.map { end >= $0.layout.lineCount && $0.hasNoMoreLines } ?? true
        }
        return switch sheet?.body {
        case .list: end >= sheet?.cursor?.count ?? 0
        case .text: end >= sheet?.text?.lines.count ?? 0
        case .keys: if case .help(let help) = sheet { end >= help.text.lines.count } else { true }
        case .inspector: inspector.map { end >= $0.rowCount && $0.isWhole } ?? true
        case nil where focus == .page: isAtEnd(of: document)
        case nil: end >= texts[focus]?.lines.count ?? 0
        }
    }

    /// Whether the page is still on its way to the place to be shown.
    var isAiming: Bool { sheet == nil && focus == .page && document.map { $0.aim != .none } ?? false }

    /// Goes to the first line or the last one; a page remembers where it was left.
    mutating func jump(to end: Distance) {
        if sheet == nil, focus == .page { noteJump() }
        scroll(end)
    }

    /// How far one key scrolls; negative numbers go up.
    enum Distance {
        /// So many lines.
        case lines(Int)
        /// So many screens, less the one line that stays in sight.
        case screens(Int)
        /// So many half screens.
        case halfScreens(Int)
        /// To the first line.
        case start
        /// To the last line.
        case end
    }

    mutating func scroll(_ distance: Distance) {
        let height = scrollHeight
        switch distance {
        case .lines(let count): scroll(to: scrollTop + count)
        case .screens(let count): scroll(to: scrollTop + count * max(1, height - 1))
        case .halfScreens(let count): scroll(to: scrollTop + count * max(1, height / 2))
        case .start: scrollToStart()
        case .end: scrollToEnd()
        }
    }

    /// Puts a line of the page at the top of its pane.
    mutating func scrollPage(to line: Int) {
        let height = pageHeight(plan)
        document?.scroll(to: line, height: height)
    }

    private mutating func scroll(to line: Int) {
        let height = scrollHeight
        switch sheet?.body {
        case .list, .keys: sheet?.cursor?.move(to: line)
        case .text:
            sheet?.text?.top = line
            sheet?.text?.clamp(height: height)
        case .inspector: turnInspector { $0.scroll(to: line, height: height) }
        case nil where focus == .page: scrollPage(to: line)
        case nil:
            texts[focus]?.top = line
            texts[focus]?.clamp(height: height)
        }
    }

    private mutating func scrollToStart() {
        let height = scrollHeight
        switch sheet?.body {
        case nil where focus == .page: document?.scrollToStart(height: height)
        case .list, .keys, .text, .inspector, nil: scroll(to: 0)
        }
    }

    private mutating func scrollToEnd() {
        switch sheet?.body {
        case .list, .keys: scroll(to: sheet?.cursor?.count ?? 0)
        case .text: scroll(to: sheet?.text?.lines.count ?? 0)
        case .inspector: turnInspector { $0.scrollToEnd() }
        case nil where focus == .page: document?.aim(at: .end)
        case nil: scroll(to: texts[focus]?.lines.count ?? 0)
        }
    }
}
