import HTML

/// A tokenizer for style sheets (CSS Syntax Level 3, §4). It accepts any input, never moves back and is linear.
///
/// The text is assumed to be UTF-8. Invalid bytes are name characters like all others outside ASCII.
struct Tokenizer {
    let bytes: [UInt8]
    /// The start of the next token.
    var position: Int
    /// The end of the text; at most `bytes.count`.
    let end: Int

    init(_ bytes: [UInt8], from start: Int = 0, to end: Int? = nil) {
        self.bytes = bytes
        self.end = end ?? bytes.count
        position = start
        if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = min(3, self.end) }
    }

    /// Returns the byte at a distance; 0 beyond the end. A NUL in the text is a name character elsewhere.
    @inline(__always)
    private func peek(_ distance: Int = 0) -> UInt8 {
        position &+ distance < end ? bytes[position &+ distance] : 0
    }

    @inline(__always)
    private func isName(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x5F || byte >= 0x80
    }

    private func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

    /// Whether a valid escape begins at a distance.
    private func isEscape(_ distance: Int = 0) -> Bool {
        peek(distance) == 0x5C && position + distance < end && !isNewline(peek(distance + 1))
    }

    private func startsName(_ distance: Int = 0) -> Bool {
        let first = peek(distance)
        if first == 0x2D {
            let second = peek(distance + 1)
            return second == 0x2D || isName(second) && !ASCII.isDigit(second) || isEscape(distance + 1)
        }
        return isName(first) && !ASCII.isDigit(first) || isEscape(distance) || isNUL(distance)
    }

    private func isNUL(_ distance: Int) -> Bool { position + distance < end && peek(distance) == 0 }

    private func startsNumber(_ distance: Int = 0) -> Bool {
        var ahead = distance
        if peek(ahead) == 0x2B || peek(ahead) == 0x2D { ahead += 1 }
        if peek(ahead) == 0x2E { ahead += 1 }
        return ASCII.isDigit(peek(ahead))
    }

    /// Returns the next token, without comments; after the end, always `end`.
    mutating func next() -> Token {
        skipComments()
        guard position < end else { return Token(.end, end, end) }
        let start = position
        let byte = bytes[position]
        if ASCII.isBlank(byte) {
            while position < end, ASCII.isBlank(bytes[position]) { position &+= 1 }
            return Token(.blank, start, position)
        }
        if startsName() { return nameLike() }
        switch byte {
        case 0x22, 0x27: return string(byte)
        case 0x23 where isName(peek(1)) || isEscape(1) || isNUL(1):
            position += 1
            let isID = startsName()
            var token = name(.hash)
            token.isID = isID
            return token
        case 0x28: return one(.leftParenthesis)
        case 0x29: return one(.rightParenthesis)
        case 0x2C: return one(.comma)
        case 0x3A: return one(.colon)
        case 0x3B: return one(.semicolon)
        case 0x5B: return one(.leftBracket)
        case 0x5D: return one(.rightBracket)
        case 0x7B: return one(.leftBrace)
        case 0x7D: return one(.rightBrace)
        case 0x2B, 0x2D, 0x2E, 0x30...0x39:
            if startsNumber() { return number() }
            if byte == 0x2D, peek(1) == 0x2D, peek(2) == 0x3E { return mark(3) }
            return delimiter(byte)
        case 0x3C where peek(1) == 0x21 && peek(2) == 0x2D && peek(3) == 0x2D: return mark(4)
        case 0x40:
            position += 1
            if startsName() { return name(.atKeyword) }
            position -= 1
            return delimiter(byte)
        default: return delimiter(byte)
        }
    }

    private mutating func one(_ kind: Token.Kind) -> Token {
        position += 1
        return Token(kind, position - 1, position)
    }

    private mutating func mark(_ length: Int) -> Token {
        position += length
        return Token(.commentMark, position - length, position)
    }

    private mutating func delimiter(_ byte: UInt8) -> Token {
        var token = one(.delimiter)
        token.delimiter = byte
        return token
    }

    private mutating func skipComments() {
        while peek() == 0x2F, peek(1) == 0x2A {
            position += 2
            while position < end, !(bytes[position] == 0x2A && peek(1) == 0x2F) { position &+= 1 }
            position = min(end, position + 2)
        }
    }

    /// Reads a name.
    private mutating func name(_ kind: Token.Kind) -> Token {
        var token = Token(kind, position, position)
        while position < end {
            let byte = bytes[position]
            if isName(byte) {
                position &+= 1
            } else if byte == 0 {
                token.isEscaped = true
                position &+= 1
            } else if isEscape() {
                token.isEscaped = true
                skipEscape()
            } else {
                break
            }
        }
        token.end = position
        return token
    }

    private mutating func skipEscape() {
        position = min(end, position + 2)
        guard position > 0, ASCII.isHexadecimal(bytes[position - 1]) else { return }
        var digits = 1
        while digits < 6, ASCII.isHexadecimal(peek()), position < end {
            position += 1
            digits += 1
        }
        if peek() == 0x0D, peek(1) == 0x0A { position += 1 }
        if position < end, ASCII.isBlank(peek()) { position += 1 }
    }

    private mutating func nameLike() -> Token {
        var token = name(.ident)
        guard peek() == 0x28 else { return token }
        position += 1
        token.kind = .function
        guard ASCII.equal(text(of: token), "url") else { return token }
        // A quoted address is an ordinary function.
        var ahead = 0
        while ASCII.isBlank(peek(ahead)) { ahead += 1 }
        if peek(ahead) == 0x22 || peek(ahead) == 0x27 { return token }
        position += ahead
        return url()
    }

    private mutating func url() -> Token {
        var token = Token(.url, position, position)
        while position < end {
            let byte = bytes[position]
            token.end = position
            if byte == 0x29 {
                position += 1
                return token
            }
            if ASCII.isBlank(byte) {
                while ASCII.isBlank(peek()) { position += 1 }
                if peek() == 0x29 || position >= end {
                    position = min(end, position + 1)
                    return token
                }
                return badURL(token)
            }
            if isEscape() {
                token.isEscaped = true
                skipEscape()
            } else if byte == 0x22 || byte == 0x27 || byte == 0x28 || byte == 0x5C || byte < 0x20
                || byte == 0x7F
            {
                return badURL(token)
            } else {
                position += 1
            }
        }
        token.end = end
        return token
    }

    private mutating func badURL(_ url: Token) -> Token {
        while position < end, bytes[position] != 0x29 {
            if isEscape() { skipEscape() } else { position += 1 }
        }
        position = min(end, position + 1)
        return Token(.badURL, url.start, position)
    }

    private mutating func string(_ quote: UInt8) -> Token {
        position += 1
        var token = Token(.string, position, position)
        while position < end {
            let byte = bytes[position]
            token.end = position
            if byte == quote {
                position += 1
                return token
            }
            if isNewline(byte) {
                token.kind = .badString
                return token
            }
            if byte == 0x5C {
                token.isEscaped = true
                if isEscape() { skipEscape() } else { position = min(end, position + 2) }
            } else {
                if byte == 0 { token.isEscaped = true }
                position += 1
            }
        }
        token.end = end
        return token
    }

    private mutating func number() -> Token {
        let start = position
        var value = 0.0
        let isNegative = peek() == 0x2D
        if isNegative || peek() == 0x2B { position += 1 }
        while ASCII.isDigit(peek()) {
            value = value * 10 + Double(peek() - 0x30)
            position += 1
        }
        if peek() == 0x2E, ASCII.isDigit(peek(1)) {
            position += 1
            var scale = 0.1
            while ASCII.isDigit(peek()) {
                value += Double(peek() - 0x30) * scale
                scale /= 10
                position += 1
            }
        }
        if peek() | 0x20 == 0x65 { value *= exponent() }
        var token = Token(.number, start, position)
        if startsName() {
            token = name(.dimension)
        } else if peek() == 0x25 {
            position += 1
            token = Token(.percentage, start, position)
        }
        token.number = isNegative ? -value : value
        return token
    }

    /// Reads an exponent such as `e+12`, if there is one, and returns it as a factor.
    private mutating func exponent() -> Double {
        let sign = peek(1)
        let length = sign == 0x2B || sign == 0x2D ? 2 : 1
        guard ASCII.isDigit(peek(length)) else { return 1 }
        position += length
        var power = 0
        while ASCII.isDigit(peek()) {
            power = min(400, power * 10 + Int(peek() - 0x30))
            position += 1
        }
        var factor = 1.0
        for _ in 0..<power { factor *= sign == 0x2D ? 0.1 : 10 }
        return factor
    }
}

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
