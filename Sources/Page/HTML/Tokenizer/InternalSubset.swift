/// The entity declarations in the internal subset of a document type (XML 1.0 §2.8 and §4.2). Linear in its
/// bytes; anything else is skipped.
struct InternalSubset {
    private var rest: ArraySlice<UInt8>

    /// - Parameter bytes: The text between the brackets.
    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns the next declared entity, without parameter entities; nil after the last one.
    mutating func next() -> (name: [UInt8], definition: Entities.Definition)? {
        while let start = rest.firstIndex(of: 0x3C) {
            rest = rest[start...]
            if rest.starts(with: "<!--".utf8) {
                skip(behind: "-->", from: 4)
            } else if rest.starts(with: "<?".utf8) {
                skip(behind: "?>", from: 2)
            } else if rest.starts(with: "<!ENTITY".utf8) {
                rest = rest.dropFirst(8)
                if let entity = readEntity() { return entity }
            } else {
                rest = rest.dropFirst()
                endDeclaration()
            }
        }
        return nil
    }

    private mutating func readEntity() -> (name: [UInt8], definition: Entities.Definition)? {
        defer { endDeclaration() }
        guard let blank = rest.first, ASCII.isBlank(blank) else { return nil }
        let name = word()
        // A parameter entity.
        if name.first == 0x25 { return nil }
        guard !name.isEmpty, name.allSatisfy(Entities.isNameByte) else { return nil }
        rest = rest.drop(while: ASCII.isBlank)
        guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return (Array(name), .elsewhere) }
        let text = rest.dropFirst().prefix { $0 != quote }
        guard text.endIndex < rest.endIndex else { return nil }
        rest = rest[(text.endIndex + 1)...]
        return (Array(name), .text(Self.withCharacters(Tokenizer.cleaned(text))))
    }

    /// Returns the text before the next whitespace, quote or end of a declaration.
    private mutating func word() -> ArraySlice<UInt8> {
        rest = rest.drop(while: ASCII.isBlank)
        let word = rest.prefix { !ASCII.isBlank($0) && $0 != 0x22 && $0 != 0x27 && $0 != 0x3E }
        rest = rest[word.endIndex...]
        return word
    }

    /// Skips to after the `>` of a declaration, ignoring quoted text.
    private mutating func endDeclaration() {
        var quote: UInt8?
        for index in rest.indices {
            let byte = rest[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3E {
                rest = rest[(index + 1)...]
                return
            }
        }
        rest = rest[rest.endIndex...]
    }

    private mutating func skip(behind ending: StaticString, from count: Int) {
        let ending = Array("\(ending)".utf8)
        var index = rest.index(rest.startIndex, offsetBy: count, limitedBy: rest.endIndex) ?? rest.endIndex
        while index < rest.endIndex {
            if rest[index] == ending[0], rest[index...].starts(with: ending) {
                rest = rest[(index + ending.count)...]
                return
            }
            index += 1
        }
        rest = rest[rest.endIndex...]
    }

    /// Returns the text with its numeric character references replaced (XML 1.0 §4.4.5); other references remain.
    private static func withCharacters(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: 0x26) {
            output += rest[..<start]
            rest = rest[start...]
            if let (character, length) = character(at: rest) {
                output += String(character).utf8
                rest = rest.dropFirst(length)
            } else {
                output.append(0x26)
                rest = rest.dropFirst()
            }
        }
        return output + rest
    }

    /// Returns the character of a numeric reference and the length of the reference; nil if there is none.
    private static func character(at text: ArraySlice<UInt8>) -> (Character, Int)? {
        guard text.starts(with: "&#".utf8) else { return nil }
        let isHexadecimal = text.dropFirst(2).first == 0x78
        let digits = text.dropFirst(isHexadecimal ? 3 : 2).prefix(9).prefix { $0 != 0x3B }
        guard digits.endIndex < text.endIndex, text[digits.endIndex] == 0x3B,
            digits.allSatisfy({ ASCII.hexadecimal($0) != nil }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        let scalar = number == 0 ? nil : Unicode.Scalar(number)
        return (Character(scalar ?? "\u{FFFD}"), digits.endIndex + 1 - text.startIndex)
    }
}
