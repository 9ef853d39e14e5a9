import PageLayout

// Laying out more than the screen shows.
extension Document {
    /// Lays out every line that has arrived.
    mutating func layOutWhole() {
        repeat { layout.layOutAll() } while renderOn()
        while layout.hasLinesAbove { layOutAbove() }
    }

    /// Lays out what comes before the first line; the place being read stays.
    mutating func layOutAbove() { top += layout.layOutAbove() }

    /// Whether no line comes before the first one.
    var isAtStart: Bool { top == 0 && !layout.hasLinesAbove }

    // MARK: Lines that are wider than the page

    /// The columns of a line that can be on the screen at a time.
    var widthShown: Int { max(layout.width, roomOfWideLines) }

    /// Lays preformatted text out folded or whole; the place being read stays.
    /// - Parameter room: The columns that the screen has for lines that are wider than the page.
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

    /// The columns of a line that are on the screen; nil where that is all of them.
    func columnsShown(of line: Line) -> Range<Int>? {
        guard layout.preformatted == .whole, line.width > widthShown else { return nil }
        return columnsLeft..<(columnsLeft + widthShown)
    }

    /// A line as the screen shows it, its first column being the first on the screen.
    func lineShown(_ index: Int) -> Line {
        let line = layout.line(index)
        return columnsShown(of: line).map { line.cut(to: $0) } ?? line
    }

    /// Where columns of a line stand on the screen; nil where they are beyond its edges.
    func columns(_ columns: Range<Int>, shownOfLine index: Int) -> Range<Int>? {
        guard index < layout.lineCount, let shown = columnsShown(of: layout.line(index)) else {
            return columns
        }
        let part = columns.clamped(to: shown)
        return part.isEmpty
            ? nil : (part.lowerBound - shown.lowerBound)..<(part.upperBound - shown.lowerBound)
    }

    /// How many columns can be left of the screen before the widest of these lines ends at its right edge.
    func mostColumnsLeft(_ lines: Range<Int>) -> Int {
        guard layout.preformatted == .whole else { return 0 }
        let widest = lines.clamped(to: 0..<layout.lineCount).map { layout.line($0).width }.max() ?? 0
        return max(0, widest - widthShown)
    }

    /// Brings columns of a line on the screen, with some of the text before them.
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
