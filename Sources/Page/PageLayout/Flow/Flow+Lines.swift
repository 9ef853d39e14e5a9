extension Flow {
    /// The style, link, source and colours of the current text.
    struct TextAttributes {
        var style: TextStyle
        var link: Int32 = -1
        var source: Int
        /// The index of its colours in the store.
        var colors: UInt16 = 0
    }

    /// Begins a line if none is open: margin, indentation, markers, anchors.
    mutating func beginLine(_ source: Int) {
        guard !open.hasText else { return }
        if isScanning { return beginScannedLine() }
        if markers.count > 1 { splitMarkers(source) }
        let before = OpenLine.Before(
            lineCount: store.lineCount, runCount: store.runs.count, margin: margin, marginDepth: marginDepth,
            hasContent: hasContent)
        if hasContent, margin > 0 {
            for _ in 0..<margin { addBlankLine(source) }
        }
        margin = 0
        marginDepth = Int.max
        hasContent = true
        open = OpenLine()
        open.firstRun = store.runs.count
        open.before = before
        open.source = source
        open.hasText = true
        addIndents(source)
        open.start = open.column
        open.unread = store.text.count
        open.textRun = store.runs.count
        if let frame = frames.last, frame.direction == .rightToLeft { noteRightToLeft() }
        endAnchors(on: store.lineCount)
    }

    private mutating func addBlankLine(_ source: Int) {
        let first = store.runs.count
        addBars(source, depth: min(marginDepth, indents.count))
        store.lines.append(Int32(first))
        store.offsets.append(Int32(truncatingIfNeeded: source))
    }

    private mutating func addBars(_ source: Int, depth: Int) {
        for bar in bars {
            if bar.depth >= depth { break }
            addRun(Array("│".utf8), at: bar.column, width: 1, style: [.quote, .dimmed], source)
        }
    }

    mutating func addRun(_ text: [UInt8], at column: Int, width: Int, style: TextStyle, _ source: Int) {
        let start = store.text.count
        store.text += text
        store.runs.append(
            LineStore.Run(
                start: Int32(start), end: Int32(store.text.count), column: Int32(column), width: Int32(width),
                style: style, link: -1, source: Int32(truncatingIfNeeded: source)))
    }

    private mutating func addIndents(_ source: Int) {
        addBars(source, depth: indents.count)
        open.firstInk = store.runs.count
        open.column = indentWidth
        if !markers.isEmpty { addMarkers(source) }
        open.startsRun = true
    }

    private mutating func addMarkers(_ source: Int) {
        // In a narrow window, a marker may reach beyond the indentation.
        var column = store.runs.count > open.firstRun ? Int(store.runs[store.runs.count - 1].column) + 2 : 0
        for marker in markers {
            // At least two columns remain for the text.
            column = max(column, min(end(of: marker), width - 2) - marker.width)
            addRun(marker.text, at: column, width: marker.width, style: marker.style, source)
            column += marker.width
        }
        open.column = max(column, indentWidth)
        while !markers.isEmpty { markers.removeLast() }
    }

    /// Returns the column where the text after a marker begins.
    private func end(of marker: Marker) -> Int {
        let depth = min(marker.depth, indents.count)
        return max(marker.width, depth == 0 ? 0 : indents[depth - 1].end)
    }

    /// Puts pending markers that leave no space for the next one on separate lines.
    private mutating func splitMarkers(_ source: Int) {
        let all = markers
        markers = []
        var last = 0
        for marker in all {
            let end = end(of: marker)
            if end - marker.width < last { endMarkers(source) }
            markers.append(marker)
            last = end
        }
    }

    /// Adds a marker to the next line, after the pending ones.
    mutating func addMarker(_ text: [UInt8], width: Int, style: TextStyle = .marker) {
        markers.append(Marker(text: text, width: width, depth: indents.count, style: style))
    }

    /// Puts the pending markers on separate lines.
    mutating func endMarkers(_ source: Int) {
        guard !markers.isEmpty else { return }
        beginLine(source)
        if let last = store.runs.last, store.text.last == 0x20, !isScanning {
            store.text.removeLast()
            store.runs[store.runs.count - 1].end = last.end - 1
            store.runs[store.runs.count - 1].width = last.width - 1
            open.column -= 1
        }
        // A heading's rule is as wide as its text, regardless of the width of markers.
        let width = headingWidth
        endLine()
        headingWidth = width
    }

    /// Adds an indent. It takes columns only while half of the width remains for text.
    /// - Returns: 1, the number of indents to remove later.
    @discardableResult
    mutating func indent(_ kind: Indent.Kind) -> Int {
        hangsOnWidth = true
        let columns: Int
        switch kind {
        case .spaces(let count): columns = count
        case .bar: columns = 2
        case .spacing(let count): columns = max(0, min(count, width / 2 - indentWidth))
        }
        let fits = indentWidth + columns <= width / 2
        if fits, case .bar = kind { bars.append((indents.count, indentWidth)) }
        indentWidth += fits ? columns : 0
        indents.append(Indent(kind: kind, columns: fits ? columns : 0, end: indentWidth))
        return 1
    }

    mutating func removeIndents(_ count: Int) {
        for _ in 0..<count {
            indentWidth -= indents.removeLast().columns
            if bars.last?.depth == indents.count { bars.removeLast() }
        }
    }

    /// Appends text of a known width to the line. There are no breaks inside it.
    mutating func put(_ bytes: ArraySlice<UInt8>, columns: Int, _ ink: TextAttributes) {
        if isScanning {
            open.ink = .text
            return
        }
        let start = store.text.count
        store.text += bytes
        extendRun(from: start, columns: columns, ink)
    }

    /// Adds the text at the end of the store to the line.
    mutating func extendRun(from start: Int, columns: Int, _ ink: TextAttributes) {
        let end = Int32(store.text.count)
        let last = store.runs.count - 1
        if !open.startsRun, last >= open.firstRun, store.runs[last].style == ink.style,
            store.runs[last].link == ink.link, store.runs[last].colors == ink.colors,
            store.runs[last].end == Int32(start)
        {
            store.runs[last].end = end
            store.runs[last].width += Int32(columns)
        } else {
            open.startsRun = false
            store.runs.append(
                LineStore.Run(
                    start: Int32(start), end: end, column: Int32(open.column), width: Int32(columns),
                    style: ink.style, colors: ink.colors, link: ink.link,
                    source: Int32(truncatingIfNeeded: ink.source)))
            if ink.link >= 0, store.links[Int(ink.link)].line < 0 {
                store.links[Int(ink.link)].line = Int32(store.lineCount)
            }
        }
        open.column += columns
    }

    /// Ends the line at a place; the text after it begins the next one.
    /// - Parameter isMarked: Whether the next line is marked as a continuation.
    mutating func breakLine(at place: OpenLine.Break, isMarked: Bool = false) {
        // The array for the moved runs is reused, so that its capacity is kept.
        var rest: [LineStore.Run] = []
        swap(&rest, &movedRuns)
        while let run = store.runs.last, store.runs.count > open.firstRun, Int(run.end) > place.end {
            store.runs.removeLast()
            if Int(run.start) < place.end {
                var head = run
                head.end = Int32(place.end)
                head.width = Int32(place.endColumn) - run.column
                store.runs.append(head)
            }
            if Int(run.end) > place.resume {
                var tail = run
                if Int(run.start) < place.resume {
                    tail.source += Int32(place.resume) - run.start
                    tail.start = Int32(place.resume)
                    tail.column = Int32(place.resumeColumn)
                    tail.width = run.width - (Int32(place.resumeColumn) - run.column)
                }
                rest.append(tail)
            }
            if Int(run.start) < place.end { break }
        }
        let column = open.column
        open.column = place.endColumn
        if place.hasHyphen, let last = store.runs.last {
            addRun([0x2D], at: place.endColumn, width: 1, style: last.style, Int(last.source))
            open.column += 1
        }
        let source = rest.last.map { Int($0.source) } ?? open.source
        // A link without text left on this line begins on the next.
        let kept = store.runs.count > open.firstRun ? store.runs.last?.link : nil
        for run in rest where run.link >= 0 && run.link != kept {
            if store.links[Int(run.link)].line == Int32(store.lineCount) {
                store.links[Int(run.link)].line += 1
            }
        }
        let breaker = open.breaker
        let cluster = open.cluster
        let hasSpace = open.hasSpace
        closeLine()
        beginLine(source)
        if isMarked { addFoldMark(source) }
        if tableDepth > 0, let frame = frames.last, frame.isPreformatted || frame.style.contains(.code) {
            store.continued.insert(Int32(store.lineCount))
        }
        open.first = place.breaker
        open.breaker = breaker
        open.cluster = cluster
        open.hasSpace = hasSpace
        let shift = Int32(open.column - place.resumeColumn)
        for var run in rest.reversed() {
            run.column += shift
            store.runs.append(run)
        }
        open.startsRun = rest.isEmpty
        open.column = column + Int(shift)
        open.unread = store.text.count
        rest.removeAll(keepingCapacity: true)
        swap(&rest, &movedRuns)
    }

    /// Ends the line if one is open. A line of spaces becomes a blank line.
    mutating func endLine() {
        if isScanning { return endScannedLine() }
        open.hasSpace = false
        fitEnd()
        if open.hasText {
            if isBlankLine, let before = open.before {
                dropLine(before)
                addBlank()
            } else {
                closeLine()
            }
        }
        endParagraph()
    }

    /// Whether there are only spaces on the line.
    @inline(__always)  // A call would copy the flow.
    var isBlankLine: Bool {
        for index in open.firstInk..<store.runs.count {
            let run = store.runs[index]
            for place in Int(run.start)..<Int(run.end) where store.text[place] != 0x20 { return false }
        }
        return true
    }

    /// Restores the state before the current line. Its anchors stay, and mark the blank line that replaces it.
    private mutating func dropLine(_ before: OpenLine.Before) {
        let line = Int32(store.lineCount)
        for run in store.runs[open.firstRun...] where run.link >= 0 {
            if store.links[Int(run.link)].line == line { store.links[Int(run.link)].line = -1 }
        }
        store.lines.removeLast(store.lineCount - before.lineCount)
        store.offsets.removeLast(store.offsets.count - before.lineCount)
        store.runs.removeLast(store.runs.count - before.runCount)
        margin = before.margin
        marginDepth = before.marginDepth
        hasContent = before.hasContent
        open = OpenLine()
        open.firstRun = store.runs.count
    }

    private mutating func closeLine() {
        headingWidth = max(headingWidth, open.column - indentWidth)
        if isMixed {
            mixedLines.append(MixedLine(firstRun: open.firstRun, textRun: open.textRun, start: open.start))
        } else {
            align()
        }
        if isMeasuring { size.largest = max(size.largest, open.column) }
        store.lines.append(Int32(open.firstRun))
        store.offsets.append(Int32(truncatingIfNeeded: open.source))
        if mixedLines.count >= Self.mixedLineLimit { reorderParagraph() }
        open = OpenLine()
        open.firstRun = store.runs.count
    }

    private mutating func align() {
        guard !frames.isEmpty else { return }
        let alignment = frames[frames.count - 1].alignment.ofText
        guard alignment != .start else { return }
        hangsOnWidth = true
        if isMeasuring { return }
        let free = width - open.column
        guard free > 0 else { return }
        let shift = Int32(alignment == .center ? free / 2 : free)
        for index in open.firstRun..<store.runs.count {
            let run = store.runs[index]
            // The marker of a list item stays next to its text.
            let isSign = Int(run.column + run.width) == open.start && !store.isBar(run)
            if Int(run.column) >= open.start || isSign { store.runs[index].column += shift }
        }
    }

    /// Requests a blank line, as `br` at the start of a line does. Only preformatted text gets several.
    mutating func addBlank() {
        // A list item begins with its text, without a blank line.
        guard margin >= 0, markers.isEmpty else { return }
        let isAtBlockStart = marginDepth != Int.max
        if let frame = frames.last, frame.isPreformatted, !isAtBlockStart {
            margin += 1
        } else {
            margin = max(margin, 1)
        }
    }

    /// Ends the current block; the next one has a margin. Adjoining margins collapse to the larger one.
    mutating func endBlock(margin lines: Int) {
        endLine()
        if margin >= 0 { margin = min(max(margin, lines), 1) }
        marginDepth = min(marginDepth, indents.count)
    }
}
