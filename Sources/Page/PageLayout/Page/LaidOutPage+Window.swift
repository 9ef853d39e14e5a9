import HTML

// The window: the lines laid out around the reading position.
extension LaidOutPage {
    /// Whether there are lines before the first one laid out.
    public var hasLinesAbove: Bool { window.lowerBound > 0 }

    /// Lays out the chunk before the first line. All line numbers increase by the result.
    /// - Returns: The number of lines added; 0 if there is nothing above.
    public mutating func layOutAbove() -> Int {
        guard hasLinesAbove else { return 0 }
        let index = window.lowerBound - 1
        layOut(chunk: index)
        let count = chunks[index].lines?.lineCount ?? 0
        window = index..<window.upperBound
        firstLines = [0] + firstLines.map { $0 + count }
        linesInWindow += count
        return count
    }

    /// Lays out the lines around an offset of the source if necessary, as far as the page has been read. All line
    /// numbers may change.
    public mutating func show(_ offset: Int) {
        let index = chunkIndex(at: offset)
        guard index < window.lowerBound || index > window.upperBound else {
            if index == window.upperBound, index < chunks.count { advance() }
            return
        }
        beginWindow(at: index)
        if index < chunks.count {
            layOut(chunk: index)
            extendWindowDown()
        }
    }

    /// Returns the index of the chunk that contains an offset; the number of chunks for what follows them.
    func chunkIndex(at offset: Int) -> Int {
        guard offset < front.start else { return chunks.count }
        return max(0, chunks.indices.partitionPoint(while: { chunks[$0].start <= offset }) - 1)
    }

    /// Begins an empty window before a chunk, and extends it over the laid-out chunks that follow.
    mutating func beginWindow(at index: Int) {
        window = index..<index
        firstLines = []
        linesInWindow = 0
        extendWindowDown()
    }

    /// Extends the window over the laid-out chunks after it.
    mutating func extendWindowDown() {
        var end = window.upperBound
        while end < chunks.count, let count = chunks[end].lines?.lineCount {
            firstLines.append(linesInWindow)
            linesInWindow += count
            end += 1
        }
        window = window.lowerBound..<end
    }

    /// Extends the window over the laid-out chunks before it.
    mutating func extendWindowUp() {
        while hasLinesAbove, chunks[window.lowerBound - 1].lines != nil { _ = layOutAbove() }
    }

    /// Lays out a chunk from its checkpoint, unless it is laid out.
    mutating func layOut(chunk index: Int) {
        guard chunks[index].lines == nil else { return }
        let end = index + 1 < chunks.count ? chunks[index + 1].start : front.start
        let checkpoint = chunks[index].checkpoint
        var reading = reader(
            from: checkpoint, at: chunks[index].start, over: source, isFinished: isFinished)
        // The chunk ended there at another width, but line ends between blocks do not depend on the width.
        _ = reading.read(cutBehind: end, limit: end)
        chunks[index].replaceLines(reading.settle(dropsSource: false))
    }
}
