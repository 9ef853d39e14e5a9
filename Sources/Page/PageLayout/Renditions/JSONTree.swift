/// JSON (RFC 8259) as a tree in HTML: values as they were sent, objects and arrays folded.
///
/// The text is read from its start and may still grow; HTML is returned in steps. Numbers, strings and names are shown
/// byte for byte, and duplicate names are all shown; the blanks between tokens are replaced. Depth only costs memory:
/// the parser is not recursive.
public struct JSONTree: Sendable {
    /// The number of values in the text.
    public enum Sequence: Hashable, Sendable {
        /// One value.
        case one
        /// Any number of values, one after another.
        case lines
    }

    /// The tokens that may come next.
    enum Expectation: Sendable {
        case value, firstItem, firstName, name, colon, separator, end
    }

    /// An open object or array.
    struct Level: Sendable {
        let isObject: Bool
        let isFolded: Bool
        /// Whether its line has been written.
        var isAnnounced = false
        /// Its identity, from its name and that of its parent.
        let key: UInt64
        /// The range of its name in the text.
        let name: Range<Int>?
        /// The position of its bracket.
        let start: Int
        var count = 0
    }

    let sequence: Sequence
    let folds: TreeFolds
    /// The position in the text.
    public internal(set) var position = 0
    /// The first mistake in the text; nil if there is none so far.
    private(set) var mistake: JSONMistake?
    /// Whether the text was read to its end.
    private(set) var isFinished = false

    var levels: [Level] = []
    var expectation = Expectation.value
    /// The name before the next value.
    var name: Range<Int>?
    /// The number of levels outside the folded object or array; nil if none is folded.
    var foldedAt: Int?
    var html: [UInt8] = []
    /// The lines of that HTML.
    var lines: [RenderedLine] = []
    /// The number of outermost values.
    var valueCount = 0
    /// Whether the HTML before the tree was written.
    private var isOpened = false
    /// Whether no line has been written yet.
    var isAtStart = true
    /// The length of the text when more was needed to continue; 0 otherwise.
    private(set) var stalledAt = 0
    /// The position in a quoted string that the text ends in.
    private var stringEnd: Int?

    init(_ sequence: Sequence = .one, folds: TreeFolds = TreeFolds()) {
        self.sequence = sequence
        self.folds = folds
    }

    /// The HTML before the tree.
    static let opening = Array("<div style=\"white-space: pre-wrap\">".utf8)

    /// Continues reading and returns the HTML of what was read, and its lines. Linear in the bytes read, except for
    /// longer quoted strings.
    /// - Parameters:
    ///   - text: The whole text that has arrived, in UTF-8: an extension of what was passed before.
    ///   - isWhole: Whether the text is complete.
    ///   - budget: The approximate number of bytes to read.
    mutating func read(
        _ text: [UInt8], isWhole: Bool, budget: Int
    ) -> (html: [UInt8], lines: [RenderedLine]) {
        stalledAt = 0
        defer { (html, lines) = ([], []) }
        if !isOpened { html = Self.opening }
        isOpened = true
        let goal = position + budget
        let span = text.span
        reading: while mistake == nil, !isFinished, position < goal {
            while position < span.count, Self.isBlank(span[position]) { position += 1 }
            guard position < span.count else {
                if isWhole { finish() } else { stalledAt = text.count }
                break
            }
            switch readToken(span, text, isWhole) {
            case .read: continue
            case .cut:
                if mistake == nil { stalledAt = text.count }
                break reading
            }
        }
        return (html, lines)
    }

    enum Progress { case read, cut }

    private mutating func finish() {
        switch expectation {
        case .end: isFinished = true
        case .value where levels.isEmpty && sequence == .lines: isFinished = true
        case .value, .firstItem, .firstName, .name, .colon, .separator: expected()
        }
        if isFinished { html += "</div>".utf8 }
    }

