import HTML
import CellGrid

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
        max(0, (0..<lineCount).partitionPoint(while: { byteOffset(ofLine: $0) <= offset }) - 1)
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
        starts.partitionPoint(while: { $0 <= index }) - 1
    }

    // The page in portions, which are searched one after another: the chunks read so far, and the text after them.

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

    /// Returns what separates a line from the one above, if both are in the same portion; otherwise `end`. Cost: that
    /// of two lines.
    public func join(above index: Int) -> LineJoin {
        let (above, here) = (portioned(line: index - 1), portioned(line: index))
        guard above.portion == here.portion, let store = lines(ofPortion: here.portion) else { return .end }
        return store.join(above: here.line)
    }
}

/// A match in a page's text: on one line, or on several if it was broken.
public struct TextMatch: Hashable, Sendable {
    /// The part of a match on one line.
    public struct Part: Hashable, Sendable {
        /// The line, counted from the start of its portion.
        public var line: Int
        /// The columns of the part.
        public var columns: Range<Int>
    }

    /// The parts from the first line on, at least one.
    public var parts: [Part]
}

/// The position of a line that does not depend on which lines around it are laid out: its portion, and its number in
/// that portion.
public struct PortionedLine: Hashable, Comparable, Sendable {
    /// The portion, from 0 up to `LaidOutPage.portionCount`.
    public var portion: Int
    /// The line within it, from 0.
    public var line: Int

    /// The position of a line in a portion.
    public init(portion: Int, line: Int) {
        self.portion = portion
        self.line = line
    }

    /// Whether one is before another on the page.
    public static func < (one: PortionedLine, other: PortionedLine) -> Bool {
        (one.portion, one.line) < (other.portion, other.line)
    }
}

/// The text in the page between a line and the one above it.
public enum LineJoin: Equatable, Sendable {
    /// The end of a paragraph, or a line break: the two lines are separate.
    case end
    /// A blank, which is not shown.
    case blank
    /// Nothing: a long word was broken.
    case nothing
    /// A place to hyphenate a word; the hyphen is not part of the text.
    case hyphen

    /// Returns lines as one text, each joined to the one above it as said.
    public static func text(_ lines: [(line: String, above: LineJoin)]) -> String {
        var text = ""
        for (index, (line, join)) in lines.enumerated() {
            switch join {
            case _ where index == 0: text += line
            case .end: text += "\n" + line
            case .blank: text += " " + line.withoutMargin
            case .nothing: text += line.withoutMargin
            case .hyphen:
                if text.last == "-" { text.removeLast() }
                text += line.withoutMargin
            }
        }
        return text
    }
}

extension String {
    /// The text without the indentation and the quotation bars of a continuation line.
    fileprivate var withoutMargin: String { String(drop { $0 == " " || $0 == "│" }) }
}
