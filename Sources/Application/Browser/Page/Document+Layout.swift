import HTML
import PageLayout

// Laying out more than the screen shows.
extension Document {
    /// Lays out every line that has arrived.
    mutating func layOutWhole() {
        repeat { layout.layOutAll() } while renderOn()
        while layout.hasLinesAbove { layOutAbove() }
    }

    /// Lays out the lines before the first one; the scroll position stays.
    mutating func layOutAbove() { reader.top += layout.layOutAbove() }

    /// Whether no line precedes the first one.
    var isAtStart: Bool { reader.top == 0 && !layout.hasLinesAbove }

    // MARK: Lines that are wider than the page

    /// The number of columns of a line that fit on the screen.
    var widthShown: Int { max(layout.width, roomOfWideLines) }

    /// Lays out preformatted text wrapped or unwrapped; the scroll position stays.
    /// - Parameter room: The columns of the screen for lines that are wider than the page.
    mutating func lay(preformatted: PreformattedLines, room: Int) {
        if roomOfWideLines != room { roomOfWideLines = room }
        guard preformatted != layout.preformatted else { return }
        layout.lay(preformatted: preformatted, around: reader.topOffset)
        reader.columnsLeft = 0
        findTop()
    }

    /// Returns the columns of a line that are visible, or nil if all are.
    func columnsShown(of line: Line) -> Range<Int>? {
        guard layout.preformatted == .whole, line.width > widthShown else { return nil }
        return reader.columnsLeft..<(reader.columnsLeft + widthShown)
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
            columns.lowerBound >= shown.lowerBound + (reader.columnsLeft > 0 ? 1 : 0)
            && columns.upperBound < shown.upperBound
        if !isThere {
            reader.columnsLeft = columns.upperBound < widthShown ? 0 : columns.lowerBound - widthShown / 3
        }
    }

    /// Returns the position of the top line of a screen of this height in percent of the bytes from the first line to
    /// the last of `byteCountToCome`; 100 if the last line is visible.
    func percentSeen(height: Int) -> Int {
        if reader.top + height >= layout.lineCount, hasNoMoreLines, layout.isFinished { return 100 }
        let (passed, all) = (
            layout.byteOffset(ofLine: reader.top) - firstOffset, byteCountToCome - firstOffset
        )
        guard all > 0 else { return 100 }
        return max(0, min(99, passed * 100 / all))
    }

    /// Returns the byte of the decoded text at a percentage of the page; 0 for 0 %.
    func textOffset(ofPercent percent: Int) -> Int {
        let all = layout.byteCount - firstOffset
        return percent == 0
            ? 0 : page.textOffset(of: firstOffset + all / 100 * percent + all % 100 * percent / 100)
    }

    /// The percentage of the page read on the way to its end; nil if the end is not the target, or nothing is known of
    /// its length.
    var percentRead: Int? {
        guard reader.aim == .end, byteCountToCome > 0 else { return nil }
        return layout.bytesRead * 100 / byteCountToCome
    }

    // Moving between the links of a page that may be laid out only in part.

    /// Returns the link after the current search match if it was visited last, or after the chosen link, or the first
    /// link at or below the visible lines; if none follows, the first of the page.
    ///
    /// Lays out as much of the page as needed.
    mutating func nextLink(from chosen: Int?, shown: Range<Int>) -> (index: Int, hasWrapped: Bool)? {
        let start = linkAtHit(shown) ?? chosen.map { $0 + 1 } ?? firstLink(fromLine: shown.lowerBound)
        if let index = linkBelow(start) { return (index, false) }
        layout.show(0)
        reader.top = layout.line(atByteOffset: reader.topOffset)
        return linkBelow(0).map { ($0, true) }
    }

    /// Returns the link before the current search match if it was visited last, or before the chosen link, or the last
    /// link above the end of the visible lines; if there is none, the last of the page.
    mutating func previousLink(from chosen: Int?, shown: Range<Int>) -> (index: Int, hasWrapped: Bool)? {
        let end = linkAtHit(shown) ?? chosen ?? firstLink(fromLine: shown.upperBound)
        if let index = linkAbove(end) { return (index, false) }
        layOutWhole()
        return linkAbove(layout.linkCount).map { ($0, true) }
    }

    /// Returns the first link at or after the current search match, or nil if a link was chosen since, or the match is
    /// not visible.
    private mutating func linkAtHit(_ shown: Range<Int>) -> Int? {
        guard reader.search?.isHitLeft == false,
            let spot = reader.search?.hitPlaces(&page.layout)?.lowerBound,
            let line = layout.line(at: spot.line), shown.contains(line)
        else { return nil }
        let links = layout.line(line).runs.filter { $0.columns.upperBound > spot.column }.compactMap(\.link)
        return links.min() ?? firstLink(fromLine: line + 1)
    }

    /// Returns the first link with text at or after an index.
    private mutating func linkBelow(_ start: Int) -> Int? {
        var index = start
        var isAtEnd = false
        while true {
            while index < layout.linksLaidOut.upperBound {
                if layout.link(index) != nil { return index }
                index += 1
            }
            guard !isAtEnd, !hasNoMoreLines else { return nil }
            isAtEnd = !(layout.advance() || renderOn())
        }
    }

    /// Returns the last link with text before an index.
    private mutating func linkAbove(_ end: Int) -> Int? {
        var index = end - 1
        while index >= 0 {
            while index < layout.linksLaidOut.lowerBound, layout.hasLinesAbove { layOutAbove() }
            if layout.link(index) != nil { return index }
            index -= 1
        }
        return nil
    }

    /// Returns the index of the first link at or below a line among those laid out, or their end if there is none.
    private func firstLink(fromLine line: Int) -> Int {
        let links = layout.linksLaidOut
        return links.lowerBound + links.partitionPoint { layout.link($0).map { $0.line < line } ?? false }
    }

    /// The number of bytes of a page in which its title is looked for.
    private static let titleReach = 65_536

    /// Reads the page's title, as far as it has arrived.
    mutating func readTitle() {
        while layout.bytesRead < Self.titleReach, layout.title.isEmpty, layout.readOn() {}
    }

    /// Lays the page out with these style sheets, keyed by their addresses in the page, each after those that it
    /// imports; the scroll position stays.
    /// - Parameters:
    ///   - ofReader: The reader's own.
    ///   - areApplied: Whether any styles apply, including those of the page itself.
    mutating func apply(styles: [String: [[UInt8]]], ofReader: [[UInt8]], areApplied: Bool) {
        if layout.apply(sheets: styles, readerSheets: ofReader, appliesStyles: areApplied) { forgetBoxes() }
    }

    /// Whether the page is a picture.
    var isPicture: Bool {
        if case .picture = page.rendering?.form { true } else { false }
    }

    /// Lays the page out with these pictures, keyed by their addresses in the page; the scroll position stays.
    mutating func apply(pictures: [String: Picture]) {
        if layout.apply(pictures: pictures, around: reader.topOffset) { findTop() }
    }
}
