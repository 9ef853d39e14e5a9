import CSS
import CellGrid
import HTML

extension Flow {
    /// Lays out a text node.
    mutating func addText(_ node: NodeID, _ document: Document) {
        let top = frames.count - 1
        switch frames[top].closing {
        case .title:
            document.forEachPiece(of: node) { bytes, _ in head.title += bytes }
            return
        case .otherTitle, .nothing: return
        case .inline, .word, .block, .heading, .legend, .text, .textBlock: break
        }
        guard frames[top].look.isVisible else { return }
        switch frames[top].formula {
        case .none where frames[top].hasZeroFontSize: if skipZeroSizedText(node, document) { return }
        case .none:
            // The first byte decides for most text.
            let mayBeIcon = document.firstByte(ofText: node) >= 0xEE && !frames[top].isPreformatted
            if mayBeIcon, isIconText(node, document) { return }
        case .row, .token: if isBlank(node, document) { return }
        }
        if placeholder != nil, !isBlank(node, document) { placeholder = nil }
        if isScanning {
            if showsText, !keepsLineEnds { return }
            document.visitSpans(of: node) { bytes in
                scan(bytes)
                return !showsText || keepsLineEnds
            }
            return
        }
        let look = frames[top].look
        var ink = TextAttributes(style: frames[top].style, link: frames[top].link, source: 0)
        if look.colors != ColorPair() { ink.colors = store.number(of: look.colors) }
        let letters = look.letters
        let isInButton = frames[top].isInButton
        var isTrimmed = frames[top].formula == .token
        document.forEachPiece(of: node) { piece, start in
            var (bytes, source) = (piece, start)
            if isTrimmed || isInButton && isBehindBracket {
                isTrimmed = false
                bytes = bytes.drop(while: ASCII.isBlank)
                source += piece.count - bytes.count
            }
            ink.source = source
            guard let letters else {
                add(bytes, ink)
                return
            }
            letters.visit(bytes, isInWord: isInWord) { part, offset in
                ink.source = source + offset
                add(part[...], ink)
            }
        }
        if frames[top].formula == .token { open.hasSpace = false }
    }

    /// Whether the text continues the word at the end of the line.
    private var isInWord: Bool {
        open.hasText && !open.hasSpace && LetterCase.isInWord(behind: store.text.span, endOfText)
    }

    /// The end of the line's text in the store. Text at the start of a line may be stored before the hyphen that ends
    /// the previous line.
    private var endOfText: Int { store.runs.last.map { Int($0.end) } ?? store.text.count }

    /// Lays out generated text.
    mutating func add(_ text: String, _ style: TextStyle, source: Int) {
        guard let frame = frames.last, frame.look.isVisible else { return }
        add(text, style, frame, source)
    }

    /// Lays out generated paragraphs.
    mutating func addParagraphs(_ lines: [String], _ source: Int) {
        for line in lines {
            endBlock(margin: 1)
            add(line, [], source: source)
        }
        endBlock(margin: 1)
    }

    /// Lays out text in UTF-8 from any source.
    mutating func add(_ bytes: ArraySlice<UInt8>, _ ink: TextAttributes) {
        if isScanning { return scan(bytes.span) }
        if !frames.isEmpty, frames[frames.count - 1].isPreformatted {
            addPreformatted(bytes, ink)
            return
        }
        let keepsLineEnds = whiteSpace == .preLine
        let isHeld = whiteSpace == .nowrap
        let span = bytes.span
        var index = joinCluster(span)
        while index < span.count {
            let byte = span[index]
            if ASCII.isBlank(byte) {
                if !keepsLineEnds, !isHeld {
                    let end = addWords(span, from: index, bytes, ink)
                    if end > index {
                        index = end
                        continue
                    }
                }
                if byte == 0x0A, keepsLineEnds {
                    if open.hasText { endLine() } else { addBlank() }
                }
                if open.hasText {
                    if !open.hasSpace || !isHeld { open.holdsSpace = isHeld }
                    open.hasSpace = true
                }
                index += 1
                continue
            }
            if byte >= 0xE3, !isHeld {
                index = addIdeographs(span, from: index, bytes, ink)
                if index == span.count || span[index] != byte { continue }
            }
            var place = ink
            place.source += index
            var word = PlainWord(in: span, from: index)
            word.yieldLast(in: span, from: index)
            if word.end > index {
                add(word, bytes[(bytes.startIndex + index)..<(bytes.startIndex + word.end)], place)
                index = word.end
                continue
            }
            let marked = MarkedWord(in: span, from: index)
            if marked.end > index {
                add(marked, from: index, bytes, place)
                index = marked.end
            } else {
                index += addCluster(span, at: index, bytes, place)
            }
        }
    }

