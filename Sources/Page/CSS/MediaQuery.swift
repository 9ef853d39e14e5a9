import HTML

/// One media query: a type, and conditions in parentheses. The screen is always the same one, so that a page is the same at every
/// width of the terminal and its menus are those of a wide window.
struct MediaQuery {
    private let reader: SheetReader
    private let tokens: [Token]
    private var index = 0

    /// The width and height in CSS pixels.
    private static let width = 1280.0
    private static let height = 800.0

    /// Returns whether a media query list matches (Media Queries Level 4). Unknown features do not match; an
    /// empty list does.
    static func fits(_ list: ArraySlice<UInt8>) -> Bool {
        var reader = SheetReader(Array(list))
        var isEmpty = true
        while true {
            var tokens: [Token] = []
            var depth = 0
            var last = reader.nextSolid()
            while last.kind != .end, last.kind != .comma || depth > 0 {
                if last.closing != nil { depth += 1 }
                if last.kind == .rightParenthesis { depth = max(0, depth - 1) }
                if tokens.count < 64 { tokens.append(last) }
                last = reader.nextSolid()
            }
            if !tokens.isEmpty {
                isEmpty = false
                var query = Self(reader: reader, tokens: tokens)
                if query.holds() { return true }
            }
            if last.kind == .end { return isEmpty }
        }
    }

    /// Returns whether a condition of `@supports` holds, as in browsers: yes, except for vendor prefixes and `not`.
    static func supports(_ condition: ArraySlice<UInt8>) -> Bool {
        var reader = SheetReader(Array(condition))
        var opens = false
        var isFirst = true
        while true {
            let token = reader.nextSolid()
            if token.kind == .end { return true }
            if token.kind == .ident {
                if reader.isText(of: token, "not"), isFirst { return false }
                let name = reader.text(of: token)
                if opens, name.first == 0x2D, name.dropFirst().first != 0x2D { return false }
            }
            opens = token.kind == .leftParenthesis
            isFirst = false
        }
    }

    private func isWord(_ text: StaticString) -> Bool {
        index < tokens.count && tokens[index].kind == .ident && reader.isText(of: tokens[index], text)
    }

    mutating func holds() -> Bool {
        var isNegated = false
        if isWord("not") {
            isNegated = true
            index += 1
        } else if isWord("only") {
            index += 1
        }
        var result = true
        if index < tokens.count, tokens[index].kind == .ident {
            result = isWord("all") || isWord("screen")
            index += 1
        } else {
            guard let first = condition() else { return false }
            result = first
        }
        while index < tokens.count {
            let isAnd = isWord("and")
            guard isAnd || isWord("or") else { return false }
            index += 1
            let isInverse = isWord("not")
            if isInverse { index += 1 }
            guard let next = condition() else { return false }
            let holds = next != isInverse
            result = isAnd ? result && holds : result || holds
        }
        return result != isNegated
    }

    /// Evaluates a condition in parentheses; nil for an unknown one.
    private mutating func condition() -> Bool? {
        guard index < tokens.count, tokens[index].kind == .leftParenthesis else { return nil }
        index += 1
        let start = index
        while index < tokens.count, tokens[index].kind != .rightParenthesis {
            if tokens[index].closing != nil { return nil }
            index += 1
        }
        let inner = Array(tokens[start..<index])
        index += 1
        if inner.count >= 3, inner[0].kind == .ident, inner[1].kind == .colon { return feature(inner) }
        if inner.count == 1, inner[0].kind == .ident {
            let known = ["width", "height", "color"]
            return known.contains(name(inner[0])) ? true : nil
        }
        return range(inner)
    }

    private func name(_ token: Token) -> String {
        String(decoding: reader.text(of: token).prefix(40).map(ASCII.lowered), as: UTF8.self)
    }

    /// `name: value`.
    private func feature(_ inner: [Token]) -> Bool? {
        let value = inner[2]
        switch name(inner[0]) {
        case "min-width", "min-device-width": return pixels(value).map { Self.width >= $0 }
        case "max-width", "max-device-width": return pixels(value).map { Self.width <= $0 }
        case "min-height": return pixels(value).map { Self.height >= $0 }
        case "max-height": return pixels(value).map { Self.height <= $0 }
        case "orientation": return name(value) == "landscape"
        case "scripting", "hover", "any-hover", "pointer", "any-pointer": return name(value) == "none"
        case "prefers-color-scheme": return name(value) == "light"
        case "prefers-reduced-motion": return name(value) == "reduce"
        default: return nil
        }
    }

    /// `width >= 600px`, `600px <= width < 900px`.
    private func range(_ inner: [Token]) -> Bool? {
        guard let place = inner.firstIndex(where: { $0.kind == .ident }) else { return nil }
        let size: Double
        switch name(inner[place]) {
        case "width", "device-width": size = Self.width
        case "height", "device-height": size = Self.height
        default: return nil
        }
        var result: Bool?
        if place > 0 {
            guard let value = pixels(inner[0]), let holds = compare(value, inner[1..<place], size) else {
                return nil
            }
            result = holds
        }
        if place + 1 < inner.count {
            guard let last = inner.last, let value = pixels(last),
                let holds = compare(size, inner[(place + 1)..<(inner.count - 1)], value)
            else { return nil }
            result = (result ?? true) && holds
        }
        return result
    }

    private func compare(_ left: Double, _ signs: ArraySlice<Token>, _ right: Double) -> Bool? {
        guard signs.allSatisfy({ $0.kind == .delimiter }) else { return nil }
        switch signs.map(\.delimiter) {
        case [0x3C]: return left < right
        case [0x3E]: return left > right
        case [0x3D]: return left == right
        case [0x3C, 0x3D]: return left <= right
        case [0x3E, 0x3D]: return left >= right
        default: return nil
        }
    }

    private func pixels(_ token: Token) -> Double? {
        if token.kind == .number { return token.number == 0 ? 0 : nil }
        guard token.kind == .dimension else { return nil }
        if reader.isText(of: token, "px") { return token.number }
        if reader.isText(of: token, "em") || reader.isText(of: token, "rem") { return token.number * 16 }
        return nil
    }
}
