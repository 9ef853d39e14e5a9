/// HTML's parser (HTML standard §13.2, scripting off): it receives bytes in chunks and builds a tree that can
/// be read at any time.
///
/// Any bytes result in a tree, the same however they are divided into chunks. Time is linear in the bytes;
/// nothing recurses on the depth. Two limits keep it so, as in browsers: at most 512 elements are open at once
/// (docs/decisions/0010-the-html-parser-has-fixed-limits.md), and the reconstruction of open formatting
/// elements is limited.
public struct HTMLParser: Sendable {
    /// The rules that apply to the next token: the standard's insertion modes.
    enum Mode: UInt8, Sendable {
        case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text, inTable
        case inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate, afterBody
        case inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
    }

    /// The tree read so far.
    public internal(set) var document = Document()

    var tokenizer = Tokenizer()
    var mode = Mode.initial
    /// The mode to return to from `text` and `inTableText`.
    var originalMode = Mode.initial
    var templateModes: [Mode] = []
    var open = OpenElements()
    var formatting: [FormattingEntry] = []
    /// The number of reconstructed formatting elements.
    var renewals = 0
    var head: Int32 = 0
    var form: Int32 = 0
    /// The open selects, outermost first.
    var selects: [OpenSelect] = []
    /// Whether templates may be declarative shadow roots, as in a page that is opened.
    var allowsShadowRoots = false
    /// The shadow roots whose hosts are open, outermost first.
    var shadowRoots: [ShadowRoot] = []
    /// The index of the open element that prevented the last cut.
    var obstacle = 0
    /// The offset before which the document is not cut, since long attributes of open elements would be copied often.
    var nextCut = 0
    /// The context element of a fragment; 0 in a page.
    var context: Int32 = 0
    var allowsFrameset = true
    /// The offset up to which a frameset may replace a body without content; the body is not laid out before it.
    static let framesetLimit = 65_536
    var fostersChildren = false
    var ignoresLineFeed = false
    /// Whether the page was sent as XML.
    var isXML: Bool { tokenizer.xml != nil }
    /// Text between the parts of a table, until it is known whether it is only whitespace.
    var tableText: [Token] = []

    /// Creates a parser for a page.
    public init() {}

    /// Parses the next bytes. Linear in their number.
    public mutating func append(_ bytes: [UInt8]) {
        receive(bytes)
        run()
    }

    /// Ends the page and parses the rest.
    public mutating func finish() {
        receiveEnd()
        run()
    }

    /// Receives the next bytes without parsing them yet.
    public mutating func receive(_ bytes: [UInt8]) { document.source.append(bytes) }

    /// Receives the next bytes, a slice of others, without parsing them yet.
    public mutating func receive(_ bytes: ArraySlice<UInt8>) { document.source.append(bytes) }

    /// Replaces the bytes received by all bytes of the page, which begin with them, without copying any.
    public mutating func complete(with whole: [UInt8]) { document.source.replace(with: whole) }

    /// Receives the end of the page without parsing up to it yet.
    public mutating func receiveEnd() { document.source.isFinished = true }

    /// The bytes of the page as received, from the first that has not been dropped.
    public var bytes: [UInt8] { document.source.bytes }

    private mutating func run() {
        while tokenizer.advance(&document.source) {
            if isXML { takeXML(tokenizer.token) } else { handle(tokenizer.token) }
        }
        if case .ended = tokenizer.state { document.isWhole = true }
    }

    /// The reason why `parse` returned.
    public enum Pause: Sendable {
        /// The tree can be cut here: what was read can be dropped.
        case cut
        /// The budget is used up.
        case budget
        /// All bytes at hand are parsed.
        case waiting
        /// The page is parsed completely.
        case finished
    }

    /// Parses up to the first place after an offset where the tree can be cut, or up to a limit.
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

    /// Whether a frameset may still replace the body at this offset of the page.
    func mayBecomeFrameset(at offset: Int) -> Bool { allowsFrameset && offset < Self.framesetLimit }

    /// Handles one token: the first line feed of text after `pre` is dropped; other tokens follow the rules.
    @inline(__always)
    mutating func handle(_ token: Token) {
        // Nearly all of a page is in the body.
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

    /// Processes a token by the rules for its place in the tree.
    mutating func process(_ token: Token) {
        // Nearly every page is only HTML, and reading all of the parser for each token would cost a copy.
        if context != 0 || open.endsForeign, belongsToForeignContent(token) {
            processForeign(token)
        } else {
            process(token, by: mode)
        }
    }

    /// Processes a token in another mode.
    mutating func process(_ token: Token, in next: Mode) {
        mode = next
        process(token)
    }

    /// Closes the current element before a token, which is processed in another mode.
    mutating func leaveElement(before token: Token, for next: Mode) {
        popOpen(at: token.range.lowerBound)
        process(token, in: next)
    }

    /// Processes a token by the rules of an insertion mode.
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

    /// Creates a parser for a fragment, as if it were inside an element (HTML standard §13.4).
    ///
    /// The fragment's nodes become children of an `html` element, the first child of the document.
    /// - Parameters:
    ///   - name: The name of the element, in lower case.
    ///   - namespace: Its namespace.
    public init(fragmentIn name: String, namespace: Namespace = .html) {
        let bytes = Array(name.utf8)
        let tag = tokenizer.tags[bytes.span]
        var element = Document.assumed(tag, at: 0)
        element.namespace = namespace
        if tag == .other { element.name = document.number(of: bytes[...]) }
        context = document.add(element)
        let root = document.append(Document.assumed(.html, at: 0), to: 0)
        pushOpen(root)
        if namespace == .html {
            switch tag {
            case .title, .textarea: tokenizer.content = .rcdata
            case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.content = .rawtext
            case .script: tokenizer.content = .script(.none)
            case .plaintext: tokenizer.content = .plaintext
            case .template: templateModes.append(.inTemplate)
            case .form: form = context
            default: break
            }
        }
        resetMode()
        tokenizer.allowsCDATA = isForeign(adjustedCurrent)
    }
}