    /// How white space is handled. Read in place: a frame is too large to be copied for each word.
    var whiteSpace: WhiteSpace { frames.isEmpty ? .normal : frames[frames.count - 1].look.whiteSpace }

    /// Adds a plain word. Its places to break are computed only if it does not fit.
    private mutating func add(_ word: PlainWord, _ text: ArraySlice<UInt8>, _ ink: TextAttributes) {
        beginLine(ink.source)
        if word.isRightToLeft { noteRightToLeft() }
        let firstLength = UTF8Text.length(text[text.startIndex])
        var unread = firstLength
        if open.hasSpace, open.doubt == nil, open.column > open.start,
            Self.breaksSurely(behind: store.text.span, endOfText, before: text.span)
        {
            unread = 0
            let (end, column) = (store.text.count, open.column)
            putSpace(ink)
            open.breaker = .afterWord
            allowBreak(at: end, column, isHeld: open.holdsSpace)
        } else {
            read(LineBreakKind(in: text.span, at: 0), ink)
        }
        if !controls.isEmpty { putControls(ink) }
        let start = store.text.count
        put(text, columns: word.columns, ink)
        open.unread = start + unread
        open.cluster = UTF8Text.start(of: store.text.span, before: store.text.count)
        if open.doubt != nil, text.count > firstLength {
            settleDoubt(before: LineBreakKind(in: text.span, at: firstLength))
        }
        fit()
    }

    /// Adds a word of letters with marks. Its places to break are computed only if it does not fit.
    private mutating func add(
        _ word: MarkedWord, from index: Int, _ bytes: ArraySlice<UInt8>, _ ink: TextAttributes
    ) {
        let text = bytes[(bytes.startIndex + index)..<(bytes.startIndex + word.end)]
        beginLine(ink.source)
        if word.isRightToLeft { noteRightToLeft() }
        read(LineBreakKind(in: text.span, at: 0), ink)
        if !controls.isEmpty { putControls(ink) }
        let start = store.text.count
        put(text, columns: word.columns, ink)
        open.unread = start + UTF8Text.length(text[text.startIndex])
        open.cluster = start + word.last - index
        if open.doubt != nil, let second = word.second {
            settleDoubt(before: LineBreakKind(in: text.span, at: second - index))
        }
        fit()
    }

    /// Adds a cluster that is not part of a word. Returns its length in bytes.
    private mutating func addCluster(
        _ span: Span<UInt8>, at index: Int, _ bytes: ArraySlice<UInt8>, _ ink: TextAttributes
    ) -> Int {
        let cluster = TextWidth.cluster(in: span, at: index)
        let length = max(1, cluster.length)
        let text = bytes[(bytes.startIndex + index)..<(bytes.startIndex + index + length)]
        if length == 2, span[index] == 0xC2, span[index + 1] == 0xAD {
            addSoftHyphen()
            return length
        }
        if length == 3, span[index] == 0xE2, span[index + 1] == 0x80, span[index + 2] == 0x8B {
            addZeroSpace()
            return length
        }
        if BidiOrder.isControl(span, at: index) {
            addControl(text, ink)
            return length
        }
        beginLine(ink.source)
        if BidiOrder.isRightToLeft(span, at: index) { noteRightToLeft() }
        let isGlue = length == 2 && span[index] == 0xC2 && span[index + 1] == 0xA0
        var visible = UTF8Text.visible(text)
        var kind = isGlue ? LineBreakKind(.glue) : LineBreakKind(in: visible.span, at: 0)
        var columns = cluster.width
        if kind.breaks == .mark, let based = Self.onBlank(visible) {
            visible = based
            kind = LineBreakKind(.alphabetic)
            columns = 1
        }
        read(kind, ink)
        if visible.count > 2 { readRest(of: visible.span) }
        if !controls.isEmpty { putControls(ink) }
        let start = store.text.count
        put(visible, columns: columns, ink)
        open.unread = store.text.count
        open.cluster = isGlue || visible.count < length ? nil : start
        fit()
        return length
    }

    /// Returns a mark without a base on a blank, one column wide, so that it does not combine with the text before it;
    /// nil if it is not a mark.
    private static func onBlank(_ mark: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let bytes = [0x20] + mark
        return TextWidth.cluster(in: bytes.span, at: 0) == (bytes.count, 1) ? bytes[...] : nil
    }

