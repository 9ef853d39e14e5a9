/// A byte-by-byte highlighter that distinguishes names, values and comments of JSON and HTML. Nothing is validated; the
/// rest is text. Its state between two bytes is a small value, so that a row far down is highlighted without all rows
/// above it.
struct SyntaxScanner: Equatable, Sendable {
    /// The language of the bytes.
    enum Language: Equatable, Sendable {
        /// Members and values.
        case json
        /// Elements, attributes and comments.
        case html
    }

    /// The context of the next byte.
    private enum Place: Equatable {
        /// In text, or between the tokens of JSON.
        case text
        /// In a JSON string, after a backslash or not.
        case string(Role, isEscaped: Bool)
        /// In a tag of a raw text element, or of any other.
        case tag(Part, of: Verbatim?)
        /// In a raw text element.
        case verbatim(Verbatim)
        /// In a comment, after this number of dashes.
        case comment(Role, dashes: Int)
        /// In a declaration.
        case declaration
    }

    /// A part of a tag.
    private enum Part: Equatable {
        /// The name.
        case name
        /// Between name, attributes and values.
        case between
        /// The name of an attribute.
        case attribute
        /// After the equals sign.
        case equals
        /// A value, up to this quotation mark; 0 if it is unquoted.
        case value(until: UInt8)
    }

    /// A raw text element, whose content has no tags.
    private enum Verbatim: String, Equatable, CaseIterable {
        case script, style
    }

    private let language: Language
    private var place = Place.text

    /// The distance within which the end of a string is searched for, to distinguish a member's name from a value.
    private static let longestName = 512

    /// Creates a scanner at the beginning of a text.
    init(_ language: Language) { self.language = language }

    /// Returns the role of each byte of a range.
    mutating func scan(_ bytes: [UInt8], _ range: Range<Int>) -> [Role] {
        let span = bytes.span
        var roles: [Role] = []
        roles.reserveCapacity(range.count)
        for index in range {
            roles.append(language == .json ? jsonRole(of: span, at: index) : htmlRole(of: span, at: index))
        }
        return roles
    }

    // MARK: JSON

    private mutating func jsonRole(of bytes: Span<UInt8>, at index: Int) -> Role {
        let byte = bytes[index]
        if case .string(let role, let isEscaped) = place {
            if isEscaped || byte == UInt8(ascii: "\\") {
                place = .string(role, isEscaped: !isEscaped)
            } else if byte == UInt8(ascii: "\"") {
                place = .text
            }
            return role
        }
        if byte == UInt8(ascii: "\"") {
            let role: Role = Self.isName(bytes, from: index + 1) ? .name : .code
            place = .string(role, isEscaped: false)
            return role
        }
        if Self.isBlank(byte) { return .text }
        return "{}[],:".utf8.contains(byte) ? .marker : .heading
    }

    /// Whether a colon follows the string that continues at an index.
    private static func isName(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        let end = min(bytes.count, start + longestName)
        while index < end, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
        while index < end, isBlank(bytes[index]) { index += 1 }
        return index < end && bytes[index] == UInt8(ascii: ":")
    }

    // MARK: HTML

    private mutating func htmlRole(of bytes: Span<UInt8>, at index: Int) -> Role {
        let byte = bytes[index]
        switch place {
        case .text, .string: return textRole(of: bytes, at: index)
        case .verbatim(let element):
            if byte == UInt8(ascii: "<"), Self.has("/" + element.rawValue, bytes, from: index + 1) {
                place = .tag(.name, of: nil)
                return .name
            }
            return .text
        case .comment(let role, let dashes):
            if byte == UInt8(ascii: ">"), dashes >= 2 {
                place = .text
            } else {
                place = .comment(role, dashes: byte == UInt8(ascii: "-") ? dashes + 1 : 0)
            }
            return role
        case .declaration:
            if byte == UInt8(ascii: ">") { place = .text }
            return .dimmed
        case .tag(let part, let element): return tagRole(of: byte, part, element)
        }
    }

    private mutating func textRole(of bytes: Span<UInt8>, at index: Int) -> Role {
        guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { return .text }
        let next = bytes[index + 1]
        if Self.has("!--", bytes, from: index + 1) {
            // Comments that mark blocks are what readers look for here.
            let role: Role = Self.has("sonicdiff", bytes, from: index + 4) ? .heading : .dimmed
            place = .comment(role, dashes: 0)
            return role
        }
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
            place = .declaration
            return .dimmed
        }
        guard Self.isLetter(next) || next == UInt8(ascii: "/") else { return .text }
        let element = Verbatim.allCases.first { element in
            Self.has(element.rawValue, bytes, from: index + 1)
                && !Self.isLetter(Self.byte(bytes, at: index + 1 + element.rawValue.utf8.count))
        }
        place = .tag(.name, of: element)
        return .name
    }

    private mutating func tagRole(of byte: UInt8, _ part: Part, _ element: Verbatim?) -> Role {
        if case .value(until: let quote) = part, quote != 0 {
            if byte == quote { place = .tag(.between, of: element) }
            return .code
        }
        if byte == UInt8(ascii: ">") {
            place = element.map { .verbatim($0) } ?? .text
            return .name
        }
        if Self.isBlank(byte) {
            if part != .equals { place = .tag(.between, of: element) }
            return .text
        }
        switch part {
        case .name: return .name
        case .between, .attribute:
            let isEqual = byte == UInt8(ascii: "=")
            place = .tag(isEqual ? .equals : .attribute, of: element)
            return isEqual || byte == UInt8(ascii: "/") ? .name : .marker
        case .equals:
            let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            place = .tag(.value(until: isQuote ? byte : 0), of: element)
            return .code
        case .value: return .code
        }
    }

    // MARK: Bytes

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func byte(_ bytes: Span<UInt8>, at index: Int) -> UInt8 {
        index < bytes.count ? bytes[index] : 0
    }

    /// Whether a lower-case word is at an index, ignoring case.
    private static func has(_ word: String, _ bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        for letter in word.utf8 {
            let byte = byte(bytes, at: index)
            guard byte == letter || (isLetter(byte) && byte | 0x20 == letter) else { return false }
            index += 1
        }
        return true
    }
}
