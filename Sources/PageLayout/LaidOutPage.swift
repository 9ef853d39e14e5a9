import Markup

/// A page as lines of text for one width: HTML bytes go in as they arrive, lines come out.
///
/// Give it one owner and mutate it in place: it holds the whole page. Nothing is laid out until it is asked
/// for: `advance` goes on in small steps, `layOut(throughLine:)` as far as needed. The lines do not depend
/// on how the bytes were cut into pieces, nor on the order of these calls.
///
/// The page is read in stretches of some 64 KB that end between two blocks: each is parsed, laid out and its
/// tree forgotten. What follows the last such place is laid out provisionally as long as bytes may follow.
public struct LaidOutPage: Sendable {
    /// The width that lines are broken at, in columns; at least 1.
    public private(set) var width: Int
    /// The bytes of the page as they arrived.
    public var source: [UInt8] { reading.parser.bytes }
    private let stretch: Int
    private var isFinished = false
    private var reading: Reading
    private var isRead = false
    /// The stretches laid out for good.
    private var settled = Stretches()
    /// What is laid out behind them, and how many bytes had arrived then.
    private var tail: (lines: LineStore, head: PageHead, byteCount: Int, isFinal: Bool)?

    /// An empty page for a width in columns. Widths below 1 count as 1.
    /// - Parameter stretch: About how many bytes are read and laid out at a time.
    public init(width: Int, stretch: Int = 65_536) {
        self.width = max(1, width)
        self.stretch = stretch
        reading = Reading(width: max(1, width))
    }

    /// Takes the next bytes of the page.
    public mutating func append(_ bytes: [UInt8]) {
        reading.parser.receive(bytes)
    }

    /// Says that all bytes have arrived.
    public mutating func finish() {
        isFinished = true
        reading.parser.receiveEnd()
    }

    /// Lays out about as many bytes of source as the budget says.
    /// - Returns: Whether bytes that have arrived are still to be laid out.
    @discardableResult
    public mutating func advance(byteBudget: Int = 65_536) -> Bool {
        guard !isLaidOut else { return false }
        let limit = reading.parser.position + max(1, byteBudget)
        while true {
            switch reading.parser.parse(cutBehind: reading.start + stretch, limit: limit) {
            case .cut:
                settled.append(reading.settle(dropsSource: false))
                tail = nil
                if reading.parser.position >= limit { return true }
            case .budget: return true
            case .waiting, .finished:
                layOutTail()
                return false
            }
        }
    }

    /// Whether all bytes at hand are laid out.
    private var isLaidOut: Bool {
        tail.map { $0.byteCount == byteCount && $0.isFinal == isFinished } ?? false
    }

    /// Lays out what has been read behind the last settled stretch.
    private mutating func layOutTail() {
        // A long tail that grows by small pieces is not laid out again for each of them.
        if let tail, !isFinished {
            let length = tail.byteCount - reading.start
            if length > 2 * stretch, byteCount - tail.byteCount < length / 8 { return }
        }
        let (lines, head) = reading.provisional()
        tail = (lines, head, byteCount, isFinished)
    }

    /// Lays out until the line exists, or until the bytes that have arrived are used up.
    public mutating func layOut(throughLine line: Int) {
        while lineCount <= line, advance() {}
    }

    /// Lays out all bytes that have arrived.
    public mutating func layOutAll() {
        while advance() {}
    }

    /// Breaks the page anew for another width.
    public mutating func resize(width: Int) {
        guard max(1, width) != self.width else { return }
        self.width = max(1, width)
        start(with: source)
    }

    /// Begins anew with these bytes.
    private mutating func start(with source: [UInt8]) {
        reading = Reading(width: width)
        reading.parser.receive(source)
        if isFinished { reading.parser.receiveEnd() }
        settled = Stretches()
        tail = nil
    }

    /// Replaces the source of a finished page, laying out only what the changes touch.
    /// - Parameters:
    ///   - html: The whole new source.
    ///   - changed: The stretches that differ, in ascending order; all other bytes are equal.
    public mutating func update(to html: [UInt8], changed: [SourceChange]) {
        isFinished = true
        start(with: html)
    }

