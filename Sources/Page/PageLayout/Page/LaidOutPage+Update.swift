import HTML

// Updates: unchanged parts keep their lines.
extension LaidOutPage {
    /// Replaces the source of a finished page. Only the chunks that the changes touch are read and laid out again, and
    /// those after them up to the first one that starts in the same state; after unbalanced markup, the rest of the
    /// page is read again, on demand. All line numbers may change.
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
            // A chunk that begins within a change was read again with the one before it.
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

/// A place where reading can continue.
private struct Beginning {
    var start: Int
    var checkpoint: Checkpoint
}

/// Reads changed chunks again until the state is the same as before.
private struct Rereader {
    /// The result of reading again.
    struct Result {
        var chunks: [Chunk] = []
        /// The first old chunk that starts in the same state as before, with the front counting as the last; nil if
        /// there is none, and the rest of the page is to be read from `rest`.
        var resumed: Int?
        var rest: Beginning?
    }

    let page: LaidOutPage
    let old: [Chunk]
    let end: Beginning
    let html: [UInt8]
    let changed: [SourceChange]

    /// The maximum number of starts of old chunks, outside changes, that may be passed without an equivalent state,
    /// before the rest of the page counts as changed.
    private static let patience = 3

    /// Reads from an old chunk on, which now begins at `start`.
    func read(from index: Int, at start: Int) -> Result {
        var result = Result()
        var reading = page.reader(from: old[index].checkpoint, at: start, over: html, isFinished: true)
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

    /// Returns the current start of an old chunk, with the front counting as the last; nil within a change and after
    /// the end.
    private func place(_ index: Int) -> Int? {
        guard index <= old.count else { return nil }
        return changed.newOffset(ofOld: index < old.count ? old[index].start : end.start)
    }
}

extension [SourceChange] {
    /// Returns the offset in the new source for one in the old source; nil within a change. Text inserted at the offset
    /// itself comes after it.
    fileprivate func newOffset(ofOld offset: Int) -> Int? {
        var delta = 0
        for change in self {
            if change.old.lowerBound >= offset { break }
            guard change.old.upperBound <= offset else { return nil }
            delta += change.new.count - change.old.count
        }
        return offset + delta
    }

    /// Whether a change begins within a range of the old source, or extends into it.
    fileprivate func touch(_ range: Range<Int>) -> Bool {
        contains {
            $0.old.lowerBound < range.upperBound && $0.old.upperBound > range.lowerBound
                || $0.old.isEmpty && range.contains($0.old.lowerBound)
        }
    }
}

/// One range of a page's source that an update replaces.
public struct SourceChange: Hashable, Sendable {
    /// The bytes replaced, in the source before the update.
    var old: Range<Int>
    /// The bytes that replace them, in the source after the update.
    var new: Range<Int>

    /// A change from the old to the new bytes.
    public init(old: Range<Int>, new: Range<Int>) {
        self.old = old
        self.new = new
    }
}

extension LaidOutPage {
    /// The main text of what has arrived; nil if there is none. Linear in the page.
    public var mainText: MainText? { MainText(in: source, isXML: isXML) }

    /// Restricts the layout to a part of the page, or lays out the whole page again. The page is read again from its
    /// beginning, on demand; offsets remain those of the whole source.
    public mutating func show(only part: MainText?) {
        guard part != self.part else { return }
        self.part = part
        readAnew()
    }

    /// Finds the style sheets that come after content, in a page that has fully arrived, and applies them to the whole
    /// page. If the page has not been read yet, nothing is read twice. Linear in the page.
    /// - Returns: Whether existing lines are laid out again, on demand.
    public mutating func learnSheets() -> Bool {
        let found = isFinished && !isXML && byteCount <= Self.learntLimit ? StyleSheetPrefetch(source) : nil
        guard found != ahead else { return false }
        let wasRead = bytesRead > 0
        ahead = found
        readAnew()
        return wasRead
    }

    /// In longer pages, which are not scanned, a sheet applies from its position on.
    private static let learntLimit = 4 << 20
}
