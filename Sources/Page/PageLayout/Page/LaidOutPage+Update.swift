import HTML

// Updates: what did not change keeps its lines.
extension LaidOutPage {
    /// Replaces the source of a finished page. Only the chunks that the changes touch are read and laid out
    /// again, and those behind them up to the first that begins as it did; unbalanced markup costs the rest of
    /// the page, which is then read when it is asked for. Line numbers may change altogether.
    /// - Parameters:
    ///   - html: The whole new source.
    ///   - changed: The ranges that differ, in ascending order; all other bytes are equal.
    ///   - offset: The place in the new source around which lines stay laid out.
    public mutating func update(to html: [UInt8], changed: [SourceChange], around offset: Int = 0) {
        isFinished = true
        let old = chunks
        let end = Beginning(start: front.start, checkpoint: front.checkpoint)
        chunks = []
        firstLinks = []
        linksInChunks = 0
        var rest: Beginning?
        var index = 0
        while index < old.count {
            let range = old[index].start..<(index + 1 < old.count ? old[index + 1].start : end.start)
            // A chunk that begins inside of a change was read again with the one before it.
            guard let start = changed.newOffset(ofOld: range.lowerBound) else { break }
            guard changed.touch(range) else {
                var kept = old[index]
                kept.start = start
                add(kept)
                index += 1
                continue
            }
            let result = Rereader(page: self, old: old, end: end, html: html, changed: changed)
                .read(from: index, at: start)
            for chunk in result.chunks { add(chunk) }
            rest = result.rest
            index = result.resumed ?? old.count
        }
        if rest == nil, let start = changed.newOffset(ofOld: end.start) {
            rest = Beginning(start: start, checkpoint: end.checkpoint)
        }
        restartFront(
            from: rest?.checkpoint ?? firstCheckpoint, at: rest?.start ?? 0, over: html)
        beginWindow(at: chunkIndex(at: offset))
        extendWindowUp()
    }
}

/// Where reading can go on.
private struct Beginning {
    var start: Int
    var checkpoint: Checkpoint
}

/// Reads changed chunks again until the page goes on as it did.
private struct Rereader {
    /// What came of it.
    struct Result {
        var chunks: [Chunk] = []
        /// The first of the old chunks that goes on as it did, the front counting as the last; nil when none
        /// does: the rest of the page is to be read from `rest`.
        var resumed: Int?
        var rest: Beginning?
    }

    let page: LaidOutPage
    let old: [Chunk]
    let end: Beginning
    let html: [UInt8]
    let changed: [SourceChange]

    /// How many places of the old page may pass by, no change being left before them, until the rest of the
    /// page counts as changed.
    private static let patience = 3

    /// Reads from an old chunk on, which begins at `start` now.
    func read(from index: Int, at start: Int) -> Result {
        var result = Result()
        var reading = PageReader(
            from: old[index].checkpoint, at: start, over: html, isFinished: true, width: page.width)
        reading.apply(pictures: page.pictures)
        reading.lay(preformatted: page.preformatted)
        var candidate = index + 1
        var misses = 0
        while misses < Self.patience, candidate <= old.count {
            let goal = min(reading.start + page.chunk, place(candidate) ?? .max)
            guard case .cut = reading.read(cutBehind: goal, limit: .max) else { break }
            let (start, checkpoint) = (reading.start, reading.checkpoint)
            result.chunks.append(
                Chunk(start: start, checkpoint: checkpoint, lines: reading.settle(dropsSource: false)))
            reading.save()
            while candidate <= old.count, place(candidate).map({ $0 < reading.start }) ?? true {
                if place(candidate) != nil { misses += 1 }
                candidate += 1
            }
            guard candidate <= old.count, place(candidate) == reading.start else { continue }
            if reading.checkpoint.isEquivalent(
                to: candidate < old.count ? old[candidate].checkpoint : end.checkpoint)
            {
                result.resumed = candidate
                return result
            }
            misses += 1
            candidate += 1
        }
        result.rest = Beginning(start: reading.start, checkpoint: reading.checkpoint)
        return result
    }

    /// Where an old chunk begins now, the front counting as the last; nil inside of a change and past the end.
    private func place(_ index: Int) -> Int? {
        guard index <= old.count else { return nil }
        return changed.newOffset(ofOld: index < old.count ? old[index].start : end.start)
    }
}

extension [SourceChange] {
    /// Where an offset of the old source is in the new one; nil within a change. What is put in at the offset
    /// itself comes behind it.
    func newOffset(ofOld offset: Int) -> Int? {
        var delta = 0
        for change in self {
            if change.old.lowerBound >= offset { break }
            guard change.old.upperBound <= offset else { return nil }
            delta += change.new.count - change.old.count
        }
        return offset + delta
    }

    /// Whether a change begins within a range of the old source, or reaches into it.
    func touch(_ range: Range<Int>) -> Bool {
        contains {
            $0.old.lowerBound < range.upperBound && $0.old.upperBound > range.lowerBound
                || $0.old.isEmpty && range.contains($0.old.lowerBound)
        }
    }
}
