/// What the tokenizer of style sheets found (CSS Syntax Level 3, §4).
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
    /// Where its text begins and ends: a name without what marks it, a string without quotes, a unit.
    var start: Int
    var end: Int
    /// Whether the text holds escapes or bytes that are read as others.
    var isEscaped = false
    /// Whether a hash is a name that an id may have.
    var isID = false
    var delimiter: UInt8 = 0
    /// The value of a number.
    var number = 0.0

    init(_ kind: Kind, _ start: Int, _ end: Int) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    /// The bracket that ends what this token opens; nil if it opens nothing.
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
