/// The declarations in the first bytes of a page (HTML Standard §13.2.3.2, “prescan a byte stream to determine
/// its encoding”).
enum MetaPrescan {
    /// The number of bytes that the standard prescans.
    static let length = 1024

    /// Returns the encoding in a meta element; nil if no element that is complete within these bytes declares
    /// one. More bytes do not change a result. Linear.
    static func meta(in bytes: ArraySlice<UInt8>) -> CharacterEncoding? {
        var scan = MarkupScan(bytes, tags: "meta")
        while let attributes = scan.next() {
            if let encoding = encoding(of: attributes) { return encoding.asDeclaredInside }
        }
        return nil
    }

    /// Returns the label of the encoding in such a meta element; nil if `meta` finds none.
    static func label(in bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var scan = MarkupScan(bytes, tags: "meta")
        while let attributes = scan.next() {
            guard let encoding = encoding(of: attributes) else { continue }
            let charset = attributes.first { ASCII.equal($0.name, "charset") }
            return charset?.value ?? Array(encoding.name.utf8)
        }
        return nil
    }

    /// Returns the language of the html element, in lower case; nil if it has none.
    static func language(in bytes: ArraySlice<UInt8>) -> String? {
        var scan = MarkupScan(bytes, tags: "html")
        guard let attributes = scan.next() else { return nil }
        let named =
            attributes.first { ASCII.equal($0.name, "lang") }
            ?? attributes.first { ASCII.equal($0.name, "xml:lang") }
        guard let value = named?.value, (2...35).contains(value.count),
            value.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private static func encoding(of attributes: [MarkupScan.Attribute]) -> CharacterEncoding? {
        var isPragma = false
        // The last of `charset` and a `content` with an encoding decides whether http-equiv is required.
        var found: (encoding: CharacterEncoding?, needsPragma: Bool)?
        for attribute in attributes {
            if ASCII.equal(attribute.name, "http-equiv") {
                if ASCII.equal(attribute.value, "content-type") { isPragma = true }
            } else if ASCII.equal(attribute.name, "content") {
                if found == nil, let encoding = charset(inContent: attribute.value) {
                    found = (encoding, true)
                }
            } else if ASCII.equal(attribute.name, "charset") {
                found = (CharacterEncoding(label: attribute.value), false)
            }
        }
        guard let found, isPragma || !found.needsPragma else { return nil }
        return found.encoding
    }

    /// Runs the standard's “extracting a character encoding from a meta element” (§2.6.6).
    static func charset(inContent content: [UInt8]) -> CharacterEncoding? {
        let name: StaticString = "charset"
        var rest = content[...]
        while rest.count > name.utf8CodeUnitCount {
            guard ASCII.equal(rest.prefix(name.utf8CodeUnitCount), name) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(name.utf8CodeUnitCount).drop { ASCII.isBlank($0) }
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop { ASCII.isBlank($0) }
            guard let first = rest.first else { return nil }
            guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
                return CharacterEncoding(
                    label: rest.prefix { !ASCII.isBlank($0) && $0 != UInt8(ascii: ";") })
            }
            let text = rest.dropFirst().prefix { $0 != first }
            return text.endIndex < rest.endIndex ? CharacterEncoding(label: text) : nil
        }
        return nil
    }
}

/// The encoding in an XML declaration (HTML Standard §13.2.3.2, “get an XML encoding”).
enum XMLDeclaration {
    /// Returns the encoding; nil if the bytes do not begin with a complete declaration of a known one. Linear.
    static func encoding(in bytes: ArraySlice<UInt8>) -> CharacterEncoding? {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let name = Array("encoding".utf8)
        var rest = bytes[..<end]
        while !rest.starts(with: name) {
            if rest.isEmpty { return nil }
            rest = rest.dropFirst()
        }
        rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 <= 0x20 }
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let close = rest.firstIndex(of: quote)
        else { return nil }
        let label = rest[..<close]
        guard !label.contains(where: { $0 <= 0x20 }) else { return nil }
        return CharacterEncoding(label: label)?.asDeclaredInside
    }
}
