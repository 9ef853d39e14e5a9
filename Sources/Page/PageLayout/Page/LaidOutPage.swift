import CSS
import HTML

/// A page laid out as lines of text for a width: HTML bytes are appended as they arrive, and lines can be read.
///
/// It contains the whole page, so give it one owner and mutate it in place. Nothing is laid out until it is requested:
/// `advance` continues in small steps, `layOut(throughLine:)` as far as needed. The lines depend neither on how the
/// bytes were divided nor on the order of these calls.
///
/// The page is read in chunks of about 64 KB that end between two lines: each is parsed and laid out, and its tree is
/// discarded, except for a checkpoint to read it again from. The text after the last chunk is laid out provisionally
/// while bytes may follow.
///
/// Lines are numbered from the first one of the window, the lines laid out around the reading position: in a page read
/// from its start that is the first line of the page. `layOutAbove` and `show` move that start.
public struct LaidOutPage: Sendable {
    /// The lines laid out after the last chunk.
    struct Tail: Sendable {
        var lines: LineStore
        /// The number of bytes that had arrived, and whether they were all.
        var byteCount: Int
        var isFinal: Bool
    }

    /// The width of lines in columns; at least 1.
    public private(set) var width: Int
    /// The approximate number of bytes that are read and laid out at a time.
    let chunk: Int
    /// Whether the page was sent as XML.
    let isXML: Bool
    /// Whether all bytes have arrived.
    public internal(set) var isFinished = false
    /// The reader that continues after the last chunk.
    var front: PageReader
    /// The chunks read so far, and for each the index of its first link.
    var chunks: [Chunk] = []
    var firstLinks: [Int] = []
    var linksInChunks = 0
    /// The consecutive laid-out chunks around the reading position. The text after the last chunk belongs to the window
    /// if it extends that far.
    var window = 0..<0
    /// The first line of each chunk in the window, counted from that of the window, and the number of all its lines.
    var firstLines: [Int] = []
    var linesInWindow = 0
    var tail: Tail?
    /// The external style sheets, by their addresses in the page, each after those that it imports.
    var sheets: [String: [[UInt8]]] = [:]
    /// All style sheets of the page, if one comes after content; nil if none does, or if that is not yet known.
    var ahead: StyleSheetPrefetch?
    /// Whether any styles apply, including those of the page itself.
    public internal(set) var appliesStyles = true
    /// The user's style sheets.
    var readerSheets: [[UInt8]] = []
    /// The pictures available, by their addresses in the page.
    public internal(set) var pictures: [String: Picture] = [:]
    /// How long lines of preformatted text are laid out.
    public private(set) var preformatted = PreformattedLines.folded
    /// The part of the page to lay out; nil for the whole page.
    public internal(set) var part: MainText?

    /// An empty page for a width in columns. Widths below 1 count as 1.
    /// - Parameters:
    ///   - chunk: The approximate number of bytes that are read and laid out at a time.
    ///   - isXML: Whether the page was sent as XML.
    public init(width: Int, chunk: Int = 65_536, isXML: Bool = false) {
        self.width = max(1, width)
        self.chunk = chunk
        self.isXML = isXML
        front = PageReader(width: max(1, width), isXML: isXML)
    }

    /// The bytes of the page as they arrived.
    public var source: [UInt8] { front.parser.bytes }

    /// The number of bytes of the source that have arrived.
    public var byteCount: Int { front.parser.document.byteCount }

    /// Appends the next bytes of the page. The first bytes are not copied.
    public mutating func append(_ bytes: [UInt8]) { front.parser.receive(bytes) }

    /// Replaces the beginning of the page, which is all that had arrived, with the whole page. Nothing is copied.
    public mutating func complete(with whole: [UInt8]) {
        front.parser.complete(with: whole)
        finish()
    }

    /// Marks the page as fully arrived.
    public mutating func finish() {
        isFinished = true
        front.parser.receiveEnd()
    }

    // MARK: Layout

