import HTML

/// Reads the text of a style sheet or attribute, token by token (CSS Syntax Level 3, §5).
///
/// Total and linear. Nothing recurses as deeply as the input: open brackets are kept as an array.
struct SheetReader {
    var tokenizer: Tokenizer
    /// A token that was read ahead.
    private var ahead: Token?
    /// Where the last token begins, with what marks it and comments before it.
    private(set) var start = 0
    /// What ends the brackets that are open where something is skipped; empty in between.
    private var closings: [Token.Kind] = []
    /// The value of the declaration at hand, without blanks.
    var value: [Token] = []
    /// The margins and paddings of the block at hand.
    var sides = BoxSides()
    /// Whether a transition or animation is declared in it.
    var changes = false
    /// What was read that is no number: declarations have its index.
    var contents: [GeneratedContent] = []
    var counters: [[CounterChange]] = []

    /// The most tokens a value may have that means something to us.
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

    /// The next token that is no blank.
    mutating func nextSolid() -> Token {
        while true {
            let token = next()
            if token.kind != .blank { return token }
        }
    }

    /// Puts a token back, to be the next one again.
    mutating func putBack(_ token: Token) { ahead = token }

    func text(of token: Token) -> ArraySlice<UInt8> { tokenizer.text(of: token) }

    func isText(of token: Token, _ text: StaticString) -> Bool { tokenizer.isText(of: token, text) }

    /// Reads on behind a token that opens a bracket, through the one that closes it.
    mutating func skipBlock(_ opening: Token) {
        guard let closing = opening.closing else { return }
        closings.append(closing)
        skipOpen()
    }

    /// Reads on through the parentheses that close so many open ones.
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

    /// Where something ended that was read or skipped.
    enum Ending {
        /// Before a block; its brace is read.
        case block
        case semicolon
        /// At a closing brace, which is read.
        case brace
        case end
    }

    /// Skips to what ends a prelude, brackets and all. Returns where the prelude ends, too.
    /// - Parameters:
    ///   - stopsAtSemicolon: Whether a semicolon ends it, as for at-rules.
    ///   - stopsAtBrace: Whether a closing brace does, as inside of blocks.
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
