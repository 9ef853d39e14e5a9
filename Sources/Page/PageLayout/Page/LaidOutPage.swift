import HTML

/// A page as lines of text for one width: HTML bytes go in as they arrive, lines come out.
///
/// Give it one owner and mutate it in place: it holds the whole page. Nothing is laid out until it is asked
/// for: `advance` goes on in small steps, `layOut(throughLine:)` as far as needed. The lines do not depend
/// on how the bytes were cut into pieces, nor on the order of these calls.
///
/// The page is read in chunks of some 64 KB that end between two lines: each is parsed, laid out and its
/// tree forgotten, but for a checkpoint to read it again from. What follows the last chunk is laid out
/// provisionally as long as bytes may follow.
///
/// Lines are numbered from the first one laid out around the place being read, the window: in a page read
/// from its start that is the first line of the page. `layOutAbove` and `show` move that start.
public struct LaidOutPage: Sendable {
    /// What is laid out behind the last chunk.
    struct Tail: Sendable {
        var lines: LineStore
        /// How many bytes had arrived, and whether they were all.
        var byteCount: Int
        var isFinal: Bool
    }

    /// The width that lines are broken at, in columns; at least 1.
    public private(set) var width: Int
    /// About how many bytes are read and laid out at a time.
    let chunk: Int
    /// Whether the page was sent as XML.
    let isXML: Bool
    /// Whether all bytes have arrived.
    public internal(set) var isFinished = false
    /// The reader that goes on where the last chunk ends.
    var front: PageReader
    /// The chunks read so far, and for each the number of its first link.
    var chunks: [Chunk] = []
    var firstLinks: [Int] = []
    var linksInChunks = 0
    /// The chunks around the place being read that are laid out, without a gap. What follows the last
    /// chunk belongs to them when they reach that far.
    var window = 0..<0
    /// For each of them its first line, counted from the window's first, and the lines of all.
    var firstLines: [Int] = []
    var linesInWindow = 0
    var tail: Tail?
    /// The style sheets that came by themselves, by their addresses in the page, each behind those that it imports.
    var sheets: [String: [[UInt8]]] = [:]
    /// All sheets of the page, where one stands behind content; nil where none does, and as long as that is not known.
    var ahead: StyleSheetPrefetch?
    /// Whether any styles count: those of the page itself, too.
    public internal(set) var appliesStyles = true
    /// The reader's own style sheets.
    var readerSheets: [[UInt8]] = []
    /// The pictures at hand, by their addresses in the page.
    public internal(set) var pictures: [String: Picture] = [:]
    /// How long lines of preformatted text are laid out.
    public private(set) var preformatted = PreformattedLines.folded
    /// The part of the page that is laid out; nil for all of it.
    public internal(set) var part: MainText?

    /// An empty page for a width in columns. Widths below 1 count as 1.
    /// - Parameters:
    ///   - chunk: About how many bytes are read and laid out at a time.
    ///   - isXML: Whether the page was sent as XML.
    public init(width: Int, chunk: Int = 65_536, isXML: Bool = false) {
        self.width = max(1, width)
        self.chunk = chunk
        self.isXML = isXML
        front = PageReader(width: max(1, width), isXML: isXML)
    }

    /// The bytes of the page as they arrived.
    public var source: [UInt8] { front.parser.bytes }

    /// The number of bytes of source that have arrived.
    public var byteCount: Int { front.parser.document.byteCount }

    /// Takes the next bytes of the page. The first bytes are not copied.
    public mutating func append(_ bytes: [UInt8]) {
        front.parser.receive(bytes)
    }

    /// Takes the whole page in place of its beginning, which is all that had arrived. Nothing is copied.
    public mutating func complete(with whole: [UInt8]) {
        front.parser.complete(with: whole)
        finish()
    }

    /// Says that all bytes have arrived.
    public mutating func finish() {
        isFinished = true
        front.parser.receiveEnd()
    }

    // MARK: Laying out

    /// Whether the lines go up to the last byte that has arrived.
    public var reachesEnd: Bool { window.upperBound == chunks.count && isTailCurrent }

    /// Whether all bytes have arrived and are laid out, so that `lineCount` is final.
    public var isComplete: Bool { isFinished && reachesEnd && window.lowerBound == 0 }

