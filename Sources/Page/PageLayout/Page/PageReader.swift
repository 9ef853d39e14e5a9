import CSS
import HTML

/// The state at the start of a chunk: everything needed to continue reading from there, at any width.
final class Checkpoint: Sendable {
    /// The parser, without the bytes of the page.
    let parser: HTMLParser
    /// The flow, between two lines.
    let flow: Flow

    init(_ parser: HTMLParser, _ flow: Flow) {
        self.parser = parser
        self.flow = flow
    }

    /// Whether following text would be laid out identically from both, except for source offsets. Linear in the open
    /// elements.
    func isEquivalent(to other: Checkpoint) -> Bool {
        flow.laysOutLike(other.flow) && parser.readsLike(other.parser)
            && (!flow.rules.askForPositions || parser.document.forgot(asMuchAs: other.parser.document))
    }
}

/// A parser and the flow that follows it through a page.
struct PageReader: Sendable {
    var parser: HTMLParser
    private(set) var flow: Flow
    /// The start of the current chunk, and the state from which it can be read again.
    private(set) var start = 0
    private(set) var checkpoint: Checkpoint

    /// The position of the parser up to which the flow has laid out the tree.
    private var flowedTo = 0

    /// Begins a page.
    /// - Parameters:
    ///   - appliesStyles: Whether any styles apply, including those of the page itself.
    ///   - isXML: Whether the page was sent as XML.
    init(width: Int, order: Flow.TextOrder = .visual, appliesStyles: Bool = true, isXML: Bool = false) {
        var flow = Flow(width: width, order: order)
        if !appliesStyles { flow.rules = StyleRules(areApplied: false) }
        self.init(from: Checkpoint(HTMLParser(isXML: isXML), flow), width: width, for: .lines)
    }

    /// Begins at the start of a chunk, without any bytes yet.
    private init(from checkpoint: Checkpoint, width: Int, for purpose: Flow.Purpose) {
        self.checkpoint = checkpoint
        parser = checkpoint.parser
        flow = checkpoint.flow
        flow.resume(width: width, for: purpose)
    }

    /// Begins at the start of a chunk, which may have moved since the checkpoint was saved.
    init(
        from checkpoint: Checkpoint, at start: Int, over bytes: [UInt8], isFinished: Bool, width: Int,
        for purpose: Flow.Purpose = .lines
    ) {
        self.init(from: checkpoint, width: width, for: purpose)
        self.start = start
        flow.generated.resume(at: start)
        parser.resume(over: bytes, isFinished: isFinished, movedBy: start - checkpoint.parser.position)
    }

    /// Reads up to the first place after an offset where a chunk can end, or up to a limit.
    ///
    /// If the result is `cut`, what was read is laid out, and `settle` must be called next.
    mutating func read(cutBehind offset: Int, limit: Int) -> HTMLParser.Pause {
        while true {
            let pause = parser.parse(cutBehind: offset, limit: limit)
            guard case .cut = pause else { return pause }
            flowedTo = parser.position
            flow.walk(parser.document, open: parser.openNodes)
            if flow.isBetweenLines { return .cut }
            // The element does not end its line; the next one may.
            if parser.position >= limit { return .budget }
        }
    }

    /// Returns the lines of the chunk that ends here, and discards its tree.
    mutating func settle(dropsSource: Bool) -> LineStore {
        parser.forget(dropsSource: dropsSource)
        flow.follow(parser.openNodes)
        let lines = flow.takeLines()
        start = parser.position
        flow.generated.advance(to: start)
        return lines
    }

    /// Saves the current state as the start of a chunk. `settle` must have just been called.
    /// - Parameter purpose: The purpose of reading the chunk.
    mutating func save(for purpose: Flow.Purpose = .lines) {
        flow.purpose = purpose
        var bare = flow
        bare.pictures = [:]
        checkpoint = Checkpoint(parser.withoutBytes, bare)
    }

    /// Adds the user's style sheets. Must be called before any bytes are read, and before the page's sheets are added.
    mutating func add(readerSheets: [[UInt8]]) {
        for sheet in readerSheets { flow.rules.add(sheet, of: .reader) }
        checkpoint = Checkpoint(parser.withoutBytes, flow)
    }

    /// Adds all style sheets of the page. Must be called before any bytes are read.
    mutating func know(_ ahead: StyleSheetPrefetch) {
        flow.know(ahead)
        checkpoint = Checkpoint(parser.withoutBytes, flow)
    }

    /// Restricts the layout to a part of the page. Must be called before any bytes are read.
    mutating func show(only part: MainText?) {
        flow.mainText = part
        checkpoint = Checkpoint(parser.withoutBytes, flow)
    }

    /// Sets the available pictures. No line may be open.
    mutating func apply(pictures: [String: Picture]) { flow.pictures = pictures }

    /// Sets how long lines of preformatted text are laid out from here on. No line may be open.
    mutating func lay(preformatted: PreformattedLines) { flow.preformatted = preformatted }

    /// Whether the current chunk is only scanned.
    var isScanning: Bool { flow.isScanning }

    /// Continues the current chunk for its lines.
    /// - Returns: Whether none of it was scanned yet; otherwise it must be read again.
    mutating func turnToLines() -> Bool {
        guard flowedTo <= start else { return !isScanning }
        flow.purpose = .lines
        return true
    }

    /// Returns the lines of what has been parsed as if the page ended here, without changing the state.
    func provisional() -> LineStore {
        var end = flow
        end.walk(parser.document, open: [])
        return end.takeLines()
    }

    /// Lays out the rest of a page that has been parsed to its end.
    mutating func end() -> LineStore {
        flow.walk(parser.document, open: [])
        return flow.takeLines()
    }
}

/// One chunk of a page, about 64 KB that begin and end between two lines.
///
/// It is independent of the others: a change elsewhere only moves it; a change of width discards its lines, and they
/// are laid out again from its checkpoint.
struct Chunk: Sendable {
    /// The offset in the source where it begins.
    var start: Int
    /// The state from which it is laid out.
    let checkpoint: Checkpoint
    /// Its lines at the current width; nil if they are not laid out.
    var lines: LineStore?
    /// The value of `start` when it was laid out; offsets in `lines` are based on it.
    private var laidOutAt: Int
    /// The number of its links, the same at any width.
    let linkCount: Int
    /// The metadata of the page found in it.
    let head: PageHead
    /// The names that are assigned to its lines.
    let names: [[UInt8]]

    /// - Parameter isScanned: Whether it was only scanned and has no lines yet.
    init(start: Int, checkpoint: Checkpoint, lines: LineStore, isScanned: Bool = false) {
        self.start = start
        self.checkpoint = checkpoint
        self.lines = isScanned ? nil : lines
        laidOutAt = start
        linkCount = isScanned ? lines.passedLinks : lines.links.count
        head = lines.head
        names = lines.anchors.map(\.name)
    }

    /// The difference between an offset in the source and one in `lines`.
    var shift: Int { start - laidOutAt }

    /// Replaces the lines with ones laid out at the chunk's current position.
    mutating func replaceLines(_ lines: LineStore) {
        self.lines = lines
        laidOutAt = start
    }
}