    /// Whether the lines extend to the last byte that has arrived.
    public var reachesEnd: Bool { window.upperBound == chunks.count && isTailCurrent }

    /// Whether all bytes have arrived and are laid out, so that `lineCount` is final.
    public var isComplete: Bool { isFinished && reachesEnd && window.lowerBound == 0 }

    /// Whether the text at an offset of the source has been read, so that it can be laid out separately.
    public func hasRead(_ offset: Int) -> Bool { offset < front.start || isTailCurrent }

    private var isTailCurrent: Bool {
        tail.map { $0.byteCount == byteCount && $0.isFinal == isFinished } ?? false
    }

    /// The number of bytes that have been read.
    public var bytesRead: Int { front.parser.position }

    /// Lays out the text after the last line: about as many bytes of source as the budget.
    /// - Returns: Whether bytes that have arrived are still to be laid out after the last line.
    @discardableResult
    public mutating func advance(byteBudget: Int = 65_536) -> Bool {
        guard window.upperBound < chunks.count else { return read(byteBudget: byteBudget, for: .lines) }
        layOut(chunk: window.upperBound)
        extendWindowDown()
        return !reachesEnd
    }

    /// Reads the bytes after those already read, regardless of the window, without laying them out: that takes less
    /// than half the time.
    /// - Returns: Whether bytes that have arrived are still to be read.
    @discardableResult
    public mutating func readOn(byteBudget: Int = 65_536) -> Bool { read(byteBudget: byteBudget, for: .scan) }

    private mutating func read(byteBudget: Int, for purpose: Flow.Purpose) -> Bool {
        guard !isTailCurrent else { return false }
        if purpose == .lines { layOutFront() }
        let limit = front.parser.position + max(1, byteBudget)
        while true {
            switch front.read(cutBehind: front.start + nextLength, limit: limit) {
            case .cut:
                settleFront(next: purpose)
                if front.parser.position >= limit { return true }
            case .budget: return true
            case .waiting, .finished:
                // The rest is laid out provisionally: more bytes that belong to it may follow.
                if layOutFront() {
                    layOutTail()
                    return false
                }
            }
        }
    }

    /// Makes the front read its chunk for lines.
    /// - Returns: Whether none of it had been scanned; otherwise it is read again.
    @discardableResult
    private mutating func layOutFront() -> Bool {
        if front.turnToLines() { return true }
        restartFront(from: front.checkpoint, at: front.start, over: source)
        return false
    }

    /// The approximate length of the next chunk. The first chunks of a page are short, so that the first screen does
    /// not wait for much more than it shows.
    private var nextLength: Int { chunks.count < 4 ? min(chunk, Self.step << chunks.count) : chunk }

    /// The number of bytes of a step towards a requested line.
    private static let step = 4096

    /// Adds what the front has read as a chunk.
    /// - Parameter purpose: The purpose of reading the next one.
    private mutating func settleFront(next purpose: Flow.Purpose) {
        let start = front.start
        let checkpoint = front.checkpoint
        let isScanned = front.isScanning
        let grows = window.upperBound == chunks.count
        let lines = front.settle(dropsSource: false)
        add(Chunk(start: start, checkpoint: checkpoint, lines: lines, isScanned: isScanned))
        front.save(for: purpose)
        tail = nil
        if grows { extendWindowDown() }
    }

    mutating func add(_ chunk: Chunk) {
        firstLinks.append(linksInChunks)
        linksInChunks += chunk.linkCount
        chunks.append(chunk)
    }

    /// Lays out the text read after the last chunk.
    private mutating func layOutTail() {
        // A long tail that grows in small pieces is not laid out again for each of them.
        if let tail, !isFinished {
            let length = tail.byteCount - front.start
            if length > 2 * chunk, byteCount - tail.byteCount < length / 8 { return }
        }
        tail = Tail(lines: front.provisional(), byteCount: byteCount, isFinal: isFinished)
    }

