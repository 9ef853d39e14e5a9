import CellGrid
import HTML

extension Flow {
    /// The order of the text of a line.
    enum TextOrder: Sendable {
        /// As it is read, in any direction: for files and pipes.
        case logical
        /// From left to right on the screen.
        case visual
    }

    /// A line whose text may have to be reordered when its paragraph ends.
    struct MixedLine: Sendable {
        /// The first run of the line, and the first one after indents and marker.
        var firstRun: Int
        var textRun: Int
        /// The column where the text begins.
        var start: Int
    }

    /// A cluster of such a line.
    private struct Piece {
        var run: Int
        var start: Int
        var width: Int
        /// The range of its scalars in the paragraph.
        var scalars: Range<Int>
        var isBlank: Bool
    }

    /// The maximum number of lines reordered together, so that a page without paragraphs does not have to end first.
    static var mixedLineLimit: Int { 512 }

    // MARK: Directions

    /// Returns the direction of an element's `dir` attribute; nil without a valid one.
    func direction(of node: NodeID, _ document: Document) -> BidiOrder.Direction? {
        guard document.attributeCount(of: node) > 0, let name = document.attribute("dir", of: node) else {
            return nil
        }
        if ASCII.equal(name, "rtl") { return .rightToLeft }
        if ASCII.equal(name, "ltr") { return .leftToRight }
        return ASCII.equal(name, "auto") ? .automatic : nil
    }

    /// Isolates an inline element that has a direction from the text around it (HTML §15.3.5).
    mutating func isolate(
        _ tag: Tag, _ direction: BidiOrder.Direction?, _ frame: inout Frame, _ source: Int
    ) {
        guard direction != nil || tag == .bdi, case .inline = frame.closing else { return }
        let (opening, closing) =
            switch (tag, direction) {
            case (.bdo, .rightToLeft): ("\u{2067}\u{202E}", "\u{202C}\u{2069}")
            case (.bdo, .leftToRight): ("\u{2066}\u{202D}", "\u{202C}\u{2069}")
            case (_, .rightToLeft): ("\u{2067}", "\u{2069}")
            case (_, .leftToRight): ("\u{2066}", "\u{2069}")
            case (_, .automatic), (_, nil): ("\u{2068}", "\u{2069}")
            }
        frame.closing = .text(Ending(closing))
        add(opening, [], source: source)
    }

    /// Records that the paragraph contains right-to-left text, so that its lines are reordered.
    mutating func noteRightToLeft() {
        hangsOnWidth = true
        guard case .visual = order, !isMeasuring else { return }
        isMixed = true
    }

    /// Adds a bidi control: it is part of the paragraph, but never reaches the screen.
    mutating func addControl(_ bytes: ArraySlice<UInt8>, _ ink: TextAttributes) {
        guard case .visual = order, !isMeasuring else { return }
        controls += bytes
        // A pending space goes before it if more text follows.
        if open.hasText, !open.hasSpace { putControls(ink) }
    }

    /// Puts the pending controls before text.
    mutating func putControls(_ ink: TextAttributes) {
        let waiting = controls
        controls.removeAll()
        noteRightToLeft()
        put(waiting[...], columns: 0, ink)
        open.unread = store.text.count
        open.cluster = nil
    }

    /// Ends a paragraph; the next one is ordered separately.
    mutating func endParagraph() {
        if !controls.isEmpty { controls.removeAll() }
        guard isMixed else { return }
        isMixed = false
        reorderParagraph()
        mixedDirection = nil
        open.firstRun = store.runs.count
    }

    // MARK: Reordering

    /// Puts the lines of the paragraph into visual order and aligns them.
    mutating func reorderParagraph() {
        let lines = mixedLines
        mixedLines.removeAll(keepingCapacity: true)
        guard let first = lines.first, let frame = frames.last else { return }
        var scalars: [UInt32] = []
        var pieces: [Range<Int>] = []
        var all: [Piece] = []
        for (number, line) in lines.enumerated() {
            let end = number + 1 < lines.count ? lines[number + 1].firstRun : store.runs.count
            let start = all.count
            for run in line.textRun..<end { cut(run, into: &all, &scalars) }
            pieces.append(start..<all.count)
            scalars.append(0x20)
        }
        guard let order = BidiOrder(scalars, mixedDirection ?? frame.direction) else { return }
        mixedDirection = order.direction
        let old = Array(store.runs[first.firstRun...])
        let firstLine = store.lines.count - lines.count
        store.runs.removeSubrange(first.firstRun...)
        for (number, line) in lines.enumerated() {
            store.lines[firstLine + number] = Int32(store.runs.count)
            let indents = old[(line.firstRun - first.firstRun)..<(line.textRun - first.firstRun)]
            place(all[pieces[number]], of: line, indents, order, frame.alignment) { old[$0 - first.firstRun] }
        }
    }

