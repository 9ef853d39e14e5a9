import CellGrid
import HTML

// Scanning: passing through a part of the page without laying it out. The state at the end of the part is the same as
// after laying it out, at any width: margins, markers, numbers of list items, style sheets, names, and the number of
// links.
extension Flow {
    /// The state of a flow, except for the elements it is in.
    struct Place {
        var isInLine: Bool
        var ink: OpenLine.VisibleContent
        var before: OpenLine.Before?
        var margin: Int
        var marginDepth: Int
        var hasContent: Bool
        var markers: [Marker]
        var pendingAnchors: [[UInt8]]
        var controls: [UInt8]
        var generated: GeneratedTextLimit
        var marks: LineStore.Mark
    }

    /// The current state.
    var place: Place {
        Place(
            isInLine: open.hasText, ink: open.hasText && !isBlankLine ? .text : .none,
            before: open.before, margin: margin, marginDepth: marginDepth, hasContent: hasContent,
            markers: markers, pendingAnchors: pendingAnchors, controls: controls, generated: generated,
            marks: store.mark)
    }

    /// Scans the table whose frame was just pushed and which is already laid out, so that what follows does not depend
    /// on its layout, which the width determines. Links without a line and names that were not assigned are added to
    /// what was laid out.
    /// - Parameter place: The state at the start of the table.
    mutating func scanTable(from place: Place, _ document: Document, _ enter: (inout Flow) -> Void) {
        let end = open
        let depth = frames.count
        let width = headingWidth
        var (lines, head) = (LineStore(), head)
        swap(&lines, &store)
        purpose = .scan
        open.hasText = place.isInLine
        open.ink = place.ink
        open.before = place.before
        margin = place.margin
        marginDepth = place.marginDepth
        hasContent = place.hasContent
        markers = place.markers
        pendingAnchors = place.pendingAnchors
        controls = place.controls
        generated = place.generated
        enter(&self)
        walk(document, open: [], above: depth)
        endLine()
        purpose = .lines
        swap(&lines, &store)
        swap(&self.head, &head)
        open = end
        // A heading within the table may have reset the width; the width from this layout is what the rule needs.
        if headingWidth > 0 { headingWidth = max(width, headingWidth) }
        while store.links.count - place.marks.link < passedLinks { store.addLink(.address([]), .other) }
        passedLinks = 0
        guard store.anchors.count - place.marks.anchor < lines.anchors.count else { return }
        let known = Set(store.anchors[place.marks.anchor...].map(\.name))
        var line = place.marks.line + (place.isInLine ? 1 : 0)
        while line + 1 < store.lineCount, store.runRange(ofLine: line).isEmpty { line += 1 }
        for anchor in lines.anchors where !known.contains(anchor.name) {
            store.anchors.append(LineStore.Anchor(name: anchor.name, line: Int32(line)))
        }
    }

    /// Adds a link or field, which has no text yet, and returns its index in the chunk. A scan only counts it.
    mutating func addLink(
        _ target: @autoclosure () -> LineStore.Target, _ use: @autoclosure () -> PageLink.Use = .other
    ) -> Int32 {
        guard isScanning else { return store.addLink(target(), use()) }
        passedLinks += 1
        return Int32(truncatingIfNeeded: passedLinks - 1)
    }

    /// Skips an element that contains only text, on a line that already shows text: only a link has to be counted.
    /// - Returns: Whether the element was skipped.
    mutating func scansOver(
        _ node: NodeID, _ tag: Tag, _ attributes: KnownAttributes, _ document: Document
    ) -> Bool {
        guard showsText, placeholder == nil, rules.isEmpty, attributes.isSubset(of: .href), !keepsLineEnds
        else { return false }
        // Formatting elements, inside which a chunk never ends.
        switch tag {
        case .a, .b, .big, .code, .em, .font, .i, .small, .strong, .tt, .u: break
        default: return false
        }
        guard document.namespace(of: node) == .html, let text = document.firstChild(of: node),
            document.kind(of: text) == .text, document.nextSibling(of: text) == nil
        else { return false }
        if tag == .a, attributes.contains(.href) { _ = addLink(.address([])) }
        return true
    }

