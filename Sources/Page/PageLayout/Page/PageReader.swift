import CSS
import HTML

/// Where a chunk of a page begins: all that is needed to read on from there, at any width.
final class Checkpoint: Sendable {
    /// The parser, without the bytes of the page.
    let parser: HTMLParser
    /// The flow, between two lines.
    let flow: Flow

    init(_ parser: HTMLParser, _ flow: Flow) {
        self.parser = parser
        self.flow = flow
    }

    /// Whether what follows gives the same lines from both, apart from where they stand in the source.
    /// Linear in the open elements.
    func isEquivalent(to other: Checkpoint) -> Bool {
        flow.laysOutLike(other.flow) && parser.readsLike(other.parser)
            && (!flow.rules.askForPositions || parser.document.forgot(asMuchAs: other.parser.document))
    }
}

/// A parser and the flow that follows it through a page.
struct PageReader: Sendable {
    var parser: HTMLParser
    private(set) var flow: Flow
    /// Where the present chunk begins, and how it could be read again.
    private(set) var start = 0
    private(set) var checkpoint: Checkpoint

    /// How far the flow has followed the parser.
    private var flowedTo = 0

    /// Begins a page.
    /// - Parameters:
    ///   - appliesStyles: Whether any styles count: those of the page itself, too.
    ///   - isXML: Whether the page was sent as XML.
    init(
        width: Int, order: Flow.TextOrder = .visual, appliesStyles: Bool = true, isXML: Bool = false
    ) {
        var flow = Flow(width: width, order: order)
        if !appliesStyles { flow.rules = StyleRules(areApplied: false) }
        self.init(from: Checkpoint(HTMLParser(isXML: isXML), flow), width: width, for: .lines)
    }

    /// Begins where a chunk begins, without any bytes yet.
    private init(from checkpoint: Checkpoint, width: Int, for purpose: Flow.Purpose) {
        self.checkpoint = checkpoint
        parser = checkpoint.parser
        flow = checkpoint.flow
        flow.resume(width: width, for: purpose)
    }

    /// Begins where a chunk begins, which may have moved since the checkpoint was taken.
    init(
        from checkpoint: Checkpoint, at start: Int, over bytes: [UInt8], isFinished: Bool, width: Int,
        for purpose: Flow.Purpose = .lines
    ) {
        self.init(from: checkpoint, width: width, for: purpose)
        self.start = start
        parser.resume(over: bytes, isFinished: isFinished, movedBy: start - checkpoint.parser.position)
    }

    /// Reads on, up to the first place behind an offset where a chunk can end, or up to a limit.
    ///
    /// At `cut` what was read is laid out, and `settle` is to be called before anything else.
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

    /// Hands over the lines of the chunk that ends here, and forgets its tree.
    mutating func settle(dropsSource: Bool) -> LineStore {
        parser.forget(dropsSource: dropsSource)
        flow.follow(parser.openNodes)
        let lines = flow.takeLines()
        start = parser.position
        return lines
    }

    /// Remembers the present place, where `settle` was just called, as the beginning of a chunk.
    /// - Parameter purpose: What the chunk is read for.
    mutating func save(for purpose: Flow.Purpose = .lines) {
        flow.purpose = purpose
        var bare = flow
        bare.pictures = [:]
        checkpoint = Checkpoint(parser.withoutBytes, bare)
    }

    /// Lays in the reader's own style sheets. Before any bytes are read, and before those of the page.
    mutating func add(readerSheets: [[UInt8]]) {
        for sheet in readerSheets { flow.rules.add(sheet, of: .reader) }
        checkpoint = Checkpoint(parser.withoutBytes, flow)
    }

    /// Lays in all sheets of the page. Before any bytes are read.
    mutating func know(_ ahead: StyleSheetPrefetch) {
        flow.know(ahead)
        checkpoint = Checkpoint(parser.withoutBytes, flow)
    }

    /// Lays out a part of the page alone. Before any bytes are read.
    mutating func show(only part: MainText?) {
        flow.mainText = part
        checkpoint = Checkpoint(parser.withoutBytes, flow)
    }

    /// Takes the pictures at hand. Only where no line is begun.
    mutating func apply(pictures: [String: Picture]) { flow.pictures = pictures }

    /// Says how long lines of preformatted text are laid out from here on. Only where no line is begun.
    mutating func lay(preformatted: PreformattedLines) { flow.preformatted = preformatted }

    /// Whether the present chunk is only scanned.
    var isScanning: Bool { flow.isScanning }

    /// Goes on for the lines of the present chunk.
    /// - Returns: Whether nothing of it was scanned yet; otherwise it is to be read again.
    mutating func turnToLines() -> Bool {
        guard flowedTo <= start else { return !isScanning }
        flow.purpose = .lines
        return true
    }

    /// Lays out what has been parsed as if the page ended here, and goes back.
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
