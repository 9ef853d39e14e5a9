/// A token of a style sheet (CSS Syntax Level 3, §4).
struct Token {
    enum Kind: UInt8 {
        case ident, function, atKeyword
        /// `#name`.
        case hash
        case string, badString, url, badURL
        /// Any other character; `Token.delimiter` is its byte.
        case delimiter
        case number, percentage, dimension
        case blank, colon, semicolon, comma
        case leftBracket, rightBracket, leftParenthesis, rightParenthesis, leftBrace, rightBrace
        /// `<!--` or `-->`.
        case commentMark
        case end
    }

    var kind: Kind
    /// The range of its text: a name without its sign, a string without quotes, a unit.
    var start: Int
    var end: Int
    /// Whether the text contains escapes or bytes that are replaced.
    var isEscaped = false
    /// Whether a hash is a valid id.
    var isID = false
    var delimiter: UInt8 = 0
    /// The value of a number.
    var number = 0.0

    init(_ kind: Kind, _ start: Int, _ end: Int) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    /// The token that closes the bracket that this token opens; nil if it opens none.
    var closing: Kind? {
        switch kind {
        case .function, .leftParenthesis: .rightParenthesis
        case .leftBracket: .rightBracket
        case .leftBrace: .rightBrace
        case .ident, .atKeyword, .hash, .string, .badString, .url, .badURL, .delimiter, .number, .percentage,
            .dimension, .blank, .colon, .semicolon, .comma, .rightBracket, .rightParenthesis, .rightBrace,
            .commentMark, .end:
            nil
        }
    }
}
