extension Tokenizer {
    /// Reads text of any content, up to the next tag, reference or special byte.
    mutating func readText(_ source: inout SourceText) -> Bool {
        let start = position
        guard start < source.end else { return false }
        switch source[start] {
        case 0x0D: return readCarriageReturn(&source)
        case 0: return readNull(&source)
        case 0x26:
            switch content {
            case .data, .rcdata: return readReference(&source)
            case .rawtext, .script, .plaintext:
                position &+= 1
                return emitText(from: start)
            }
        case 0x3C: return readLessThan(&source)
        default:
            if case .script(let escape) = content { return readScriptText(escape, &source) }
            position = source.endOfText(from: start, lineGoal: lineGoal)
            return emitText(from: start)
        }
    }

    /// Emits a line feed for a carriage return, nothing if a line feed follows.
    private mutating func readCarriageReturn(_ source: inout SourceText) -> Bool {
        guard canLook(2, source) || source.isFinished else { return false }
        position &+= 1
        if position < source.end, source[position] == 0x0A { return false }
        return emitText(source.store(CollectionOfOne(0x0A)), from: position &- 1)
    }

    private mutating func readNull(_ source: inout SourceText) -> Bool {
        position &+= 1
        if case .data = content {
            token = Token(kind: .null, range: (position &- 1)..<position)
            return true
        }
        return emitText(source.store([0xEF, 0xBF, 0xBD]), from: position &- 1)
    }

    /// Reads `<` in text: a tag, a comment, or only the character.
    private mutating func readLessThan(_ source: inout SourceText) -> Bool {
        switch content {
        case .data: return readTagOpen(&source)
        case .rcdata, .rawtext: return readEndTagOpen(&source)
        case .script(let escape): return readScriptLessThan(escape, &source)
        case .plaintext:
            position &+= 1
            return emitText(from: position &- 1)
        }
    }

    private mutating func readTagOpen(_ source: inout SourceText) -> Bool {
        tokenStart = position
        guard canLook(2, source) else { return isWaiting ? false : emitLessThan(1) }
        switch source[position &+ 1] {
        case let byte where ASCII.isLetter(byte):
            beginTag(at: position &+ 1, isEnd: false)
            return readTag(&source)
        case 0x21: return begin(.markupDeclaration, behind: 2)
        case 0x3F: return begin(.bogusComment, behind: 1)
        case 0x2F:
            guard canLook(3, source) else { return isWaiting ? false : emitLessThan(2) }
            let byte = source[position &+ 2]
            if ASCII.isLetter(byte) {
                beginTag(at: position &+ 2, isEnd: true)
                return readTag(&source)
            }
            return byte == 0x3E ? begin(.text, behind: 3) : begin(.bogusComment, behind: 2)
        default: return emitLessThan(1)
        }
    }

    /// Emits the text `<` or `</` that does not begin a tag.
    private mutating func emitLessThan(_ count: Int) -> Bool {
        position &+= count
        return emitText(from: position &- count)
    }

    /// Reads `<` in content that only the end tag of the element ends.
    private mutating func readEndTagOpen(_ source: inout SourceText) -> Bool {
        guard canLook(2, source) else { return isWaiting ? false : emitLessThan(1) }
        guard source[position &+ 1] == 0x2F else { return emitLessThan(1) }
        let length = 2 &+ endName.count
        guard follows(endName, at: 2, source) else { return isWaiting ? false : emitLessThan(1) }
        guard canLook(length &+ 1, source) else { return isWaiting ? false : emitLessThan(1) }
        let byte = source[position &+ length]
        guard !endName.isEmpty, ASCII.isBlank(byte) || byte == 0x2F || byte == 0x3E else {
            return emitLessThan(1)
        }
        tokenStart = position
        beginTag(at: position &+ 2, isEnd: true)
        return readTag(&source)
    }

    /// Whether the bytes at a distance from `position` equal these, given in lower case.
    ///
    /// The first byte that differs decides; sets `isWaiting` if all bytes at hand match.
    mutating func follows(_ text: some Sequence<UInt8>, at distance: Int, _ source: SourceText) -> Bool {
        var index = position &+ distance
        for byte in text {
            guard index < source.end else {
                if !source.isFinished { isWaiting = true }
                return false
            }
            if ASCII.lowered(source[index]) != byte { return false }
            index &+= 1
        }
        return true
    }

    // MARK: Scripts

    private static let scriptName = Array("script".utf8)

    private mutating func readScriptText(_ escape: ScriptEscape, _ source: inout SourceText) -> Bool {
        let start = position
        if case .none = escape {
            position = source.endOfText(from: start)
            return emitText(from: start)
        }
        while position < source.end {
            let byte = source[position]
            if byte == 0x3C || byte == 0 || byte == 0x0D { break }
            position &+= 1
            if byte == 0x3E, position &- 3 >= source.base, source[position &- 2] == 0x2D,
                source[position &- 3] == 0x2D
            {
                content = .script(.none)
                break
            }
        }
        return emitText(from: start)
    }

    private mutating func readScriptLessThan(_ escape: ScriptEscape, _ source: inout SourceText) -> Bool {
        switch escape {
        case .none:
            if follows([0x21, 0x2D, 0x2D], at: 1, source) {
                content = .script(.escaped)
                return emitLessThan(4)
            }
            return isWaiting ? false : readEndTagOpen(&source)
        case .escaped:
            if let length = scriptWord(after: 1, source) {
                content = .script(.doubleEscaped)
                return emitLessThan(length)
            }
            return isWaiting ? false : readEndTagOpen(&source)
        case .doubleEscaped:
            if follows(CollectionOfOne(0x2F), at: 1, source), let length = scriptWord(after: 2, source) {
                content = .script(.escaped)
                return emitLessThan(length)
            }
            return isWaiting ? false : emitLessThan(1)
        }
    }

    /// Returns the length of `<script` or `</script` with the byte that ends the word; nil for anything else.
    private mutating func scriptWord(after distance: Int, _ source: SourceText) -> Int? {
        guard follows(Self.scriptName, at: distance, source) else { return nil }
        let length = distance &+ Self.scriptName.count
        guard canLook(length &+ 1, source) else { return nil }
        let byte = source[position &+ length]
        guard ASCII.isBlank(byte) || byte == 0x2F || byte == 0x3E else { return nil }
        // A carriage return is left for the text, which converts it to a line feed.
        return byte == 0x0D ? length : length &+ 1
    }
}
