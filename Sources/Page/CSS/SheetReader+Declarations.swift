import HTML

extension SheetReader {
    /// A block among declarations: the ranges of its prelude and of its content.
    typealias InnerBlock = (prelude: Range<Int>, body: Range<Int>)

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
            (
                prelude: start..<max(start, end), body: body..<(isClosed ? last : tokenizer.position)
            ))
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
        guard let effect = effect(of: name), inAttribute || !effect.isOfAttributes else {
            return skipDeclaration(inAttribute, from: start, &blocks)
        }
        let isContent = if case .content = effect { true } else { false }
        let ending = readValue(inAttribute, isReference: effect.takesReferences, takesAttributes: isContent)
        guard let ending else { return skipDeclaration(inAttribute, from: start, &blocks) }
        let isImportant = takeImportance()
        func add(_ property: Property, _ value: DeclaredValue?) {
            guard let value else { return }
            list.append(Declaration(property: property, isImportant: isImportant, value: value))
        }
        switch effect {
        case .box(let box, let part): note(box, part, isImportant, inAttribute: inAttribute)
        case .transition: changes = changes || value.first.map { !isText(of: $0, "none") } ?? false
        // Values that do not fit a number are stored outside the declarations.
        case .content where !inAttribute:
            guard let content = content() else { break }
            add(.content, DeclaredValue(bits: UInt64(contents.count)))
            contents.append(content)
        case .counters(let property, let standard) where !inAttribute:
            add(property, DeclaredValue(bits: UInt64(counters.count)))
            counters.append(counterChanges(standard: standard))
        case .content, .counters: break
        case .sets(let property, let read): if !value.isEmpty { add(property, reading(read)) }
        case .font:
            let font = font
            add(.fontWeight, font?.weight)
            add(.fontStyle, font?.style)
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

    // Custom properties, as far as they affect whether something is shown (CSS Custom Properties Level 1).

    /// The value of a custom property that may be a keyword of `display` or `visibility`, or a reference to
    /// another one.
    var customValue: DeclaredValue? {
        if let reference = reference(fallback: { _ in nil }) { return reference }
        guard value.count == 1, value[0].kind == .ident else { return nil }
        return DeclaredValue(display: keywordOfDisplay(value[0]), isVisible: keywordOfVisibility(value[0]))
    }

    /// Returns the reference of `var()` if it is the whole value of this property.
    func reference(for property: Property) -> DeclaredValue? {
        reference { property == .display ? keywordOfDisplay($0) : keywordOfVisibility($0) }
    }

    private func reference(fallback: (Token) -> DeclaredValue?) -> DeclaredValue? {
        guard value.count >= 3, value[0].kind == .function, isText(of: value[0], "var"),
            value[1].kind == .ident, let last = value.last, last.kind == .rightParenthesis
        else { return nil }
        if value.count == 3 { return DeclaredValue(custom: customName(value[1]), fallback: nil) }
        guard value[2].kind == .comma else { return nil }
        return DeclaredValue(
            custom: customName(value[1]), fallback: value.count == 5 ? fallback(value[3]) : nil)
    }

    /// Returns the name of a custom property as a number, case-sensitively.
    func customName(_ name: Token) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text(of: name) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash & DeclaredValue.customMask
    }

    /// Whether it is the name of a custom property.
    func isCustom(_ name: Token) -> Bool {
        name.end - name.start > 2 && tokenizer.bytes[name.start] == 0x2D
            && tokenizer.bytes[name.start + 1] == 0x2D
    }
}