    // MARK: Lines

    /// The number of lines laid out so far.
    public var lineCount: Int { settled.lineCount + (tail?.lines.lineCount ?? 0) }

    /// Whether all bytes have arrived and are laid out, so that `lineCount` is final.
    public var isComplete: Bool { isFinished && isLaidOut }

    /// The number of bytes of source that have arrived.
    public var byteCount: Int { reading.parser.document.byteCount }

    /// A line by its index, from 0 up to `lineCount`; an empty line for any other index.
    public func line(_ index: Int) -> Line {
        guard let place = place(ofLine: index) else { return Line() }
        return place.lines.line(place.index, firstLink: place.firstLink)
    }

    /// The stretch that holds a line.
    private func place(ofLine index: Int) -> Stretches.Place? {
        guard index >= 0, index < lineCount else { return nil }
        if index < settled.lineCount { return settled.place(ofLine: index) }
        return tail.map { tail in
            Stretches.Place(
                lines: tail.lines, index: index - settled.lineCount, firstLink: settled.linkCount)
        }
    }

    /// The text of some lines, without their styles. Indices out of range are left out.
    public func text(of range: Range<Int>) -> [String] {
        range.clamped(to: 0..<lineCount).map { line($0).text }
    }

    /// Where in the source a line begins; the end of the source for an index past the last line.
    public func byteOffset(ofLine index: Int) -> Int {
        guard index >= 0 else { return 0 }
        guard let place = place(ofLine: index) else { return byteCount }
        return Int(place.lines.offsets[place.index])
    }

    /// The last line that begins at or before an offset in the source.
    public func line(atByteOffset offset: Int) -> Int {
        var low = 0
        var high = lineCount
        while low < high {
            let middle = (low + high) / 2
            if byteOffset(ofLine: middle) <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// The lines that show a stretch of source; an empty range, placed where they would be, when none does.
    public func lines(covering bytes: Range<Int>) -> Range<Int> {
        var first: Int?
        var last = 0
        var index = line(atByteOffset: bytes.lowerBound)
        let start = index
        while index < lineCount, let place = place(ofLine: index) {
            let runs = place.lines.runs[place.lines.runRange(ofLine: place.index)]
            if runs.contains(where: { bytes.contains(Int($0.source)) }) {
                if first == nil { first = index }
                last = index
            }
            if Int(place.lines.offsets[place.index]) >= bytes.upperBound { break }
            index += 1
        }
        guard let first else { return min(start + 1, lineCount)..<min(start + 1, lineCount) }
        return first..<(last + 1)
    }

    // MARK: Links and names

    /// The number of links laid out so far.
    public var linkCount: Int { settled.linkCount + (tail?.lines.links.count ?? 0) }

    /// A link by its index, in page order; nil for an index outside 0 up to `linkCount`, and for a link
    /// without text.
    public func link(_ index: Int) -> PageLink? {
        guard index >= 0, index < linkCount else { return nil }
        if index < settled.linkCount { return settled.link(index) }
        return tail.flatMap { Stretches.link(index - settled.linkCount, in: $0.lines, settled.lineCount) }
    }

    /// The line at which the element with this id, or the anchor with this name, begins.
    ///
    /// nil as long as it has not been laid out. Linear in the number of names.
    public func anchorLine(named name: String) -> Int? {
        let bytes = Array(name.utf8)
        if let line = settled.anchorLine(bytes) { return line }
        return tail?.lines.anchors.first { $0.name == bytes }.map { settled.lineCount + Int($0.line) }
    }

    private var head: PageHead { tail?.head ?? reading.flow.head }

    /// The text of the title element, spaces collapsed; empty as long as none was read.
    public var title: String {
        let words = head.title.split { $0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D }
        return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    /// The address of the first base element, as the page has it.
    public var baseHref: String? { head.base }

    /// The character encoding that the page names in a meta element, as it is written there.
    public var metaCharset: String? { head.charset }
}
