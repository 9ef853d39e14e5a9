// Lines and their positions in the source.
extension LaidOutPage {
    /// The location of a line.
    struct Place {
        var lines: LineStore
        var index: Int
        var firstLink: Int
        /// The number to add to its offsets.
        var shift: Int
    }

    /// The number of lines laid out around the current reading position.
    public var lineCount: Int { linesInWindow + (tailInWindow?.lines.lineCount ?? 0) }

    /// The text after the last chunk, if the window extends to it.
    var tailInWindow: Tail? { window.upperBound == chunks.count ? tail : nil }

    /// Returns a line by its index, from 0 up to `lineCount`; an empty line for any other index.
    public func line(_ index: Int) -> Line {
        guard let place = place(ofLine: index) else { return Line() }
        return place.lines.line(place.index, firstLink: place.firstLink, shift: place.shift)
    }

    /// Returns the text of a range of lines, without styles. Indices out of range are omitted.
    public func text(of range: Range<Int>) -> [String] {
        range.clamped(to: 0..<lineCount).map { line($0).text }
    }

    /// Returns the offset in the source where a line begins; for an index after the last line, where the last line
    /// ends.
    public func byteOffset(ofLine index: Int) -> Int {
        guard index >= 0 else { return 0 }
        if let place = place(ofLine: index) { return Int(place.lines.offsets[place.index]) + place.shift }
        if window.upperBound < chunks.count { return chunks[window.upperBound].start }
        return tail == nil ? front.start : byteCount
    }

    /// Returns the last of the lines laid out that begins at or before an offset in the source. Logarithmic.
    public func line(atByteOffset offset: Int) -> Int {
        var low = 0
        var high = lineCount
        while low < high {
            let middle = (low + high) / 2
            if byteOffset(ofLine: middle) <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// Returns the location of a line.
    private func place(ofLine index: Int) -> Place? {
        guard index >= 0, index < lineCount else { return nil }
        if index >= linesInWindow {
            return tail.map {
                Place(lines: $0.lines, index: index - linesInWindow, firstLink: linksInChunks, shift: 0)
            }
        }
        let number = Self.last(firstLines, notAbove: index)
        let chunk = chunks[window.lowerBound + number]
        return chunk.lines.map {
            Place(
                lines: $0, index: index - firstLines[number],
                firstLink: firstLinks[window.lowerBound + number], shift: chunk.shift)
        }
    }

    /// Returns the index of the last of some ascending numbers that is not above a number.
    static func last(_ starts: [Int], notAbove index: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}
