// Scrolling of the overlay, or of the focused pane if there is none.
extension Model {
    /// The number of lines that fit into the scrolled area.
    var scrollHeight: Int {
        overlay?.height(in: overlayArea) ?? max(1, plan[screen.focus]?.content.rows.value ?? 1)
    }

    /// The first visible line of the scrolled area.
    var scrollTop: Int {
        if let overlay { return overlay.scroller.top }
        return screen.focus == .page ? document?.reader.top ?? 0 : texts[screen.focus]?.top ?? 0
    }

    /// Whether the first line is visible.
    var isAtStart: Bool {
        if isTimelineInFocus, watching.map({ $0.timeline.cursor.index > 0 }) ?? false { return false }
        return overlay == nil && screen.focus == .page ? document?.isAtStart ?? true : scrollTop == 0
    }

    /// Whether the last line is visible and known to be the last.
    var isAtEnd: Bool {
        if let overlay { return overlay.scroller.isAtEnd(height: scrollHeight) }
        if isTimelineInFocus, watching.map({ $0.timeline.cursor.index < $0.timeline.count - 1 }) ?? false {
            return false
        }
        let scroller: (any Scrollable)? = screen.focus == .page ? document : texts[screen.focus]
        return scroller?.isAtEnd(height: scrollHeight) ?? true
    }

    /// Whether the page has not reached the place to be shown yet.
    var isAiming: Bool {
        overlay == nil && screen.focus == .page && document.map { $0.reader.aim != .none } ?? false
    }

    /// Moves to the first or the last line; the page keeps a mark of the place it was at.
    mutating func jump(to end: Distance) {
        if overlay == nil, screen.focus == .page { noteJump() }
        scroll(end)
    }

    /// A scroll distance; negative numbers go up.
    enum Distance {
        /// This number of lines.
        case lines(Int)
        /// This number of screens, each less the one line that stays visible.
        case screens(Int)
        /// This number of half screens.
        case halfScreens(Int)
        /// To a line, counted from 0.
        case line(Int)
        /// To the first line.
        case start
        /// To the last line.
        case end
    }

    mutating func scroll(_ distance: Distance) {
        let height = scrollHeight
        switch distance {
        case .lines(let count): scroll(by: count)
        case .screens(let count): scroll(by: count * max(1, height - 1))
        case .halfScreens(let count): scroll(by: count * max(1, height / 2))
        case .line(let line) where isTimelineInFocus:
            jumpInTimeline(toEnd: false)
            moveInTimeline(by: line)
        case .line(let line):
            guard overlay == nil, screen.focus == .page else { return scroll(to: line) }
            noteJump()
            scrollPage(toLine: line + 1)
        case .start: scrollToStart()
        case .end: scrollToEnd()
        }
    }

    /// Scrolls a line of the page to the top of its pane.
    mutating func scrollPage(to line: Int) {
        let height = pageHeight(plan)
        document?.scroll(to: line, height: height)
    }

    private mutating func scroll(by lines: Int) {
        if isTimelineInFocus { return moveInTimeline(by: lines) }
        scroll(to: scrollTop + lines)
    }

    private mutating func scroll(to line: Int) {
        let height = scrollHeight
        if overlay != nil {
            overlay?.scroll(to: line, height: height)
        } else if screen.focus == .page {
            scrollPage(to: line)
        } else {
            texts[screen.focus]?.scroll(to: line, height: height)
        }
    }

    private mutating func scrollToStart() {
        if isTimelineInFocus { return jumpInTimeline(toEnd: false) }
        guard overlay == nil, screen.focus == .page else { return scroll(to: 0) }
        let height = scrollHeight
        document?.scrollToStart(height: height)
    }

    private mutating func scrollToEnd() {
        if isTimelineInFocus { return jumpInTimeline(toEnd: true) }
        let height = scrollHeight
        if overlay != nil {
            overlay?.scrollToEnd(height: height)
        } else if screen.focus == .page {
            document?.scrollToEnd(height: height)
        } else {
            texts[screen.focus]?.scrollToEnd(height: height)
        }
    }

    // MARK: Horizontal scrolling

    /// Toggles between wrapped and unwrapped lines of preformatted text; applies to every page from now on.
    mutating func toggleCode() {
        switch chosen.preformatted {
        case .folded:
            chosen.preformatted = .whole
            notice = .news(
                keys.line(
                    "Long lines are not wrapped: {scroll-right} and {scroll-left} scroll sideways."))
        case .whole:
            chosen.preformatted = .folded
            notice = .news("Long lines are wrapped.")
        }
    }

    /// Scrolls the lines that are wider than the page by half widths of it; negative numbers go to the left.
    mutating func scrollSideways(by steps: Int) {
        guard let document else { return }
        let step = max(1, document.widthShown / 2)
        // The lines visible now may be shorter than those for which the offset was set.
        let most = steps < 0 ? Int.max : document.mostColumnsLeft(linesShown)
        self.document?.reader.columnsLeft = max(0, min(document.reader.columnsLeft + steps * step, most))
    }
}
