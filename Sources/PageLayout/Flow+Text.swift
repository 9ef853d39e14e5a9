import CellGrid
import Markup

extension Flow {
    /// Lays out a text node.
    mutating func addText(_ node: NodeID, _ document: Document) {
        let top = frames.count - 1
        switch frames[top].closing {
        case .title:
            document.forEachPiece(of: node) { bytes, _ in head.title += bytes }
            return
        case .otherTitle: return
        case .inline, .block, .text: break
        }
        let (style, link) = (frames[top].style, frames[top].link)
        document.forEachPiece(of: node) { bytes, source in
            add(bytes, Ink(style: style, link: link, source: source))
        }
    }

    /// Lays out text of our own making.
    mutating func add(_ text: String, _ style: TextStyle, source: Int) {
        guard let frame = frames.last else { return }
        add(Array(text.utf8)[...], Ink(style: frame.style.union(style), link: frame.link, source: source))
    }

    /// Lays out text in UTF-8, from wherever it comes.
    mutating func add(_ bytes: ArraySlice<UInt8>, _ ink: Ink) {
        if !frames.isEmpty, frames[frames.count - 1].isPreformatted {
            addPreformatted(bytes, ink)
            return
        }
        let span = bytes.span
        var index = 0
        while index < span.count {
            let byte = span[index]
            if ASCII.isBlank(byte) {
                if open.hasText { open.hasSpace = true }
                index += 1
                continue
            }
            var place = ink
            place.source += index
            if byte > 0x20, byte < 0x7F {
                var end = index + 1
                while end < span.count, span[end] > 0x20, span[end] < 0x7F { end += 1 }
                // A byte that starts no ASCII may combine with the last one.
                if end < span.count, span[end] >= 0x80, end > index + 1 { end -= 1 }
                if end == index + 1, end < span.count, span[end] >= 0x80 {
                    index += addCluster(span, at: index, bytes, place)
                    continue
                }
                addWord(bytes[(bytes.startIndex + index)..<(bytes.startIndex + end)], place)
                index = end
            } else {
                index += addCluster(span, at: index, bytes, place)
            }
        }
    }

    /// The space before text, if one is due, and a place to break where the rules allow one.
    private mutating func addSpace(before next: LineBreakClass, _ ink: Ink) {
        guard open.hasText, open.column > open.start else {
            open.hasSpace = false
            return
        }
        guard open.hasSpace else {
            if open.previous.allowsBreak(before: next) { allowBreak() }
            return
        }
        open.hasSpace = false
        let end = store.text.count
        let endColumn = open.column
        var space = ink
        if let last = store.runs.last, last.style != ink.style || last.link != ink.link {
            space.style = last.style.intersection(ink.style)
            space.link = last.link == ink.link ? ink.link : -1
        }
        store.text.append(0x20)
        extendRun(from: end, columns: 1, space)
        if next == .glue { return }
        open.lastBreak = OpenLine.Break(
            end: end, resume: end + 1, endColumn: endColumn, resumeColumn: open.column)
    }

    /// A word of printable ASCII.
    private mutating func addWord(_ word: ArraySlice<UInt8>, _ ink: Ink) {
        beginLine(ink.source)
        addSpace(before: LineBreakClass(asciiStart: word.first), ink)
        if isMeasuring { widestWord = max(widestWord, indentWidth + word.count) }
        put(word, columns: word.count, ink)
        fit()
        open.previous = LineBreakClass(asciiEnd: word.last)
    }

    /// Ends lines until the text fits.
    private mutating func fit() {
        guard open.column > width else { return }
        wrap()
        if open.column > width { foldWord() }
    }

