import CellGrid

// The page in portions, which are searched one after another: the chunks read so far, and the text after them.
extension LaidOutPage {
    /// The number of portions read so far. The last one changes while bytes arrive.
    public var portionCount: Int { chunks.count + (tail == nil ? 0 : 1) }

    /// Returns a number that changes with the text of a portion, as long as the page only grows.
    public func edition(ofPortion portion: Int) -> Int {
        guard portion >= chunks.count, let tail else { return 0 }
        return 1 + 2 * tail.byteCount + (tail.isFinal ? 1 : 0)
    }

    /// Returns the matches in a portion, in their order; it is laid out if necessary. Linear in its text.
    public mutating func matches(of sought: SoughtText, inPortion portion: Int) -> [TextMatch] {
        guard portion < chunks.count else { return tail?.lines.matches(of: sought) ?? [] }
        layOut(chunk: portion)
        return chunks[portion].lines?.matches(of: sought) ?? []
    }

    /// Returns the portion of a line and its number in it; the end of the page for an index after the last line.
    /// Logarithmic.
    public func portioned(line index: Int) -> PortionedLine {
        guard index >= 0, index < lineCount else {
            return index < 0
                ? PortionedLine(portion: 0, line: 0) : PortionedLine(portion: portionCount, line: 0)
        }
        guard index < linesInWindow else {
            return PortionedLine(portion: chunks.count, line: index - linesInWindow)
        }
        let number = Self.last(firstLines, notAbove: index)
        return PortionedLine(portion: window.lowerBound + number, line: index - firstLines[number])
    }

    /// Returns the index of a line of a portion; nil if it is not among the lines laid out around the reading position.
    public func line(at place: PortionedLine) -> Int? {
        if place.portion == chunks.count { return tailInWindow.map { _ in linesInWindow + place.line } }
        guard window.contains(place.portion) else { return nil }
        return firstLines[place.portion - window.lowerBound] + place.line
    }

    /// Adds a portion to the lines laid out, if necessary. All line numbers may change.
    public mutating func show(portion: Int) {
        show(portion < chunks.count ? chunks[portion].start : front.start)
    }
}
