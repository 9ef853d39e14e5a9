import CellGrid

/// Grapheme clusters that are split between two pieces of text.
extension Flow {
    /// Joins the beginning of a text to the last cluster if they form one cluster, such as a mark in a separate
    /// element.
    /// - Returns: The number of bytes joined.
    mutating func joinCluster(_ span: Span<UInt8>) -> Int {
        // Plain letters never combine with the text before them.
        guard !span.isEmpty, span[0] >= 0x80, UTF8Text.letterLength(span, at: 0) == 0,
            let start = open.cluster,
            !open.hasSpace,
            let run = store.runs.last, store.runs.count > open.firstRun, start >= run.start, start < run.end
        else { return 0 }
        var bytes = Array(store.text[start..<Int(run.end)])
        let old = TextWidth.cluster(in: bytes.span, at: 0)
        guard old.length == bytes.count else { return 0 }
        var taken = 0
        var new = old
        // Most text begins a new cluster, so a single character is tried first.
        while new.length == bytes.count, taken < span.count {
            let next = min(span.count, taken == 0 ? UTF8Text.length(span[0]) : taken * 2)
            for index in taken..<next { bytes.append(span[index]) }
            taken = next
            new = TextWidth.cluster(in: bytes.span, at: 0)
        }
        guard new.length > old.length else { return 0 }
        bytes.removeSubrange(new.length...)
        guard VisibleBytes.of(bytes[...]).elementsEqual(bytes) else { return 0 }
        readWords()
        extendCluster(to: bytes, from: old, to: new.width)
        fit()
        return new.length - old.length
    }

    private mutating func extendCluster(
        to bytes: [UInt8], from old: (length: Int, width: Int), to width: Int
    ) {
        let last = store.runs.count - 1
        if Int(store.runs[last].end) == store.text.count {
            store.text += bytes[old.length...]
            store.runs[last].width += Int32(width - old.width)
        } else {
            // The store already has text after this cluster, at the start of the line; the cluster moves to the end.
            var run = store.runs[last]
            run.column += run.width - Int32(old.width)
            run.start = Int32(store.text.count)
            run.width = Int32(width)
            store.text += bytes
            store.runs[last].end -= Int32(old.length)
            store.runs[last].width -= Int32(old.width)
            if store.runs[last].end == store.runs[last].start { store.runs.removeLast() }
            store.runs.append(run)
            open.cluster = Int(run.start)
        }
        store.runs[store.runs.count - 1].end = Int32(store.text.count)
        open.column += width - old.width
        let span = bytes.span
        var index = old.length
        while index < span.count {
            _ = open.breaker.advance(LineBreakKind(in: span, at: index))
            index += UTF8Text.length(span[index])
        }
        open.unread = store.text.count
    }
}
