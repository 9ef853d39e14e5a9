/// HTML's tokenizer (HTML standard §13.2.5) over bytes that arrive in pieces.
///
/// `advance` reads one token at a time and gives false where it needs more bytes: it then takes up exactly where
/// it stopped. Nothing is looked at again but a few bytes, whatever the pieces, so the whole is linear. Text
/// comes in stretches; a reader joins them.
struct Tokenizer: Sendable {
    /// Where the tokenizer stands between two bytes.
    enum State: Sendable {
        case text
        case markupDeclaration
        case tagName, beforeAttribute, attributeName, afterAttributeName
        case beforeValue, quotedValue(UInt8), unquotedValue, afterValue, selfClosing
        case comment, bogusComment, doctype, cdata
        case numericReference
        case ended
    }

    /// What the text being read may contain.
    enum Content: Equatable, Sendable {
        /// Tags and references.
        case data
        /// References, and the end tag of the element (`title`, `textarea`).
        case rcdata
        /// Nothing but the element's end tag (`style`, `iframe`, …).
        case rawtext
        /// A script: as `rawtext`, with comments that may hide end tags.
        case script(ScriptEscape)
        /// Nothing: the rest of the page is text.
        case plaintext
    }

    /// How far a script is inside `<!--` and a script within that.
    enum ScriptEscape: Equatable, Sendable { case none, escaped, doubleEscaped }

    var state = State.text
    var content = Content.data
    /// The name whose end tag ends `rcdata`, `rawtext` and `script`, in lower case.
    var endName: [UInt8] = []
    /// Whether `<![CDATA[` opens a section, as inside SVG and MathML.
    var allowsCDATA = false
    /// What a page needs that was sent as XML; nil for others.
    var xml: XMLState?
    /// The next byte to read.
    var position = 0
    /// A stretch of text ends behind the first line feed from here on.
    var lineGoal = Int.max

    /// The attributes of the last tag, those of a name seen before left out.
    var attributes: [Attribute] = []
    /// The last document type.
    var doctype = Doctype()

    let tags = TagTable.shared
    var recentReferences = RecentReferences()
    /// The token read last, as far as it is read.
    var token = Token(kind: .end, range: 0..<0)
    var tokenStart = 0
    var partStart = 0
    var nameRange = TextRange.empty
    var value = TextRange.empty
    var isEndTag = false
    var reference: UInt32 = 0
    var referenceBase: UInt32 = 10
    var referenceStart = 0
    /// The state of the attribute value that a numeric reference stands in; nil in text.
    var valueState: State?
    var seenNames: Set<[UInt8]> = []

    /// Reads the next `token`. False if the bytes at hand do not complete one.
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

    /// Set by a reader that cannot decide with the bytes at hand, though some are left.
    var isWaiting = false

    /// What is left where the page ends: gives a token, or moves to a state that will.
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
            // Their readers end by themselves at the end of the page.
            return false
        }
    }

    /// Ends with a stretch of text up to `position`.
    mutating func emitText(from start: Int) -> Bool {
        token = Token(kind: .text, range: start..<position, text: TextRange(source: start..<position))
        return true
    }

    /// Ends with one decoded piece of text.
    mutating func emitText(_ text: TextRange, from start: Int) -> Bool {
        token = Token(kind: .text, range: start..<position, text: text)
        return true
    }

    /// Whether `count` bytes can be looked at from `position`; asks to wait for them if they may still come.
    mutating func canLook(_ count: Int, _ source: SourceText) -> Bool {
        if position &+ count <= source.end { return true }
        if !source.isFinished { isWaiting = true }
        return false
    }
}