    /// Breaks text that fits no line: after a hyphen or slash where one is near, else at the edge.
    private mutating func foldWord() {
        while open.column > width, let last = store.runs.last, store.runs.count > open.firstRun {
            let room = width - Int(last.column)
            guard Int(last.width) > room else { return }
            let start = Int(last.start)
            let (length, columns) = prefix(from: start, to: Int(last.end), fitting: room)
            // Where not even one cluster fits behind other text, all of it goes to the next line.
            guard length > 0 || store.runs.count - 1 > open.firstRun && Int(last.column) > indentWidth else {
                return
            }
            let column = Int(last.column) + columns
            breakLine(
                at: OpenLine.Break(
                    end: start + length, resume: start + length, endColumn: column, resumeColumn: column))
        }
    }

    private func prefix(from start: Int, to end: Int, fitting room: Int) -> (length: Int, columns: Int) {
        let span = store.text.span
        var index = start
        var columns = 0
        var good: (length: Int, columns: Int)?
        while index < end {
            let cluster = TextWidth.cluster(in: span, at: index)
            if columns + cluster.width > room { break }
            columns += cluster.width
            index += cluster.length
            let byte = span[index - 1]
            if byte == 0x2D || byte == 0x2F || byte == 0x3F || byte == 0x26, columns * 2 > room {
                good = (index - start, columns)
            }
        }
        return good ?? (index - start, columns)
    }

    /// A cluster that is not plain ASCII. Returns its length in bytes.
    private mutating func addCluster(
        _ span: Span<UInt8>, at index: Int, _ bytes: ArraySlice<UInt8>, _ ink: Ink
    ) -> Int {
        let cluster = TextWidth.cluster(in: span, at: index)
        let length = max(1, cluster.length)
        let text = bytes[(bytes.startIndex + index)..<(bytes.startIndex + index + length)]
        let kind = LineBreakClass(of: span, at: index, length: length)
        switch kind {
        case .softHyphen:
            if open.hasText, !open.hasSpace, open.column < width { allowBreak(hyphen: true) }
            return length
        case .zeroSpace:
            if open.hasText { open.previous = .zeroSpace }
            return length
        case .glue, .ordinary, .ideograph, .opening, .closing: break
        }
        beginLine(ink.source)
        addSpace(before: kind, ink)
        if isMeasuring { widestWord = max(widestWord, indentWidth + cluster.width) }
        put(VisibleBytes.of(text), columns: cluster.width, ink)
        fit()
        open.previous = kind
        return length
    }

    // MARK: Preformatted text

    /// Text whose blanks and line feeds count. Lines that do not fit are folded.
    private mutating func addPreformatted(_ bytes: ArraySlice<UInt8>, _ ink: Ink) {
        let span = bytes.span
        var index = 0
        while index < span.count {
            let byte = span[index]
            var place = ink
            place.source += index
            switch byte {
            case 0x0A, 0x0D:
                if open.hasText { endLine() } else { addEmptyLine(place.source) }
                index += 1
            case 0x09:
                beginLine(place.source)
                let columns = 8 - (open.column - open.start) % 8
                put(Array(repeating: 0x20, count: columns)[...], columns: columns, place)
                foldWord()
                index += 1
            case 0x20..<0x7F:
                var end = index + 1
                while end < span.count, span[end] >= 0x20, span[end] < 0x7F { end += 1 }
                if end < span.count, span[end] >= 0x80, end > index + 1 { end -= 1 }
                if end == index + 1, end < span.count, span[end] >= 0x80 { fallthrough }
                beginLine(place.source)
                let text = bytes[(bytes.startIndex + index)..<(bytes.startIndex + end)]
                if isMeasuring { widestWord = max(widestWord, min(indentWidth + text.count, 20)) }
                put(text, columns: text.count, place)
                foldWord()
                index = end
            default:
                let cluster = TextWidth.cluster(in: span, at: index)
                let length = max(1, cluster.length)
                beginLine(place.source)
                put(
                    VisibleBytes.of(bytes[(bytes.startIndex + index)..<(bytes.startIndex + index + length)]),
                    columns: cluster.width, place)
                foldWord()
                index += length
            }
        }
    }
}
