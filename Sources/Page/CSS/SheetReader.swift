import HTML

/// A reader of the text of a style sheet or attribute, token by token (CSS Syntax Level 3, §5).
///
/// It accepts any input and is linear. Nothing recurses with the depth of the input: open brackets are in an array.
struct SheetReader {
    var tokenizer: Tokenizer
    /// A token that was read ahead.
    private var ahead: Token?
    /// The start of the last token, including its sign and comments before it.
    private(set) var start = 0
    /// The closing brackets expected while something is skipped; otherwise empty.
    private var closings: [Token.Kind] = []
    /// The value of the current declaration, without whitespace.
    var value: [Token] = []
    /// The margins and paddings of the current block.
    var sides = BoxSides()
    /// Whether the block declares a transition or animation.
    var changes = false
    /// Values that do not fit a number: declarations refer to them by index.
    var contents: [GeneratedContent] = []
    var counters: [[CounterChange]] = []

    /// The maximum number of tokens of a supported value.
    static let longestValue = 64

    init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
        tokenizer = Tokenizer(bytes, from: start, to: end)
    }

    mutating func next() -> Token {
        if let token = ahead {
            ahead = nil
            return token
        }
        start = tokenizer.position
        return tokenizer.next()
    }

    /// Returns the next token that is not whitespace.
    mutating func nextSolid() -> Token {
        while true {
            let token = next()
            if token.kind != .blank { return token }
        }
    }

    /// Puts a token back, so that it is returned again.
    mutating func putBack(_ token: Token) { ahead = token }

    func text(of token: Token) -> ArraySlice<UInt8> { tokenizer.text(of: token) }

    func isText(of token: Token, _ text: StaticString) -> Bool { tokenizer.isText(of: token, text) }

    /// Skips from a token that opens a bracket through the one that closes it.
    mutating func skipBlock(_ opening: Token) {
        guard let closing = opening.closing else { return }
        closings.append(closing)
        skipOpen()
    }

    /// Skips through the parentheses that close `count` open ones.
    mutating func skip(parentheses count: Int) {
        closings.append(contentsOf: repeatElement(.rightParenthesis, count: count))
        skipOpen()
    }

    private mutating func skipOpen() {
        while let innermost = closings.last {
            let token = next()
            if token.kind == .end { break }
            if token.kind == innermost {
                closings.removeLast()
            } else if let closing = token.closing {
                closings.append(closing)
            }
        }
        closings.removeAll(keepingCapacity: true)
    }

    /// What ended the part that was read or skipped.
    enum Ending {
        /// The opening brace of a block, which is read.
        case block
        case semicolon
        /// A closing brace, which is read.
        case brace
        case end
    }

    /// Skips to the end of a prelude, including brackets. Also returns the offset of the end.
    /// - Parameters:
    ///   - stopsAtSemicolon: Whether a semicolon ends it, as for at-rules.
    ///   - stopsAtBrace: Whether a closing brace does, as inside blocks.
    mutating func skipPrelude(stopsAtSemicolon: Bool, stopsAtBrace: Bool) -> (ending: Ending, end: Int) {
        while true {
            let token = next()
            switch token.kind {
            case .end: return (.end, token.start)
            case .leftBrace: return (.block, token.start)
            case .semicolon where stopsAtSemicolon: return (.semicolon, token.start)
            case .rightBrace where stopsAtBrace: return (.brace, token.start)
            case .function, .leftBracket, .leftParenthesis: skipBlock(token)
            case .ident, .atKeyword, .hash, .string, .badString, .url, .badURL, .delimiter, .number,
                .percentage, .dimension, .blank, .colon, .semicolon, .comma, .rightBracket, .rightParenthesis,
                .rightBrace, .commentMark:
                break
            }
        }
    }
}