    /// Sets the mistake: the token at the position is not allowed there.
    mutating func expected() {
        let isInObject = levels.last?.isObject ?? false
        let wanted: JSONMistake.Wanted =
            switch expectation {
            case .value: .value
            case .firstItem: .valueOrEnd
            case .firstName: .nameOrEnd
            case .name: .name
            case .colon: .colon
            case .separator: isInObject ? .commaOrBrace : .commaOrBracket
            case .end: .nothing
            }
        mistake = JSONMistake(offset: position, wanted: wanted)
    }

    private mutating func readToken(_ span: Span<UInt8>, _ text: [UInt8], _ isWhole: Bool) -> Progress {
        let byte = span[position]
        switch (expectation, byte) {
        case (.value, UInt8(ascii: "{")), (.firstItem, UInt8(ascii: "{")): open(isObject: true, text)
        case (.value, UInt8(ascii: "[")), (.firstItem, UInt8(ascii: "[")): open(isObject: false, text)
        case (.firstItem, UInt8(ascii: "]")), (.firstName, UInt8(ascii: "}")): close(text)
        case (.separator, UInt8(ascii: "}")) where levels.last?.isObject ?? false: close(text)
        case (.separator, UInt8(ascii: "]")) where !(levels.last?.isObject ?? true): close(text)
        case (.separator, UInt8(ascii: ",")):
            position += 1
            if !isHidden { html.append(byte) }
            expectation = levels.last?.isObject ?? false ? .name : .value
        case (.colon, UInt8(ascii: ":")):
            position += 1
            expectation = .value
        case (.name, UInt8(ascii: "\"")), (.firstName, UInt8(ascii: "\"")):
            guard let end = stringEnd(span, isWhole) else { return .cut }
            if !isHidden { name = position..<end }
            position = end
            expectation = .colon
        case (.value, UInt8(ascii: "\"")), (.firstItem, UInt8(ascii: "\"")):
            guard let end = stringEnd(span, isWhole) else { return .cut }
            append(.string, to: end, text)
        case (.value, _), (.firstItem, _): return readPlain(span, text, isWhole)
        default: expected()
        }
        return .read
    }

    /// Reads a number, `true`, `false` or `null`.
    private mutating func readPlain(_ span: Span<UInt8>, _ text: [UInt8], _ isWhole: Bool) -> Progress {
        var end = position
        while end < span.count, Self.isPlain(span[end]) { end += 1 }
        if end == span.count, !isWhole, end - position < Self.longestPlain { return .cut }
        let word = text[position..<end]
        let first = span[position]
        if first == UInt8(ascii: "-") || first >= 0x30 && first <= 0x39 {
            guard let wrong = Self.flaw(inNumber: word) else {
                append(.number, to: end, text)
                return .read
            }
            mistake = JSONMistake(offset: wrong, wanted: .digit)
        } else if Self.literals.contains(where: { word.elementsEqual($0) }) {
            append(.literal, to: end, text)
        } else {
            expected()
        }
        return .read
    }

    /// A number that has not ended after this many bytes is read as if it ended there.
    private static let longestPlain = 1 << 20
    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }

    /// Returns the end of the quoted string at the position; nil if it has not arrived or the string is invalid.
    private mutating func stringEnd(_ span: Span<UInt8>, _ isWhole: Bool) -> Int? {
        var index = stringEnd ?? position + 1
        stringEnd = nil
        while index < span.count {
            let byte = span[index]
            if byte == UInt8(ascii: "\"") { return index + 1 }
            guard byte != UInt8(ascii: "\\") else {
                switch Self.escapeLength(span, at: index) {
                case .length(let length):
                    index += length
                    continue
                case .wrong(let place):
                    mistake = JSONMistake(offset: place, wanted: .escape)
                    return nil
                case .open: break
                }
                break
            }
            guard byte >= 0x20 else {
                mistake = JSONMistake(offset: index, wanted: .noControl)
                return nil
            }
            index += 1
        }
        if isWhole { mistake = JSONMistake(offset: span.count, wanted: .quote) }
        stringEnd = index
        return nil
    }
}