    /// Splits a run into clusters.
    private func cut(_ run: Int, into pieces: inout [Piece], _ scalars: inout [UInt32]) {
        let text = store.text.span
        var index = Int(store.runs[run].start)
        let end = Int(store.runs[run].end)
        while index < end {
            let isControl = BidiOrder.isControl(text, at: index)
            let cluster = TextWidth.cluster(in: text, at: index)
            let next = min(end, index + cluster.length)
            let first = scalars.count
            var place = index
            while place < next {
                scalars.append(UTF8Text.scalar(in: text, at: place))
                place += UTF8Text.length(text[place])
            }
            pieces.append(
                Piece(
                    run: run, start: index, width: isControl ? 0 : cluster.width,
                    scalars: first..<scalars.count,
                    isBlank: isControl || text[index] == 0x20))
            index = next
        }
    }

    private mutating func place(
        _ pieces: ArraySlice<Piece>, of line: MixedLine, _ indents: ArraySlice<LineStore.Run>,
        _ order: BidiOrder,
        _ alignment: Alignment, _ run: (Int) -> LineStore.Run
    ) {
        var levels = pieces.map { order.levels[$0.scalars.lowerBound] }
        // Rule L1: trailing blanks have the level of the paragraph.
        let base: Int8 = order.direction == .rightToLeft ? 1 : 0
        for (place, piece) in zip(levels.indices, pieces).reversed() {
            guard piece.isBlank else { break }
            levels[place] = base
        }
        let shown = BidiOrder.visual(levels).map { pieces[pieces.startIndex + $0] }
        let used = shown.reduce(0) { $0 + columns(of: $1, order) }
        let free = max(0, width - line.start - used)
        var column = line.start
        switch (order.direction, alignment.ofText) {
        case (.rightToLeft, .center): column = free - free / 2
        case (.rightToLeft, _): column = free
        case (_, .center): column += free / 2
        case (_, .end): column += free
        case (_, _): break
        }
        if order.direction == .rightToLeft {
            put(shown, at: column, order, run)
            for indent in indents.reversed() { putMirrored(indent) }
        } else {
            store.runs += indents
            put(shown, at: column, order, run)
        }
    }

    /// Returns the columns of a cluster as shown; 0 if a ligature has absorbed it.
    private func columns(of piece: Piece, _ order: BidiOrder) -> Int {
        piece.scalars.contains { order.shown[$0] != 0xFEFF } ? piece.width : 0
    }

    /// Appends clusters from left to right. Adjacent clusters of one run become one run.
    private mutating func put(
        _ pieces: [Piece], at start: Int, _ order: BidiOrder, _ run: (Int) -> LineStore.Run
    ) {
        var column = start
        var last = -1
        for piece in pieces {
            let columns = columns(of: piece, order)
            guard columns > 0 || !piece.isBlank else { continue }
            let begin = store.text.count
            for scalar in piece.scalars where order.shown[scalar] != 0xFEFF {
                if let scalar = Unicode.Scalar(order.shown[scalar]) { store.text += UTF8.encode(scalar)! }
            }
            if begin == store.text.count { continue }
            let source = run(piece.run).source + Int32(truncatingIfNeeded: piece.start) - run(piece.run).start
            let index = store.runs.count - 1
            if piece.run == last {
                store.runs[index].end = Int32(store.text.count)
                store.runs[index].width += Int32(columns)
                store.runs[index].source = min(store.runs[index].source, source)
            } else {
                var new = run(piece.run)
                new.start = Int32(begin)
                new.end = Int32(store.text.count)
                new.column = Int32(column)
                new.width = Int32(columns)
                new.source = source
                store.runs.append(new)
                last = piece.run
            }
            column += columns
        }
    }

    /// Appends a bar or marker, mirrored, for a line that begins at the right.
    private mutating func putMirrored(_ indent: LineStore.Run) {
        var run = indent
        run.column = max(0, Int32(width) - indent.column - indent.width)
        let text = Array(store.text[Int(indent.start)..<Int(indent.end)])
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value)
        if let order = BidiOrder(scalars, .rightToLeft) {
            run.start = Int32(store.text.count)
            for place in BidiOrder.visual(order.levels) {
                if let scalar = Unicode.Scalar(order.shown[place]) { store.text += UTF8.encode(scalar)! }
            }
            run.end = Int32(store.text.count)
        }
        store.runs.append(run)
    }
}