    /// Lays out lines until the line exists, or until all bytes that have arrived are laid out.
    public mutating func layOut(throughLine line: Int) {
        while lineCount <= line, advance(byteBudget: Self.step) {}
    }

    /// Lays out everything after the window that has arrived.
    public mutating func layOutAll() {
        while advance() {}
    }

    /// Changes the width. Lines are laid out again on demand, from the chunk around an offset on.
    public mutating func resize(width: Int, around offset: Int = 0) {
        guard max(1, width) != self.width else { return }
        self.width = max(1, width)
        layOutAnew(around: offset)
    }

    /// Changes whether preformatted text is folded or kept whole. Lines are laid out again on demand, from the chunk
    /// around an offset on.
    public mutating func lay(preformatted: PreformattedLines, around offset: Int = 0) {
        guard preformatted != self.preformatted else { return }
        self.preformatted = preformatted
        layOutAnew(around: offset)
    }

    /// Discards all lines. They are laid out again on demand, from the chunk around an offset on.
    mutating func layOutAnew(around offset: Int) {
        for index in chunks.indices { chunks[index].lines = nil }
        restartFront(from: front.checkpoint, at: front.start, over: source)
        beginWindow(at: chunkIndex(at: offset))
    }

    /// Restarts reading after the last chunk.
    mutating func restartFront(from checkpoint: Checkpoint, at start: Int, over bytes: [UInt8]) {
        front = reader(from: checkpoint, at: start, over: bytes, isFinished: isFinished)
        tail = nil
    }

    /// Returns a reader that lays out a part of the page as the page is laid out.
    func reader(
        from checkpoint: Checkpoint, at start: Int, over bytes: [UInt8], isFinished: Bool
    ) -> PageReader {
        var reader = PageReader(
            from: checkpoint, at: start, over: bytes, isFinished: isFinished, width: width)
        reader.apply(pictures: pictures)
        reader.lay(preformatted: preformatted)
        return reader
    }

    // External style sheets: they arrive late or not at all, and the page is read without them meanwhile.

    /// The state at the start of the page.
    var firstCheckpoint: Checkpoint {
        var flow = Flow(width: width)
        flow.sheets = sheets
        if !appliesStyles { flow.rules = StyleRules(areApplied: false) }
        for sheet in readerSheets { flow.rules.add(sheet, of: .reader) }
        if let ahead { flow.know(ahead) }
        flow.mainText = part
        return Checkpoint(HTMLParser(isXML: isXML), flow)
    }

    /// Replaces the external style sheets with those given, in UTF-8, each keyed by its address as written in the page,
    /// after those that it imports. Each applies from the position of its link on; the page is read again from its
    /// beginning, on demand. The list must contain all sheets that are to remain.
    /// - Parameters:
    ///   - readerSheets: The user's style sheets, in UTF-8.
    ///   - appliesStyles: Whether any styles apply, including those of the page itself and the user's.
    /// - Returns: Whether anything changed.
    @discardableResult
    public mutating func apply(
        sheets: [String: [[UInt8]]], readerSheets: [[UInt8]] = [], appliesStyles: Bool = true
    ) -> Bool {
        guard
            sheets != self.sheets || appliesStyles != self.appliesStyles || readerSheets != self.readerSheets
        else { return false }
        self.sheets = sheets
        self.readerSheets = readerSheets
        self.appliesStyles = appliesStyles
        readAnew()
        return true
    }

    /// Discards everything that was read, so that the page is read again from its beginning, on demand.
    mutating func readAnew() {
        let bytes = source
        chunks = []
        firstLinks = []
        linksInChunks = 0
        restartFront(from: firstCheckpoint, at: 0, over: bytes)
        beginWindow(at: 0)
    }
}

/// How lines of preformatted text that are wider than the page are laid out.
public enum PreformattedLines: Hashable, Sendable {
    /// They continue on the next line.
    case folded
    /// They keep their full length, except in tables, where they are folded.
    case whole
}
