// Scrolling of whatever is on top: the overlay, else the pane in focus.
extension Model {
    /// The lines that fit where scrolling keys act.
    var scrollHeight: Int {
        overlay?.height(in: overlayArea) ?? max(1, plan[screen.focus]?.content.rows.value ?? 1)
    }

    /// The first line on the screen where scrolling keys act.
    var scrollTop: Int {
        if let overlay { return overlay.top }
        return screen.focus == .page ? document?.top ?? 0 : texts[screen.focus]?.top ?? 0
    }

    /// Whether the first line is on the screen.
    var isAtStart: Bool {
        if isTimelineInFocus, watching.map({ $0.timeline.cursor.index > 0 }) ?? false { return false }
        return overlay == nil && screen.focus == .page ? document?.isAtStart ?? true : scrollTop == 0
    }

    /// Whether the last line is on the screen and known to be the last.
    var isAtEnd: Bool {
        if let overlay { return overlay.isAtEnd(height: scrollHeight) }
        let end = scrollTop + scrollHeight
        if isTimelineInFocus, watching.map({ $0.timeline.cursor.index < $0.timeline.count - 1 }) ?? false {
            return false
        }
        guard screen.focus == .page else { return end >= texts[screen.focus]?.lines.count ?? 0 }
        return document.map { end >= $0.layout.lineCount && $0.hasNoMoreLines } ?? true
    }

    /// Whether the page is still on its way to the place to be shown.
    var isAiming: Bool {
        overlay == nil && screen.focus == .page && document.map { $0.aim != .none } ?? false
    }

    /// Goes to the first line or the last one; a page remembers where it was left.
    mutating func jump(to end: Distance) {
        if overlay == nil, screen.focus == .page { noteJump() }
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
        /// To a line, the first being 0.
        case line(Int)
        /// To the first line.
        case start
        /// To the last line.
        case end
    }

    mutating func scroll(_ distance: Distance) {
        let height = scrollHeight
        if isTimelineInFocus {
            switch distance {
            case .lines(let count): moveInTimeline(by: count)
            case .screens(let count): moveInTimeline(by: count * max(1, height - 1))
            case .halfScreens(let count): moveInTimeline(by: count * max(1, height / 2))
            case .line(let line):
                jumpInTimeline(toEnd: false)
                moveInTimeline(by: line)
            case .start: jumpInTimeline(toEnd: false)
            case .end: jumpInTimeline(toEnd: true)
            }
            return
        }
        switch distance {
        case .lines(let count): scroll(to: scrollTop + count)
        case .screens(let count): scroll(to: scrollTop + count * max(1, height - 1))
        case .halfScreens(let count): scroll(to: scrollTop + count * max(1, height / 2))
        case .line(let line):
            guard overlay == nil, screen.focus == .page else { return scroll(to: line) }
            noteJump()
            scrollPage(toLine: line + 1)
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
        if overlay != nil {
            overlay?.scroll(to: line, height: height)
        } else if screen.focus == .page {
            scrollPage(to: line)
        } else {
            texts[screen.focus]?.top = line
            texts[screen.focus]?.clamp(height: height)
        }
    }

    private mutating func scrollToStart() {
        guard overlay == nil, screen.focus == .page else { return scroll(to: 0) }
        let height = scrollHeight
        document?.scrollToStart(height: height)
    }

    private mutating func scrollToEnd() {
        let height = scrollHeight
        if overlay != nil {
            overlay?.scrollToEnd(height: height)
        } else if screen.focus == .page {
            document?.aim(at: .end)
        } else {
            scroll(to: texts[screen.focus]?.lines.count ?? 0)
        }
    }

    // MARK: Sideways

    /// Shows long lines of preformatted text whole, or folded; on every page from here on.
    mutating func toggleCode() {
        switch chosen.preformatted {
        case .folded:
            chosen.preformatted = .whole
            notice = .news(
                keys.namingKeys(
                    "Long lines are not wrapped: {scroll-right} and {scroll-left} scroll sideways."))
        case .whole:
            chosen.preformatted = .folded
            notice = .news("Long lines are wrapped.")
        }
    }

    /// Scrolls the lines that are wider than the page by so many half widths of it; negative numbers go to the left.
    mutating func scrollSideways(by steps: Int) {
        guard let document else { return }
        let step = max(1, document.widthShown / 2)
        // Lines further down may be shorter than those that were scrolled for.
        let most = steps < 0 ? Int.max : document.mostColumnsLeft(linesShown)
        self.document?.columnsLeft = max(0, min(document.columnsLeft + steps * step, most))
    }
}
