extension Tokenizer {
    /// Starts a tag whose name begins at an offset.
    mutating func beginTag(at offset: Int, isEnd: Bool) {
        position = offset
        partStart = offset
        isEndTag = isEnd
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        if !seenNames.isEmpty { seenNames.removeAll() }
        state = .tagName
    }

    /// Reads a tag, except its attributes' values.
    mutating func readTag(_ source: inout SourceText) -> Bool {
        while position < source.end {
            let byte = source[position]
            switch state {
            case .tagName:
                guard Self.endsName(byte) else {
                    position = source.endOfName(from: position)
                    continue
                }
                token.text = storedName(&source)
                // A name with replaced NULs is not a known one.
                token.tag =
                    token.text.isInPool
                    ? .other : tags[source.bytes.span.extracting(source.places(partStart..<position))]
                state = .beforeAttribute
                continue
            case .beforeAttribute:
                switch byte {
                case 0x20, 0x0A, 0x09, 0x0D, 0x0C: break
                case 0x2F: state = .selfClosing
                case 0x3E: return emitTag(isSelfClosing: false)
                default:
                    partStart = position
                    state = .attributeName
                }
            case .attributeName:
                guard Self.endsName(byte) || byte == 0x3D else {
                    position = source.endOfName(from: position)
                    continue
                }
                nameRange = storedName(&source)
                value = .empty
                state = .afterAttributeName
                continue
            case .afterAttributeName:
                switch byte {
                case 0x20, 0x0A, 0x09, 0x0D, 0x0C: break
                case 0x3D: state = .beforeValue
                default:
                    addAttribute(source)
                    state = .beforeAttribute
                    continue
                }
            case .selfClosing:
                if byte == 0x3E { return emitTag(isSelfClosing: true) }
                state = .beforeAttribute
                continue
            case .afterValue:
                state = .beforeAttribute
                continue
            default: return false
            }
            position &+= 1
        }
        return false
    }

    /// Returns the name from `partStart` to `position`, with each NUL replaced.
    private func storedName(_ source: inout SourceText) -> TextRange {
        let range = partStart..<position
        guard source.holdsNull(range) else { return TextRange(source: range) }
        return source.store(source.slice(range).flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] })
    }

    private mutating func emitTag(isSelfClosing: Bool) -> Bool {
        position &+= 1
        state = .text
        content = .data
        token.kind = isEndTag ? .endTag : .startTag
        token.range = tokenStart..<position
        token.isSelfClosing = isSelfClosing
        return true
    }

    /// Adds the attribute just read, unless the tag has one of that name. Constant time for any number.
    mutating func addAttribute(_ source: SourceText) {
        let name = source.slice(nameRange)
        if attributes.count < 12 {
            for other in attributes where other.name.count == name.count {
                if name.elementsEqual(
                    source.slice(other.name), by: { ASCII.lowered($0) == ASCII.lowered($1) })
                {
                    return
                }
            }
        } else {
            if seenNames.isEmpty {
                for other in attributes { seenNames.insert(source.slice(other.name).map(ASCII.lowered)) }
            }
            guard seenNames.insert(name.map(ASCII.lowered)).inserted else { return }
        }
        attributes.append(Attribute(name: nameRange, value: value))
    }

    /// Reads the value of an attribute.
    mutating func readValue(_ source: inout SourceText) -> Bool {
        while position < source.end {
            let byte = source[position]
            switch state {
            case .beforeValue:
                if ASCII.isBlank(byte) {
                    position &+= 1
                } else if byte == 0x22 || byte == 0x27 {
                    position &+= 1
                    beginValue(.quotedValue(byte))
                } else if byte == 0x3E {
                    endValue(source)
                    state = .beforeAttribute
                    return readTag(&source)
                } else {
                    beginValue(.unquotedValue)
                }
            case .quotedValue(let quote):
                if byte == quote {
                    closeValue(&source)
                    endValue(source)
                    position &+= 1
                    state = .afterValue
                    return readTag(&source)
                }
                let end = source.endOfValue(from: position, quote)
                if end > position {
                    position = end
                } else {
                    guard readValueByte(byte, &source) else { return false }
                }
            case .unquotedValue:
                if ASCII.isBlank(byte) || byte == 0x3E {
                    closeValue(&source)
                    endValue(source)
                    state = .beforeAttribute
                    return readTag(&source)
                }
                guard readValueByte(byte, &source) else { return false }
            default: return false
            }
        }
        return false
    }

    private mutating func beginValue(_ next: State) {
        state = next
        partStart = position
        value = .empty
    }

    /// Reads one byte of a value. False if a reference has to be read first, or bytes are missing.
    private mutating func readValueByte(_ byte: UInt8, _ source: inout SourceText) -> Bool {
        switch byte {
        case 0x26: return readValueReference(&source)
        case 0:
            closeValue(&source)
            extendValue(with: [0xEF, 0xBF, 0xBD], &source)
            position &+= 1
            partStart = position
        case 0x0D:
            guard canLook(2, source) || source.isFinished else { return false }
            closeValue(&source)
            position &+= 1
            if position >= source.end || source[position] != 0x0A { extendValue(with: [0x0A], &source) }
            partStart = position
        default: position &+= 1
        }
        return true
    }

    /// Appends the plain bytes read since `partStart` to the value.
    mutating func closeValue(_ source: inout SourceText) {
        guard partStart < position else { return }
        if value.isEmpty, !value.isInPool {
            value = TextRange(source: partStart..<position)
        } else {
            extendValue(with: Array(source.slice(partStart..<position)), &source)
        }
        partStart = position
    }

    /// Appends decoded bytes to the value, which moves to the end of the pool.
    mutating func extendValue(with more: some Collection<UInt8>, _ source: inout SourceText) {
        if !value.isInPool { value = source.store(Array(source.slice(value))) }
        value.end = source.store(more).end
    }

    private mutating func endValue(_ source: SourceText) {
        addAttribute(source)
        value = .empty
    }
}
