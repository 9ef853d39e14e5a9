import HTML

extension SelectorReader {
    /// A compound selector: simple selectors for one element.
    struct Compound {
        var steps: [Step] = []
        var specificity: UInt32 = 0
        /// Keys that every matching element has, the rarest kind last.
        var keys: [SelectorKey] = []
        /// Whether it has no simple selectors.
        var isEmpty = true
        /// The place of the generated content, if it is a pseudo-element for that.
        var place: GeneratedContent.Place?

        static let type: UInt32 = 1
        static let classLike: UInt32 = 1 << 10
        static let id: UInt32 = 1 << 20

        /// The key for the index: an id before a class before a type.
        var key: SelectorKey? { keys.last }

        mutating func add(_ step: Step, _ more: UInt32) {
            steps.append(step)
            specificity = SelectorReader.sum(specificity, more)
            isEmpty = false
        }
    }

    /// Parses one compound, which may be empty.
    mutating func compound(within end: Int, depth: Int) throws(Malformed) -> Compound {
        var compound = Compound()
        var ids: [SelectorKey] = []
        while index < end {
            let token = tokens[index]
            switch token.kind {
            case .ident where compound.isEmpty, .delimiter where compound.isEmpty && token.delimiter == 0x2A:
                try readType(token, end, &compound)
            case .delimiter where token.delimiter == 0x7C && compound.isEmpty:
                // No namespace: no element of a page has none.
                index += 1
                compound.add(Step(.never), 0)
            case .delimiter where token.delimiter == 0x26:
                // Outside nested rules, where it was replaced, it means `:scope`.
                index += 1
                compound.add(Step(.root), 0)
            case .hash:
                guard token.isID else { throw Malformed() }
                ids.append(SelectorKey(.id, source.text(of: token)))
                compound.add(named(.id, token), Compound.id)
                index += 1
            case .delimiter where token.delimiter == 0x2E:
                guard index + 1 < end, tokens[index + 1].kind == .ident else { throw Malformed() }
                let name = tokens[index + 1]
                compound.keys.append(SelectorKey(.className, source.text(of: name)))
                compound.add(named(.className, name), Compound.classLike)
                index += 2
            case .leftBracket: try readAttribute(end, &compound)
            case .colon: try readPseudo(end, depth, &compound)
            case .ident, .delimiter, .function, .atKeyword, .string, .badString, .url, .badURL, .number,
                .percentage, .dimension, .blank, .semicolon, .comma, .rightBracket, .leftParenthesis,
                .rightParenthesis, .leftBrace, .rightBrace, .commentMark, .end:
                compound.keys += ids
                return compound
            }
        }
        compound.keys += ids
        return compound
    }

    /// Adds a simple selector that is unknown here.
    mutating func addUnknown(_ compound: inout Compound, _ specificity: UInt32 = 0) {
        unanswered += 1
        compound.add(Step(.unknown), specificity)
    }

    mutating func store(_ name: some Collection<UInt8>) -> Range<Int32> {
        let start = Int32(truncatingIfNeeded: text.count)
        text += Array(name)
        return start..<Int32(truncatingIfNeeded: text.count)
    }

    private mutating func named(_ kind: Step.Kind, _ token: Token) -> Step {
        var step = Step(kind)
        step.name = store(source.text(of: token))
        return step
    }

    /// Parses a type or `*`, with an optional namespace prefix.
    private mutating func readType(_ token: Token, _ end: Int, _ compound: inout Compound) throws(Malformed) {
        index += 1
        compound.isEmpty = false
        if index < end, tokens[index].kind == .delimiter, tokens[index].delimiter == 0x7C {
            // Any namespace is the same as none; a named one is unknown.
            if token.kind != .delimiter { addUnknown(&compound) }
            index += 1
            guard index < end else { throw Malformed() }
            let name = tokens[index]
            guard name.kind == .ident || name.kind == .delimiter && name.delimiter == 0x2A else {
                throw Malformed()
            }
            index += 1
            addType(name, &compound)
        } else {
            addType(token, &compound)
        }
    }

    private mutating func addType(_ token: Token, _ compound: inout Compound) {
        guard token.kind == .ident else { return }
        let name = source.text(of: token).map(ASCII.lowered)
        let tag = Tag(named: name[...])
        if tag == .other {
            var step = Step(.name)
            step.name = store(name)
            compound.keys.append(SelectorKey(.name, name[...]))
            compound.add(step, Compound.type)
        } else {
            var step = Step(.tag)
            step.tag = tag
            compound.keys.append(SelectorKey(tag))
            compound.add(step, Compound.type)
        }
    }

    // MARK: Attributes

    private mutating func readAttribute(_ end: Int, _ compound: inout Compound) throws(Malformed) {
        index += 1
        let name = try solid(end)
        guard name.kind == .ident else { throw Malformed() }
        var step = Step(.has)
        step.name = store(source.text(of: name).map(ASCII.lowered))
        var token = try solid(end)
        if token.kind == .delimiter, token.delimiter == 0x7C, !isEquals(at: index, end) {
            // An attribute with a namespace.
            addUnknown(&compound)
            guard try solid(end).kind == .ident else { throw Malformed() }
            token = try solid(end)
        }
        if token.kind == .rightBracket {
            compound.add(step, Compound.classLike)
            return
        }
        step.kind = try comparison(token, end)
        let value = try solid(end)
        guard value.kind == .ident || value.kind == .string else { throw Malformed() }
        step.value = store(source.text(of: value))
        token = try solid(end)
        if token.kind == .ident {
            step.ignoresCase = source.isText(of: token, "i")
            guard step.ignoresCase || source.isText(of: token, "s") else { throw Malformed() }
            token = try solid(end)
        }
        guard token.kind == .rightBracket else { throw Malformed() }
        compound.add(step, Compound.classLike)
    }

    private func isEquals(at place: Int, _ end: Int) -> Bool {
        place < end && tokens[place].kind == .delimiter && tokens[place].delimiter == 0x3D
    }

    private mutating func comparison(_ token: Token, _ end: Int) throws(Malformed) -> Step.Kind {
        guard token.kind == .delimiter else { throw Malformed() }
        if token.delimiter == 0x3D { return .equals }
        guard isEquals(at: index, end) else { throw Malformed() }
        index += 1
        switch token.delimiter {
        case 0x7E: return .includes
        case 0x7C: return .dash
        case 0x5E: return .prefix
        case 0x24: return .suffix
        case 0x2A: return .contains
        default: throw Malformed()
        }
    }

    /// Returns the next token that is not whitespace.
    mutating func solid(_ end: Int) throws(Malformed) -> Token {
        while index < end {
            let token = tokens[index]
            index += 1
            if token.kind != .blank { return token }
        }
        throw Malformed()
    }
}
