import HTML

/// Escapes text for HTML or XML.
package enum Escaping {
    /// Appends text so that HTML shows it unchanged, in elements and in attributes with double quotes. Linear.
    static func append(_ text: ArraySlice<UInt8>, to html: inout [UInt8]) {
        var start = text.startIndex
        for index in text.indices {
            guard let escaped = reference(for: text[index]) else { continue }
            html += text[start..<index]
            escaped.withUTF8Buffer { html.append(contentsOf: $0) }
            start = index + 1
        }
        html += text[start...]
    }

    /// Returns the character reference that replaces a byte; nil if the byte stays.
    static func reference(for byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }

    /// Returns text escaped for HTML.
    package static func text(_ text: String) -> String { String(decoding: escaped(text), as: UTF8.self) }

    /// Returns text escaped for HTML, in UTF-8.
    static func escaped(_ text: String) -> [UInt8] {
        var html: [UInt8] = []
        append(Array(text.utf8)[...], to: &html)
        return html
    }

    /// Returns percent-encoded bytes.
    static func percentEncoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        escaped.reserveCapacity(3 * bytes.count)
        for byte in bytes {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) {
                escaped.append(byte)
            } else {
                escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return escaped
    }
}
