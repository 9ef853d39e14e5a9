import PageLayout

// Laying out more than the screen shows.
extension Document {
    /// Lays out every line that has arrived.
    mutating func layOutWhole() {
        repeat { layout.layOutAll() } while renderOn()
        while layout.hasLinesAbove { layOutAbove() }
    }

    /// Lays out the lines before the first one; the scroll position stays.
    mutating func layOutAbove() { top += layout.layOutAbove() }

    /// Whether no line precedes the first one.
    var isAtStart: Bool { top == 0 && !layout.hasLinesAbove }

    // MARK: Lines that are wider than the page

    /// The number of columns of a line that fit on the screen.
    var widthShown: Int { max(layout.width, roomOfWideLines) }

    /// Lays out preformatted text wrapped or unwrapped; the scroll position stays.
    /// - Parameter room: The columns of the screen for lines that are wider than the page.
    mutating func lay(preformatted: PreformattedLines, room: Int) {
        if roomOfWideLines != room { roomOfWideLines = room }
        guard preformatted != layout.preformatted else { return }
        layout.lay(preformatted: preformatted, around: topOffset)
        columnsLeft = 0
        search?.forgetLines()
        isSettled = false
        layOut(throughOffset: topOffset)
        place(topOffset: topOffset, line: topOffset == 0 ? 0 : layout.line(atByteOffset: topOffset))
    }

    /// Returns the columns of a line that are visible, or nil if all are.
    func columnsShown(of line: Line) -> Range<Int>? {
        guard layout.preformatted == .whole, line.width > widthShown else { return nil }
        return columnsLeft..<(columnsLeft + widthShown)
    }

    /// Returns a line as the screen shows it, beginning at the first visible column.
    func lineShown(_ index: Int) -> Line {
        let line = layout.line(index)
        return columnsShown(of: line).map { line.cut(to: $0) } ?? line
    }

    /// Returns the screen columns of a range of columns of a line, or nil if the range is not visible.
    func columns(_ columns: Range<Int>, shownOfLine index: Int) -> Range<Int>? {
        guard index < layout.lineCount, let shown = columnsShown(of: layout.line(index)) else {
            return columns
        }
        let part = columns.clamped(to: shown)
        return part.isEmpty
            ? nil : (part.lowerBound - shown.lowerBound)..<(part.upperBound - shown.lowerBound)
    }

    /// Returns the largest horizontal offset, at which the widest of these lines ends at the right edge of the screen.
    func mostColumnsLeft(_ lines: Range<Int>) -> Int {
        guard layout.preformatted == .whole else { return 0 }
        let widest = lines.clamped(to: 0..<layout.lineCount).map { layout.line($0).width }.max() ?? 0
        return max(0, widest - widthShown)
    }

    /// Scrolls horizontally until columns of a line are visible, with some of the text before them.
    mutating func show(columns: Range<Int>, ofLine index: Int) {
        guard index < layout.lineCount, let shown = columnsShown(of: layout.line(index)) else { return }
        let isThere =
            columns.lowerBound >= shown.lowerBound + (columnsLeft > 0 ? 1 : 0)
            && columns.upperBound < shown.upperBound
        if !isThere {
            columnsLeft = columns.upperBound < widthShown ? 0 : columns.lowerBound - widthShown / 3
        }
    }
}
