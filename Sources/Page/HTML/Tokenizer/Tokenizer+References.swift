extension Tokenizer {
    /// Reads `&` in text. Emits a token, or switches to the state of a numeric reference.
    mutating func readReference(_ source: inout SourceText) -> Bool {
        tokenStart = position
        guard canLook(2, source) else { return isWaiting ? false : emitAmpersand() }
        let byte = source[position &+ 1]
        if byte == 0x23 {
            if beginNumericReference(source) { return readNumericReference(&source) }
            return isWaiting ? false : emitAmpersand()
        }
        guard ASCII.isLetter(byte) else { return emitAmpersand() }
        if xml != nil { return readEntity(&source) }
        guard let match = matchName(source) else { return isWaiting ? false : emitAmpersand() }
        position &+= match.length
        return emitText(source.store(match.text), from: tokenStart)
    }

    private mutating func emitAmpersand() -> Bool {
        position &+= 1
        return emitText(from: position &- 1)
    }

    /// Reads `&` in an attribute value. False if bytes are missing.
    mutating func readValueReference(_ source: inout SourceText) -> Bool {
        guard canLook(2, source) || source.isFinished else { return false }
        let byte = position &+ 1 < source.end ? source[position &+ 1] : 0
        if byte == 0x23 {
            let current = state
            if beginNumericReference(source) {
                valueState = current
                closeValueBeforeReference(&source)
                return readNumericReference(&source)
            }
            if isWaiting { return false }
        } else if xml != nil, ASCII.isLetter(byte) {
            return readValueEntity(&source)
        } else if ASCII.isLetter(byte), let match = matchName(source) {
            // Old pages write `?a=1&copy=2`: without a semicolon, such a name is not a reference here.
            let after = position &+ match.length
            let next = after < source.end ? source[after] : 0
            if match.isLegacy, after >= source.end, !source.isFinished {
                isWaiting = true
                return false
            }
            if !match.isLegacy || !(next == 0x3D || ASCII.isLetter(next) || ASCII.isDigit(next)) {
                closeValue(&source)
                extendValue(with: match.text.bytes, &source)
                position = after
                partStart = after
                return true
            }
        } else if isWaiting {
            return false
        }
        position &+= 1
        return true
    }

    private mutating func closeValueBeforeReference(_ source: inout SourceText) {
        let next = position
        position = referenceStart
        closeValue(&source)
        position = next
    }

    // MARK: Numbers

    /// Reads `&#` or `&#x` with one digit of lookahead; moves past the prefix if a number follows.
    private mutating func beginNumericReference(_ source: SourceText) -> Bool {
        guard canLook(3, source) else { return false }
        let isHexadecimal = source[position &+ 2] | 0x20 == 0x78
        let length = isHexadecimal ? 3 : 2
        guard canLook(length &+ 1, source) else { return false }
        let digit = source[position &+ length]
        guard isHexadecimal ? ASCII.hexadecimal(digit) != nil : ASCII.isDigit(digit) else { return false }
        referenceStart = position
        valueState = nil
        reference = 0
        referenceBase = isHexadecimal ? 16 : 10
        position &+= length
        state = .numericReference
        return true
    }

    /// Reads the digits of a numeric reference, of any number.
    mutating func readNumericReference(_ source: inout SourceText) -> Bool {
        while position < source.end {
            let byte = source[position]
            guard let digit = ASCII.hexadecimal(byte), digit < referenceBase else {
                if byte == 0x3B { position &+= 1 }
                return endNumericReference(&source)
            }
            reference = min(reference &* referenceBase &+ digit, 0x110000)
            position &+= 1
        }
        return source.isFinished ? endNumericReference(&source) : false
    }

    private mutating func endNumericReference(_ source: inout SourceText) -> Bool {
        let text = ReferenceText(Unicode.Scalar(Self.scalar(for: reference)) ?? "\u{FFFD}")
        guard let valueState else {
            state = .text
            return emitText(source.store(text), from: referenceStart)
        }
        extendValue(with: text.bytes, &source)
        state = valueState
        partStart = position
        return false
    }

    /// Returns the scalar of a number: Windows-1252 in the C1 range, U+FFFD for an invalid one.
    private static func scalar(for number: UInt32) -> UInt32 {
        switch number {
        case 0, 0xD800...0xDFFF, 0x110000...: 0xFFFD
        case 0x80...0x9F: windows1252[Int(number) - 0x80]
        default: number
        }
    }

    private static let windows1252: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152,
        0x8D,
        0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161,
        0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]

    // MARK: Names

    /// A named reference that was found.
    typealias NamedMatch = (length: Int, text: ReferenceText, isLegacy: Bool)

    /// Returns the longest named reference at `position`, an ampersand.
    private mutating func matchName(_ source: SourceText) -> NamedMatch? {
        let bytes = source.bytes.span
        let start = position &- source.base &+ 1
        if let known = recentReferences.find(in: bytes, at: start) {
            return (known.length &+ 2, known.text, false)
        }
        let limit = start &+ 33
        var end = start
        while end < bytes.count, end < limit, ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end]) {
            end &+= 1
        }
        if end == bytes.count, end < limit, !source.isFinished {
            isWaiting = true
            return nil
        }
        let name = bytes.extracting(start..<end)
        if end < bytes.count, bytes[end] == 0x3B, let found = NamedReferences.find(name) {
            recentReferences.remember(name, found.text)
            return (name.count &+ 2, found.text, false)
        }
        return NamedReferences.findLegacy(name).map {
            ($0.length &+ 1, $0.text, true)
        }
    }
}
