/// A page as lines of text for one width: HTML bytes go in as they arrive, lines come out.
///
/// Give it one owner and mutate it in place: it holds the whole page. Nothing is laid out until it is asked
/// for: `advance` goes on in small steps, `layOut(throughLine:)` as far as needed. The lines do not depend
/// on how the bytes were cut into pieces, nor on the order of these calls.
public struct LaidOutPage: Sendable {
    /// The width that lines are broken at, in columns; at least 1.
    public private(set) var width: Int
    private var source: [UInt8] = []
    private var isFinished = false
    private var lines: [Line] = []
    private var isStale = false

    /// An empty page for a width in columns. Widths below 1 count as 1.
    public init(width: Int) { self.width = max(1, width) }

    /// Takes the next bytes of the page.
    public mutating func append(_ bytes: [UInt8]) {
        source += bytes
        isStale = true
    }

    /// Says that all bytes have arrived.
    public mutating func finish() {
        isFinished = true
    }

    /// Lays out about as many bytes of source as the budget says.
    /// - Returns: Whether bytes that have arrived are still to be laid out.
    @discardableResult
    public mutating func advance(byteBudget: Int = 65_536) -> Bool {
        layOutAll()
        return false
    }

    /// Lays out until the line exists, or until the bytes that have arrived are used up.
    public mutating func layOut(throughLine line: Int) { layOutAll() }

    /// Lays out all bytes that have arrived.
    public mutating func layOutAll() {
        guard isStale else { return }
        isStale = false
        lines = []
        var word: [UInt8] = []
        var line: [UInt8] = []
        var name: [UInt8]?
        func endWord() {
            if !line.isEmpty, line.count + 1 + word.count > width { endLine() }
            if !line.isEmpty, !word.isEmpty { line.append(0x20) }
            line += word
            word = []
        }
        func endLine() {
            if !line.isEmpty {
                let run = Line.Run(range: 0..<line.count, columns: 0..<line.count)
                lines.append(Line(bytes: line, runs: [run]))
            }
            line = []
        }
        for byte in source {
            if let tag = name {
                name = byte == 0x3E ? nil : tag + [byte]
                if byte == 0x3E, tag.first != 0x61, tag.first != 0x2F { endWord(); endLine() }
            } else if byte == 0x3C {
                name = []
            } else if byte <= 0x20 {
                endWord()
            } else {
                word.append(byte)
            }
        }
        endWord()
        endLine()
    }

    /// Breaks the page anew for another width.
    public mutating func resize(width: Int) {
        self.width = max(1, width)
        isStale = true
    }

    /// Replaces the source of a finished page, laying out only what the changes touch.
    /// - Parameters:
    ///   - html: The whole new source.
    ///   - changed: The stretches that differ, in ascending order; all other bytes are equal.
    public mutating func update(to html: [UInt8], changed: [SourceChange]) {
        source = html
        isStale = true
    }

    /// The number of lines laid out so far.
    public var lineCount: Int { lines.count }

    /// Whether all bytes have arrived and are laid out, so that `lineCount` is final.
    public var isComplete: Bool { isFinished && !isStale }

    /// The number of bytes of source that have arrived.
    public var byteCount: Int { source.count }

    /// A line by its index, from 0 up to `lineCount`; an empty line for any other index.
    public func line(_ index: Int) -> Line {
        lines.indices.contains(index) ? lines[index] : Line()
    }

    /// The number of links laid out so far.
    public var linkCount: Int { 0 }

    /// A link by its index, in page order; nil for an index outside 0 up to `linkCount`.
    public func link(_ index: Int) -> PageLink? { nil }

    /// The text of the title element, spaces collapsed; empty as long as none was read.
    public var title: String { "" }

    /// The address of the first base element, as the page has it.
    public var baseHref: String? { nil }

    /// The character encoding that the page names in a meta element, as it is written there.
    public var metaCharset: String? { nil }

    /// The line at which the element with this id, or the anchor with this name, begins.
    ///
    /// nil as long as it has not been laid out.
    public func anchorLine(named name: String) -> Int? { nil }

    /// The lines that show a stretch of source; an empty range, placed where they would be, when none does.
    public func lines(covering bytes: Range<Int>) -> Range<Int> { 0..<0 }

    /// The text of some lines, without their styles. Indices out of range are left out.
    public func text(of range: Range<Int>) -> [String] {
        range.clamped(to: 0..<lineCount).map { line($0).text }
    }

    /// Where in the source a line begins; the end of the source for an index past the last line.
    public func byteOffset(ofLine index: Int) -> Int { 0 }

    /// The last line that begins at or before an offset in the source.
    public func line(atByteOffset offset: Int) -> Int { 0 }
}