    /// Begins a line, if none is open.
    mutating func beginScannedLine() {
        guard !open.hasText else { return }
        open.before = OpenLine.Before(
            lineCount: 0, runCount: 0, margin: margin, marginDepth: marginDepth, hasContent: hasContent)
        margin = 0
        marginDepth = Int.max
        hasContent = true
        open.hasText = true
        open.ink = .none
        if !markers.isEmpty {
            if markers.contains(where: { $0.text.contains { $0 != 0x20 } }) { open.ink = .marker }
            markers.removeAll()
        }
        if !controls.isEmpty { controls.removeAll() }
        endAnchors(on: 0)
    }

    /// Ends the line, if one is open.
    mutating func endScannedLine() {
        if !controls.isEmpty { controls.removeAll() }
        guard open.hasText else { return }
        open.hasText = false
        switch open.ink {
        // The exact width does not matter.
        case .text: headingWidth = max(headingWidth, 1)
        case .marker: break
        case .none:
            guard let before = open.before else { return }
            margin = before.margin
            marginDepth = before.marginDepth
            hasContent = before.hasContent
            addBlank()
        }
    }

    /// Whether a line is open that has visible text.
    var showsText: Bool { open.hasText && open.ink == .text }

    /// Whether line ends of the source are kept.
    var keepsLineEnds: Bool {
        switch whiteSpace {
        case .normal, .nowrap: false
        case .pre, .preWrap, .preLine: true
        }
    }

    /// Scans text in UTF-8.
    mutating func scan(_ span: Span<UInt8>) {
        let keepsLineEnds = keepsLineEnds
        let keepsBlanks = keepsLineEnds && whiteSpace != .preLine
        var index = 0
        while index < span.count {
            let byte = span[index]
            if keepsLineEnds, byte == 0x0A || byte == 0x0D && keepsBlanks {
                if open.hasText { endLine() } else { addBlank() }
                index += 1
            } else if showsText {
                guard keepsLineEnds else { return }
                index += 1
            } else if ASCII.isBlank(byte), byte != 0x0C || !keepsBlanks {
                if keepsBlanks { beginScannedLine() }
                index += 1
            } else if byte > 0x20, byte < 0x7F {
                beginScannedLine()
                open.ink = .text
                index += 1
            } else {
                index += scanCluster(span, at: index, keepsBlanks: keepsBlanks)
            }
        }
    }

    /// Scans a cluster that is not plain ASCII. Returns its length in bytes.
    private mutating func scanCluster(_ span: Span<UInt8>, at index: Int, keepsBlanks: Bool) -> Int {
        let length = max(1, TextWidth.cluster(in: span, at: index).length)
        let text = (index..<(index + length)).map { span[$0] }
        // A scan breaks no lines, so soft hyphens and zero-width spaces have no effect.
        if !keepsBlanks, text.elementsEqual([0xC2, 0xAD]) || text.elementsEqual([0xE2, 0x80, 0x8B]) {
            return length
        }
        if BidiOrder.isControl(span, at: index) {
            if case .visual = order, !open.hasText { controls += text }
            return length
        }
        beginScannedLine()
        if UTF8Text.visible(text[...]).contains(where: { $0 != 0x20 }) { open.ink = .text }
        return length
    }

    // Cuts: where a page is divided into parts that are laid out on demand.

    /// Whether both flows would lay out what follows identically. Both must be at a cut.
    func laysOutLike(_ other: Flow) -> Bool {
        frames == other.frames && indents == other.indents && margin == other.margin
            && marginDepth == other.marginDepth && hasContent == other.hasContent && markers == other.markers
            && pendingAnchors == other.pendingAnchors && controls == other.controls && rules == other.rules
            && mainText == other.mainText && counters == other.counters && placeholder == other.placeholder
            && generated.surplus == other.generated.surplus
    }
}