    /// Whether what stands at an offset of the source has been read, so that it can be laid out by itself.
    public func hasRead(_ offset: Int) -> Bool { offset < front.start || isTailCurrent }

    private var isTailCurrent: Bool {
        tail.map { $0.byteCount == byteCount && $0.isFinal == isFinished } ?? false
    }

    /// How many bytes have been read.
    public var bytesRead: Int { front.parser.position }

    /// Lays out what follows the last line: about as many bytes of source as the budget says.
    /// - Returns: Whether bytes that have arrived are still to be laid out behind the last line.
    @discardableResult
    public mutating func advance(byteBudget: Int = 65_536) -> Bool {
        guard window.upperBound < chunks.count else { return read(byteBudget: byteBudget, for: .lines) }
        layOut(chunk: window.upperBound)
        extendWindowDown()
        return !reachesEnd
    }

    /// Reads on behind what has been read, wherever the window is, without laying it out: that takes less than
    /// half the time.
    /// - Returns: Whether bytes that have arrived are still to be read.
    @discardableResult
    public mutating func readOn(byteBudget: Int = 65_536) -> Bool {
        read(byteBudget: byteBudget, for: .scan)
    }

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
                // What is left is laid out: more may follow that belongs to it.
                if layOutFront() {
                    layOutTail()
                    return false
                }
            }
        }
    }

    /// Makes sure that the chunk at the front is read for its lines.
    /// - Returns: Whether it was not scanned in part; else it is read again.
    @discardableResult
    private mutating func layOutFront() -> Bool {
        if front.turnToLines() { return true }
        restartFront(from: front.checkpoint, at: front.start, over: source)
        return false
    }

    /// About how long the next chunk is: the first screen should not wait for much more than it shows, so the
    /// first chunks of a page are short.
    private var nextLength: Int { chunks.count < 4 ? min(chunk, Self.step << chunks.count) : chunk }

    /// The bytes of a step towards a line that is waited for.
    private static let step = 4096

    /// Makes what the front has read a chunk.
    /// - Parameter purpose: What the next one is read for.
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

    /// Lays out what has been read behind the last chunk.
    private mutating func layOutTail() {
        // A long tail that grows by small pieces is not laid out again for each of them.
        if let tail, !isFinished {
            let length = tail.byteCount - front.start
            if length > 2 * chunk, byteCount - tail.byteCount < length / 8 { return }
        }
        tail = Tail(lines: front.provisional(), byteCount: byteCount, isFinal: isFinished)
    }

    /// Lays out until the line exists, or until the bytes that have arrived are used up.
    public mutating func layOut(throughLine line: Int) {
        while lineCount <= line, advance(byteBudget: Self.step) {}
    }

    /// Lays out everything behind the window that has arrived.
    public mutating func layOutAll() {
        while advance() {}
    }

    /// Breaks the page anew for another width. Only what is asked for is laid out again, from the chunk
    /// around an offset on.
    public mutating func resize(width: Int, around offset: Int = 0) {
        guard max(1, width) != self.width else { return }
        self.width = max(1, width)
        layOutAnew(around: offset)
    }

    /// Lays preformatted text out anew, folded or whole. Only what is asked for is laid out again, from the chunk around
    /// an offset on.
    public mutating func lay(preformatted: PreformattedLines, around offset: Int = 0) {
        guard preformatted != self.preformatted else { return }
        self.preformatted = preformatted
        layOutAnew(around: offset)
    }

    /// Forgets all lines. Only what is asked for is laid out again, from the chunk around an offset on.
    mutating func layOutAnew(around offset: Int) {
        for index in chunks.indices { chunks[index].lines = nil }
        restartFront(from: front.checkpoint, at: front.start, over: source)
        beginWindow(at: chunkIndex(at: offset))
    }

    /// Reads what follows the last chunk again.
    mutating func restartFront(from checkpoint: Checkpoint, at start: Int, over bytes: [UInt8]) {
        front = PageReader(from: checkpoint, at: start, over: bytes, isFinished: isFinished, width: width)
        front.apply(pictures: pictures)
        front.lay(preformatted: preformatted)
        tail = nil
    }
}
