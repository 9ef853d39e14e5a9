import Markup

extension SheetReader {
    /// Reads declarations up to the brace that ends their block, or to the end of a style attribute.
    ///
    /// Unknown declarations, rules within and what is malformed are skipped.
    mutating func readDeclarations(inAttribute: Bool, into list: inout [Declaration]) {
        while true {
            let token = next()
            switch token.kind {
            case .end: return
            case .rightBrace where !inAttribute: return
            case .blank, .semicolon: continue
            case .ident:
                if readDeclaration(token, inAttribute, &list) == .brace { return }
            case .atKeyword:
                let (ending, _) = skipPrelude(stopsAtSemicolon: true, stopsAtBrace: !inAttribute)
                switch ending {
                case .block: skipBlock(Token(.leftBrace, 0, 0))
                case .semicolon: break
                case .brace, .end: return
                }
            case .function, .hash, .string, .badString, .url, .badURL, .delimiter, .number, .percentage,
                .dimension, .colon, .comma, .leftBracket, .rightBracket, .leftParenthesis, .rightParenthesis,
                .leftBrace, .rightBrace, .commentMark:
                putBack(token)
                if skipDeclaration(inAttribute) == .brace { return }
            }
        }
    }

    /// Skips what is no declaration: through a semicolon or a block, up to the brace that ends all.
    private mutating func skipDeclaration(_ inAttribute: Bool) -> Ending {
        let (ending, _) = skipPrelude(stopsAtSemicolon: true, stopsAtBrace: !inAttribute)
        if case .block = ending { skipBlock(Token(.leftBrace, 0, 0)) }
        return ending
    }

    private mutating func readDeclaration(
        _ name: Token, _ inAttribute: Bool, _ list: inout [Declaration]
    ) -> Ending {
        let colon = nextSolid()
        guard colon.kind == .colon else {
            putBack(colon)
            return skipDeclaration(inAttribute)
        }
        guard let meaning = meaning(of: name) else { return skipDeclaration(inAttribute) }
        let ending = readValue(inAttribute)
        guard let ending else { return skipDeclaration(inAttribute) }
        let isImportant = takeImportance()
        if !value.isEmpty { add(meaning, isImportant, &list) }
        return ending
    }

    /// Collects the tokens of a value. Nil where it means nothing to us: the rest of it is to be skipped.
    private mutating func readValue(_ inAttribute: Bool) -> Ending? {
        value.removeAll(keepingCapacity: true)
        var depth = 0
        while value.count <= Self.longestValue {
            let token = next()
            switch token.kind {
            case .end: return .end
            case .semicolon where depth == 0: return .semicolon
            case .rightBrace where depth == 0 && !inAttribute: return .brace
            case .blank: continue
            case .leftBrace, .leftBracket, .badString, .badURL, .rightBrace, .semicolon:
                putBack(token)
                skip(parentheses: depth)
                return nil
            case .function where isSubstitution(token):
                putBack(token)
                skip(parentheses: depth)
                return nil
            case .function, .leftParenthesis: depth += 1
            case .rightParenthesis: depth = max(0, depth - 1)
            case .ident, .atKeyword, .hash, .string, .url, .delimiter, .number, .percentage, .dimension,
                .colon, .comma, .rightBracket, .commentMark:
                break
            }
            value.append(token)
        }
        skip(parentheses: depth)
        return nil
    }

    /// Whether the function stands for a text that is known elsewhere.
    private func isSubstitution(_ function: Token) -> Bool {
        isText(of: function, "var") || isText(of: function, "env") || isText(of: function, "attr")
    }

    /// Whether the value ends in `!important`, which is taken off.
    private mutating func takeImportance() -> Bool {
        guard value.count >= 2, value[value.count - 1].kind == .ident,
            value[value.count - 2].kind == .delimiter, value[value.count - 2].delimiter == 0x21,
            isText(of: value[value.count - 1], "important")
        else { return false }
        value.removeLast(2)
        return true
    }

    /// What a property's name means to us.
    enum Meaning {
        case one(Property)
        case background, font, listStyle
    }

    private func meaning(of name: Token) -> Meaning? {
        switch name.isEscaped ? 0 : name.end - name.start {
        case 4: isText(of: name, "font") ? .font : nil
        case 5: isText(of: name, "color") ? .one(.color) : nil
        case 7: isText(of: name, "display") ? .one(.display) : nil
        case 10:
            if isText(of: name, "text-align") {
                .one(.textAlign)
            } else if isText(of: name, "font-style") {
                .one(.fontStyle)
            } else if isText(of: name, "visibility") {
                .one(.visibility)
            } else if isText(of: name, "background") {
                .background
            } else {
                isText(of: name, "list-style") ? .listStyle : nil
            }
        case 11:
            if isText(of: name, "font-weight") {
                .one(.fontWeight)
            } else {
                isText(of: name, "white-space") ? .one(.whiteSpace) : nil
            }
        case 14: isText(of: name, "text-transform") ? .one(.textTransform) : nil
        case 15:
            if isText(of: name, "text-decoration") {
                .one(.textDecoration)
            } else {
                isText(of: name, "list-style-type") ? .one(.listStyleType) : nil
            }
        case 16: isText(of: name, "background-color") ? .one(.backgroundColor) : nil
        case 20: isText(of: name, "text-decoration-line") ? .one(.textDecoration) : nil
        default: nil
        }
    }
}
