import HTML

extension SheetReader {
    /// A block among declarations: the ranges of its prelude and of its content.
    struct InnerBlock {
        var prelude: Range<Int>
        var body: Range<Int>
    }

    /// Reads declarations up to the brace that ends their block, or to the end of a style attribute.
    ///
    /// Unknown and malformed declarations are skipped; the ranges of nested blocks are returned.
    mutating func readDeclarations(
        inAttribute: Bool, into list: inout [Declaration], _ blocks: inout [InnerBlock]
    ) {
        sides = BoxSides()
        changes = false
        let first = list.count
        readAll(inAttribute: inAttribute, into: &list, &blocks)
        sides.add(to: &list, inAttribute: inAttribute)
        // What fades in is shown: a script starts the transition, or nothing does.
        guard changes, let place = list[first...].firstIndex(where: { $0.property == .opacity && $0.hides })
        else { return }
        list.remove(at: place)
    }

    private mutating func readAll(
        inAttribute: Bool, into list: inout [Declaration], _ blocks: inout [InnerBlock]
    ) {
        while true {
            let token = next()
            let start = start
            switch token.kind {
            case .end: return
            case .rightBrace where !inAttribute: return
            case .blank, .semicolon: continue
            case .ident:
                if readDeclaration(token, inAttribute, from: start, &list, &blocks) == .brace { return }
            case .atKeyword:
                if skipDeclaration(inAttribute, from: start, &blocks) == .brace { return }
            case .function, .hash, .string, .badString, .url, .badURL, .delimiter, .number, .percentage,
                .dimension, .colon, .comma, .leftBracket, .rightBracket, .leftParenthesis, .rightParenthesis,
                .leftBrace, .rightBrace, .commentMark:
                putBack(token)
                if skipDeclaration(inAttribute, from: start, &blocks) == .brace { return }
            }
        }
    }

    /// Skips what is not a declaration: through a semicolon or a block, up to the brace that ends the block.
    private mutating func skipDeclaration(
        _ inAttribute: Bool, from start: Int, _ blocks: inout [InnerBlock]
    ) -> Ending {
        let (ending, end) = skipPrelude(stopsAtSemicolon: true, stopsAtBrace: !inAttribute)
        guard case .block = ending else { return ending }
        let body = tokenizer.position
        skipBlock(Token(.leftBrace, 0, 0))
        // Without the closing brace, if there is one.
        let last = tokenizer.position - 1
        let isClosed = last >= body && tokenizer.bytes[last] == 0x7D
        blocks.append(
            InnerBlock(
                prelude: start..<max(start, end), body: body..<(isClosed ? last : tokenizer.position)))
        return ending
    }

    private mutating func readDeclaration(
        _ name: Token, _ inAttribute: Bool, from start: Int, _ list: inout [Declaration],
        _ blocks: inout [InnerBlock]
    ) -> Ending {
        let colon = nextSolid()
        guard colon.kind == .colon else {
            putBack(colon)
            return skipDeclaration(inAttribute, from: start, &blocks)
        }
        if isCustom(name) {
            guard let ending = readValue(inAttribute, isReference: true) else {
                return skipDeclaration(inAttribute, from: start, &blocks)
            }
            let isImportant = takeImportance()
            if let value = customValue {
                list.append(
                    Declaration(
                        property: .custom, isImportant: isImportant, value: value, name: customName(name)))
            }
            return ending
        }
        guard let meaning = meaning(of: name), inAttribute || !meaning.isOfAttributes else {
            return skipDeclaration(inAttribute, from: start, &blocks)
        }
        let ending = readValue(
            inAttribute, isReference: meaning.affectsWhatIsShown, takesAttributes: meaning.isContent)
        guard let ending else { return skipDeclaration(inAttribute, from: start, &blocks) }
        let isImportant = takeImportance()
        if case .box(let box, let part) = meaning {
            note(box, part, isImportant, inAttribute: inAttribute)
        } else if case .transition = meaning {
            changes = changes || value.first.map { !isText(of: $0, "none") } ?? false
        } else if case .one(let property) = meaning, !inAttribute, keep(property, isImportant, &list) {
            return ending
        } else if !value.isEmpty {
            add(meaning, isImportant, &list)
        }
        return ending
    }

