/// HTML's tokenizer (HTML standard §13.2.5) over bytes that are received in chunks.
///
/// `advance` reads one token at a time and returns false if it needs more bytes; the next call resumes where it
/// stopped. Only a few bytes are read again, whatever the chunks, so the total is linear. Text is emitted in
/// pieces, which the caller joins.
struct Tokenizer: Sendable {
    /// The state of the tokenizer between two bytes.
    enum State: Sendable {
        case text
        case markupDeclaration
        case tagName, beforeAttribute, attributeName, afterAttributeName
        case beforeValue, quotedValue(UInt8), unquotedValue, afterValue, selfClosing
        case comment, bogusComment, doctype, cdata
        case numericReference
        case ended
    }

    /// The kind of content being read.
    enum Content: Equatable, Sendable {
        /// Tags and references.
        case data
        /// References, and the end tag of the element (`title`, `textarea`).
        case rcdata
        /// Only the element's end tag (`style`, `iframe`, …).
        case rawtext
        /// A script: like `rawtext`, with comments that may hide end tags.
        case script(ScriptEscape)
        /// Neither tags nor references: the rest of the page is text.
        case plaintext
    }

    /// Whether a script is inside `<!--`, and inside a script within that.
    enum ScriptEscape: Equatable, Sendable { case none, escaped, doubleEscaped }

    var state = State.text
    var content = Content.data
    /// The name whose end tag ends `rcdata`, `rawtext` and `script`, in lower case.
    var endName: [UInt8] = []
    /// Whether `<![CDATA[` opens a section, as inside SVG and MathML.
    var allowsCDATA = false
    /// The state for a page that was sent as XML; nil for others.
    var xml: XMLState?
    /// The next byte to read.
    var position = 0
    /// A piece of text ends after the first line feed at or after this offset.
    var lineGoal = Int.max

    /// The attributes of the last tag, without repeated names.
    var attributes: [Attribute] = []
    /// The last document type.
    var doctype = Doctype()

    let tags = TagTable.shared
    var recentReferences = RecentReferences()
    /// The current token, possibly incomplete.
    var token = Token(kind: .end, range: 0..<0)
    var tokenStart = 0
    var partStart = 0
    var nameRange = TextRange.empty
    var value = TextRange.empty
    var isEndTag = false
    var reference: UInt32 = 0
    var referenceBase: UInt32 = 10
    var referenceStart = 0
    /// The state of the attribute value that contains a numeric reference; nil in text.
    var valueState: State?
    var seenNames: Set<[UInt8]> = []

    /// Reads the next `token`. Returns false if the bytes at hand do not complete one.
    mutating func advance(_ source: inout SourceText) -> Bool {
        if case .text = state, case .data = content {
            if readPlain(source.bytes.span, base: source.base) { return true }
            if position < source.end, source[position] == 0x26, readReference(&source) { return true }
        }
        return advanceByStates(&source)
    }

    private mutating func advanceByStates(_ source: inout SourceText) -> Bool {
        while true {
            let ready: Bool
            switch state {
            case .text: ready = readText(&source)
            case .markupDeclaration: ready = readMarkupDeclaration(source)
            case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .selfClosing, .afterValue:
                ready = readTag(&source)
            case .beforeValue, .quotedValue, .unquotedValue: ready = readValue(&source)
            case .comment: ready = readComment(&source)
            case .bogusComment: ready = readBogusComment(&source)
            case .doctype: ready = readDoctype(source)
            case .cdata: ready = readCDATA(&source)
            case .numericReference: ready = readNumericReference(&source)
            case .ended: return false
            }
            if ready { return true }
            if position >= source.end || isWaiting {
                guard source.isFinished else {
                    isWaiting = false
                    return false
                }
                isWaiting = false
                if finish(&source) { return true }
            }
        }
    }

    /// Whether the bytes at hand are not enough to decide, though some are left.
    var isWaiting = false

    /// Handles the rest at the end of the page: emits a token, or switches to a state that will.
    private mutating func finish(_ source: inout SourceText) -> Bool {
        switch state {
        case .text:
            state = .ended
            token = Token(kind: .end, range: source.end..<source.end)
            return true
        case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .beforeValue, .quotedValue,
            .unquotedValue, .afterValue, .selfClosing:
            // An unfinished tag is dropped.
            state = .text
            position = source.end
            return false
        case .markupDeclaration, .ended, .comment, .bogusComment, .doctype, .cdata, .numericReference:
            // Their functions handle the end of the page themselves.
            return false
        }
    }

    /// Emits a piece of text up to `position`.
    mutating func emitText(from start: Int) -> Bool {
        token = Token(kind: .text, range: start..<position, text: TextRange(source: start..<position))
        return true
    }

    /// Emits a piece of decoded text.
    mutating func emitText(_ text: TextRange, from start: Int) -> Bool {
        token = Token(kind: .text, range: start..<position, text: text)
        return true
    }

    /// Whether `count` bytes are available from `position`; sets `isWaiting` if they may still be received.
    mutating func canLook(_ count: Int, _ source: SourceText) -> Bool {
        if position &+ count <= source.end { return true }
        if !source.isFinished { isWaiting = true }
        return false
    }
}
