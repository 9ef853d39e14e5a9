import HTML

// The window: the laid-out lines around the place being read.
extension LaidOutPage {
    /// Whether lines come before the first one.
    public var hasLinesAbove: Bool { window.lowerBound > 0 }

    /// Lays out the stretch before the first line. All line numbers grow by the result.
    /// - Returns: The number of lines that came in front; 0 when there is nothing above.
    public mutating func layOutAbove() -> Int {
        guard hasLinesAbove else { return 0 }
        let index = window.lowerBound - 1
        layOut(stretch: index)
        let count = stretches[index].lines?.lineCount ?? 0
        window = index..<window.upperBound
        firstLines = [0] + firstLines.map { $0 + count }
        linesInWindow += count
        return count
    }

    /// Makes sure that the lines around an offset of the source are among those laid out, as far as the page
    /// has been read. Line numbers may change altogether.
    public mutating func show(_ offset: Int) {
        let index = stretchIndex(at: offset)
        guard index < window.lowerBound || index > window.upperBound else {
            if index == window.upperBound, index < stretches.count { advance() }
            return
        }
        beginWindow(at: index)
        if index < stretches.count {
            layOut(stretch: index)
            extendWindowDown()
        }
    }

    /// The stretch that holds an offset; the number of stretches for what follows them.
    func stretchIndex(at offset: Int) -> Int {
        guard offset < front.start else { return stretches.count }
        var low = 0
        var high = stretches.count
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].start <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// An empty window before a stretch, which grows over what is laid out behind it.
    mutating func beginWindow(at index: Int) {
        window = index..<index
        firstLines = []
        linesInWindow = 0
        extendWindowDown()
    }

    /// Takes in the stretches behind the window that are laid out.
    mutating func extendWindowDown() {
        var end = window.upperBound
        while end < stretches.count, let count = stretches[end].lines?.lineCount {
            firstLines.append(linesInWindow)
            linesInWindow += count
            end += 1
        }
        window = window.lowerBound..<end
    }

    /// Takes in the stretches before the window that are laid out.
    mutating func extendWindowUp() {
        while hasLinesAbove, stretches[window.lowerBound - 1].lines != nil { _ = layOutAbove() }
    }

    /// Lays out a stretch from its seed, unless it is.
    mutating func layOut(stretch index: Int) {
        guard stretches[index].lines == nil else { return }
        let end = index + 1 < stretches.count ? stretches[index + 1].start : front.start
        var reading = PageReader(
            from: stretches[index].seed, at: stretches[index].start, over: source, isFinished: isFinished,
            width: width)
        reading.apply(pictures: pictures)
        // The stretch ended there at another width, and where lines end between blocks does not depend on it.
        _ = reading.read(cutBehind: end, limit: end)
        stretches[index].replaceLines(reading.settle(dropsSource: false))
    }
}