    /// Collects the tokens of a value. Nil if it is not supported: the rest of it must be skipped.
    /// - Parameter isReference: Whether it may contain `var()`.
    private mutating func readValue(
        _ inAttribute: Bool, isReference: Bool, takesAttributes: Bool = false
    ) -> Ending? {
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
            case .function where takesAttributes && isText(of: token, "attr"): depth += 1
            case .function where isSubstitution(token) && !(isReference && isText(of: token, "var")):
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

    /// Stores values that do not fit a number outside the declarations.
    /// - Returns: Whether it is a property of that kind.
    private mutating func keep(
        _ property: Property, _ isImportant: Bool, _ list: inout [Declaration]
    ) -> Bool {
        let index: Int
        switch property {
        case .content:
            guard let content = content() else { return true }
            index = contents.count
            contents.append(content)
        case .counterReset, .counterIncrement:
            index = counters.count
            counters.append(counterChanges(standard: property == .counterReset ? 0 : 1))
        case .display, .visibility, .whiteSpace, .textAlign, .fontWeight, .fontStyle, .textDecoration, .color,
            .backgroundColor, .textTransform, .listStyleType, .marginIndent, .paddingIndent, .marginLines,
            .fontSize, .opacity, .float,
            .flexDirection, .custom:
            return false
        }
        list.append(
            Declaration(
                property: property, isImportant: isImportant, value: DeclaredValue(bits: UInt64(index))))
        return true
    }

    /// Whether the function is replaced by a value defined elsewhere.
    private func isSubstitution(_ function: Token) -> Bool {
        isText(of: function, "var") || isText(of: function, "env") || isText(of: function, "attr")
    }

    /// Removes `!important` from the end of the value, and returns whether it was there.
    private mutating func takeImportance() -> Bool {
        guard value.count >= 2, value[value.count - 1].kind == .ident,
            value[value.count - 2].kind == .delimiter, value[value.count - 2].delimiter == 0x21,
            isText(of: value[value.count - 1], "important")
        else { return false }
        value.removeLast(2)
        return true
    }

    /// The meaning of a property's name.
    enum Meaning {
        case one(Property)
        case background, font, listStyle, flexFlow
        /// A change over time.
        case transition
        /// Margins or paddings: all of them, or those of a side.
        case box(BoxSides.Box, BoxSides.Part)

        /// Whether it is the `content` property.
        var isContent: Bool {
            if case .one(.content) = self { true } else { false }
        }

        /// Whether it only applies in style attributes.
        var isOfAttributes: Bool {
            switch self {
            case .box(_, let part): part == .block || part == .above || part == .below
            case .one(let property): property == .fontSize
            case .background, .font, .listStyle, .flexFlow, .transition: false
            }
        }

        /// Whether it can hide elements.
        var affectsWhatIsShown: Bool {
            switch self {
            case .one(let property): property == .display || property == .visibility
            case .background, .font, .listStyle, .flexFlow, .transition, .box: false
            }
        }
    }

    private func meaning(of name: Token) -> Meaning? {
        switch name.isEscaped ? 0 : name.end - name.start {
        case 4: isText(of: name, "font") ? .font : nil
        case 5:
            if isText(of: name, "color") {
                .one(.color)
            } else {
                isText(of: name, "float") ? .one(.float) : nil
            }
        case 6: isText(of: name, "margin") ? .box(.margin, .all) : nil
        case 7:
            if isText(of: name, "display") {
                .one(.display)
            } else if isText(of: name, "padding") {
                .box(.padding, .all)
            } else if isText(of: name, "opacity") {
                .one(.opacity)
            } else {
                isText(of: name, "content") ? .one(.content) : nil
            }
        case 9:
            if isText(of: name, "flex-flow") {
                .flexFlow
            } else if isText(of: name, "font-size") {
                .one(.fontSize)
            } else {
                isText(of: name, "animation") ? .transition : nil
            }
        case 10:
            if isText(of: name, "margin-top") {
                .box(.margin, .above)
            } else if isText(of: name, "text-align") {
                .one(.textAlign)
            } else if isText(of: name, "font-style") {
                .one(.fontStyle)
            } else if isText(of: name, "visibility") {
                .one(.visibility)
            } else if isText(of: name, "background") {
                .background
            } else if isText(of: name, "transition") {
                .transition
            } else {
                isText(of: name, "list-style") ? .listStyle : nil
            }
        case 11:
            if isText(of: name, "font-weight") {
                .one(.fontWeight)
            } else if isText(of: name, "margin-left") {
                .box(.margin, .left)
            } else {
                isText(of: name, "white-space") ? .one(.whiteSpace) : nil
            }
        case 12:
            if isText(of: name, "padding-left") {
                .box(.padding, .left)
            } else if isText(of: name, "margin-block") {
                .box(.margin, .block)
            } else {
                isText(of: name, "margin-right") ? .box(.margin, .right) : nil
            }
        case 13:
            if isText(of: name, "margin-bottom") {
                .box(.margin, .below)
            } else if isText(of: name, "padding-right") {
                .box(.padding, .right)
            } else {
                isText(of: name, "counter-reset") ? .one(.counterReset) : nil
            }
        case 14:
            if isText(of: name, "flex-direction") {
                .flexFlow
            } else {
                isText(of: name, "text-transform") ? .one(.textTransform) : nil
            }
        case 15:
            if isText(of: name, "text-decoration") {
                .one(.textDecoration)
            } else {
                isText(of: name, "list-style-type") ? .one(.listStyleType) : nil
            }
        case 16:
            if isText(of: name, "margin-block-end") {
                .box(.margin, .below)
            } else {
                isText(of: name, "background-color") ? .one(.backgroundColor) : nil
            }
        case 17: isText(of: name, "counter-increment") ? .one(.counterIncrement) : nil
        case 18: isText(of: name, "margin-block-start") ? .box(.margin, .above) : nil
        case 19: isText(of: name, "margin-inline-start") ? .box(.margin, .left) : nil
        case 20:
            if isText(of: name, "padding-inline-start") {
                .box(.padding, .left)
            } else {
                isText(of: name, "text-decoration-line") ? .one(.textDecoration) : nil
            }
        default: nil
        }
    }
}
