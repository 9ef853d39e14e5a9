/// HTML's parser (HTML standard §13.2, scripting off): bytes in as they arrive, a tree that can be read at
/// any moment.
///
/// Any bytes give a tree, the same however they are cut into pieces. Time is linear in the bytes; nothing is
/// recursive on their depth. Two limits keep it so, as in browsers: at most 512 elements are open at once
/// (docs/decisions/0010-html-parser-limits.md), and formatting elements left open are renewed only so often.
public struct HTMLParser: Sendable {
    /// The rules that apply to the next token: the standard's insertion modes.
    enum Mode: UInt8, Sendable {
        case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable
        case inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate, afterBody
        case inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
    }

    /// The tree as far as it has been read.
    public internal(set) var document = Document()

    var tokenizer = Tokenizer()
    var mode = Mode.initial
    /// The mode to go back to from `text` and `inTableText`.
    var originalMode = Mode.initial
    var templateModes: [Mode] = []
    var open = OpenElements()
    var formatting: [FormattingEntry] = []
    /// How many formatting elements have been renewed.
    var renewals = 0
    var head: Int32 = 0
    var form: Int32 = 0
    /// The selects that are open, outermost first.
    var selects: [OpenSelect] = []
    /// Which open element kept the tree from being cut when that was asked last.
    var obstacle = 0
    /// The element that a fragment is parsed for, 0 in a page.
    var context: Int32 = 0
    var allowsFrameset = true
    /// How far into a page a body without content may still give way to frames: it is not laid out before.
    static let framesetLimit = 65_536
    var fostersChildren = false
    var ignoresLineFeed = false
    /// Whether the page was sent as XML.
    var isXML: Bool { tokenizer.xml != nil }
    /// Text between the parts of a table, until it is known whether it is blank.
    var tableText: [Token] = []

    /// A parser for a page.
    public init() {}

    /// Takes the next bytes and grows the tree. Linear in their number.
    public mutating func append(_ bytes: [UInt8]) {
        receive(bytes)
        run()
    }

    /// Says that the page has ended.
    public mutating func finish() {
        receiveEnd()
        run()
    }

    /// Takes the next bytes without reading them yet.
    public mutating func receive(_ bytes: [UInt8]) {
        document.source.append(bytes)
    }

    /// Takes the next bytes without reading them yet, where they are a part of others.
    public mutating func receive(_ bytes: ArraySlice<UInt8>) {
        document.source.append(bytes)
    }

    /// Takes all bytes of the page in place of those received, with which they begin, without copying any.
    public mutating func complete(with whole: [UInt8]) {
        document.source.replace(with: whole)
    }

    /// Takes note of the end of the page without reading up to it yet.
    public mutating func receiveEnd() {
        document.source.isFinished = true
    }

    /// The bytes of the page as they arrived, from the first that has not been dropped.
    public var bytes: [UInt8] { document.source.bytes }

    /// Whether the page has ended.
    var isFinished: Bool { document.source.isFinished }

    private mutating func run() {
        while tokenizer.advance(&document.source) {
            if isXML { takeXML(tokenizer.token) } else { handle(tokenizer.token) }
        }
        if case .ended = tokenizer.state { document.isWhole = true }
    }

    /// Why `parse` came back.
    public enum Pause: Sendable {
        /// The tree is at a place where what was read can be forgotten.
        case cut
        /// The budget is used up.
        case budget
        /// All bytes at hand are read.
        case waiting
        /// The page is read to its end.
        case finished
    }

    /// Reads on, up to the first place behind an offset where the tree can be cut, or up to a limit.
    public mutating func parse(cutBehind offset: Int, limit: Int) -> Pause {
        // The line feed itself may be the last byte before the offset.
        let lineGoal = max(1, offset) - 1
        tokenizer.lineGoal = open.contains(.pre) ? lineGoal : .max
        while tokenizer.advance(&document.source) {
            let kind = tokenizer.token.kind
            if isXML { takeXML(tokenizer.token) } else { handle(tokenizer.token) }
            if kind != .text { tokenizer.lineGoal = open.contains(.pre) ? lineGoal : .max }
            if kind == .end {
                document.isWhole = true
                return .finished
            }
            if tokenizer.position >= offset, kind == .text ? isAtLineEnd() : isAtCut() { return .cut }
            if tokenizer.position >= limit { return .budget }
        }
        if case .ended = tokenizer.state { return .finished }
        return .waiting
    }

    /// Whether frames may take the place of the body so far into the page.
    func mayBecomeFrameset(at offset: Int) -> Bool { allowsFrameset && offset < Self.framesetLimit }

    /// One token: text after `pre` loses a first line feed, all else goes by the rules.
    @inline(__always)
    mutating func handle(_ token: Token) {
        // Nearly all of a page is the body's.
        if mode == .inBody, !ignoresLineFeed, context == 0, !open.endsForeign {
            inBody(token)
        } else {
            takeElsewhere(token)
        }
        tokenizer.allowsCDATA = context == 0 ? open.endsForeign : isForeign(adjustedCurrent)
    }

    private mutating func takeElsewhere(_ token: Token) {
        if ignoresLineFeed {
            ignoresLineFeed = false
            if token.kind == .text, document.source.slice(token.text).first == 0x0A {
                if token.text.count > 1 { process(token.withoutFirstByte) }
                return
            }
        }
        process(token)
    }

    /// A token by the rules of where it stands.
    mutating func process(_ token: Token) {
        // Nearly every page is HTML's alone, and looking at all of the parser for each token would cost a copy.
        if context != 0 || open.endsForeign, belongsToForeignContent(token) {
            processForeign(token)
        } else {
            process(token, by: mode)
        }
    }

    /// A token by the rules of a mode.
    mutating func process(_ token: Token, by mode: Mode) {
        switch mode {
        case .initial: initial(token)
        case .beforeHTML: beforeHTML(token)
        case .beforeHead: beforeHead(token)
        case .inHead: inHead(token)
        case .inHeadNoscript: inHeadNoscript(token)
        case .afterHead: afterHead(token)
        case .inBody: inBody(token)
        case .text: inText(token)
        case .inTable: inTable(token)
        case .inTableText: inTableText(token)
        case .inCaption: inCaption(token)
        case .inColumnGroup: inColumnGroup(token)
        case .inTableBody: inTableBody(token)
        case .inRow: inRow(token)
        case .inCell: inCell(token)
        case .inTemplate: inTemplate(token)
        case .afterBody: afterBody(token)
        case .inFrameset: inFrameset(token)
        case .afterFrameset: afterFrameset(token)
        case .afterAfterBody: afterAfterBody(token)
        case .afterAfterFrameset: afterAfterFrameset(token)
        }
    }
}