    /// Adds a place to break that shows a hyphen if it is used.
    private mutating func addSoftHyphen() {
        open.cluster = nil
        guard open.hasText, !open.hasSpace, open.column > open.start, open.column < width else { return }
        if whiteSpace == .nowrap { return }
        readWords()
        settleDoubt(before: LineBreakKind(.alphabetic))
        if isMeasuring { measure(extra: 1) }
        let end = store.text.count
        open.lastBreak = OpenLine.Break(
            end: end, resume: end, endColumn: open.column, resumeColumn: open.column, breaker: open.breaker,
            hasHyphen: true)
    }

    /// Adds an invisible place to break, such as U+200B or `wbr`.
    mutating func addZeroSpace() {
        guard open.hasText, !open.hasSpace, !isScanning else { return }
        readWords()
        if open.doubt != nil {
            settleDoubt(before: LineBreakKind(.zeroSpace))
            fit()
        }
        open.cluster = nil
        _ = open.breaker.advance(LineBreakKind(.zeroSpace))
    }

    // MARK: Preformatted text

    /// The spaces of the widest tab.
    private static let tab = [UInt8](repeating: 0x20, count: 8)

    /// Lays out text whose blanks and line feeds are kept. Lines that do not fit are folded, unless they are to stay
    /// whole.
    private mutating func addPreformatted(_ bytes: ArraySlice<UInt8>, _ ink: TextAttributes) {
        let span = bytes.span
        var index = joinCluster(span)
        // A space before text whose blanks are kept is not one of them.
        if open.hasSpace, index < span.count, span[index] != 0x0A, span[index] != 0x0D {
            read(LineBreakKind(in: span, at: index), ink)
        }
        while index < span.count {
            let byte = span[index]
            var place = ink
            place.source += index
            switch byte {
            case 0x0A, 0x0D:
                if open.hasText { endLine() } else { addBlank() }
                index += 1
            case 0x09:
                beginLine(place.source)
                let columns = 8 - (open.column - open.start) % 8
                put(Self.tab[..<columns], columns: columns, place)
                settle(cluster: nil)
                index += 1
            default:
                var word = PlainWord(in: span, from: index, blanks: true)
                word.yieldLast(in: span, from: index)
                if word.end > index {
                    let text = bytes[(bytes.startIndex + index)..<(bytes.startIndex + word.end)]
                    putPreformatted(text, columns: word.columns, word.isRightToLeft, last: nil, place)
                    index = word.end
                    continue
                }
                let marked = MarkedWord(in: span, from: index)
                if marked.end > index {
                    let text = bytes[(bytes.startIndex + index)..<(bytes.startIndex + marked.end)]
                    let last = marked.last - index
                    putPreformatted(text, columns: marked.columns, marked.isRightToLeft, last: last, place)
                    index = marked.end
                    continue
                }
                let cluster = TextWidth.cluster(in: span, at: index)
                let length = max(1, cluster.length)
                let text = bytes[(bytes.startIndex + index)..<(bytes.startIndex + index + length)]
                if BidiOrder.isControl(span, at: index) {
                    addControl(text, place)
                    index += length
                    continue
                }
                beginLine(place.source)
                if BidiOrder.isRightToLeft(span, at: index) { noteRightToLeft() }
                if !controls.isEmpty { putControls(place) }
                let start = store.text.count
                var (visible, columns) = (UTF8Text.visible(text), cluster.width)
                let isMark = LineBreakKind(in: visible.span, at: 0).breaks == .mark
                if isMark, let based = Self.onBlank(visible) { (visible, columns) = (based, 1) }
                put(visible, columns: columns, place)
                settle(cluster: visible.count < length ? nil : start)
                index += length
            }
        }
    }

    /// Appends words unchanged.
    /// - Parameter last: The offset of their last cluster; nil if it is their last character.
    private mutating func putPreformatted(
        _ text: ArraySlice<UInt8>, columns: Int, _ isRightToLeft: Bool, last: Int?, _ ink: TextAttributes
    ) {
        beginLine(ink.source)
        if isRightToLeft { noteRightToLeft() }
        if !controls.isEmpty { putControls(ink) }
        let start = store.text.count
        put(text, columns: columns, ink)
        settle(
            cluster: last.map { start + $0 } ?? UTF8Text.start(of: store.text.span, before: store.text.count))
    }
}
