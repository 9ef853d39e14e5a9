import HTML

/// The text that style sheets generate before or after the content of an element (CSS Generated Content Module,
/// `::before` and `::after`).
public struct GeneratedContent: Sendable, Equatable {
    /// A part of it.
    public enum Part: Sendable, Equatable {
        /// This text in UTF-8.
        case text([UInt8])
        /// The value of the attribute with this name.
        case attribute([UInt8])
        /// The value of the counter with this name.
        case counter(UInt64, ListStyle)
    }

    /// Its parts in order.
    public var parts: [Part]

    /// Its place relative to the content.
    enum Place: UInt8 { case before, after }
}

/// A change of a counter by an element; the counter's name is a number.
public struct CounterChange: Sendable, Equatable {
    /// The number of the name.
    public var name: UInt64
    /// The number that it is set to, or incremented by.
    public var value: Int
}

/// The generated content of an element.
public struct GeneratedTexts: Sendable {
    /// The content of `::before`.
    public var before: GeneratedContent?
    /// The content of `::after`.
    public var after: GeneratedContent?
}

extension SheetReader {
    /// Returns the value of `content`; nil if it is invalid. Invisible text is empty: the letters of icon fonts
    /// are pictures.
    func content() -> GeneratedContent? {
        var parts: [GeneratedContent.Part] = []
        var index = 0
        while index < value.count {
            let token = value[index]
            index += 1
            switch token.kind {
            case .string:
                let text = Self.visible(text(of: token))
                if !text.isEmpty { parts.append(.text(text)) }
            case .ident:
                let isOpen = isText(of: token, "open-quote")
                if isOpen || isText(of: token, "close-quote") {
                    parts.append(.text(Array((isOpen ? "“" : "”").utf8)))
                }
            case .function:
                let arguments = self.arguments(from: &index)
                if isText(of: token, "attr"), let name = arguments.first, name.kind == .ident {
                    parts.append(.attribute(text(of: name).map(ASCII.lowered)))
                } else if isText(of: token, "counter") || isText(of: token, "counters"),
                    let name = arguments.first, name.kind == .ident
                {
                    let last = arguments.count > 1 ? arguments[arguments.count - 1] : nil
                    parts.append(.counter(counterName(name), last.flatMap(listStyle(of:)) ?? .decimal))
                }
            case .delimiter:
                // The alternative text for speech follows a slash.
                if token.delimiter == 0x2F { return GeneratedContent(parts: parts) }
            case .atKeyword, .hash, .badString, .url, .badURL, .number, .percentage, .dimension, .blank,
                .colon, .semicolon, .comma, .leftBracket, .rightBracket, .leftParenthesis, .rightParenthesis,
                .leftBrace, .rightBrace, .commentMark, .end:
                break
            }
        }
        return GeneratedContent(parts: parts)
    }

    /// Returns the arguments of a function that was just read, without commas.
    private func arguments(from index: inout Int) -> [Token] {
        var found: [Token] = []
        while index < value.count, value[index].kind != .rightParenthesis {
            if value[index].kind != .comma { found.append(value[index]) }
            index += 1
        }
        index += 1
        return found
    }

    /// Returns the value of `counter-reset` and `counter-increment`.
    /// - Parameter standard: The default if no number is given.
    func counterChanges(standard: Int) -> [CounterChange] {
        var changes: [CounterChange] = []
        for token in value {
            if token.kind == .ident, !isText(of: token, "none") {
                changes.append(CounterChange(name: counterName(token), value: standard))
            } else if token.kind == .number, !changes.isEmpty, abs(token.number) < 1e9 {
                changes[changes.count - 1].value = Int(token.number)
            }
        }
        return changes
    }

    private func counterName(_ token: Token) -> UInt64 { SelectorKey(.name, text(of: token)).hash }

    /// Returns the text without private-use characters, which only a font of the page has.
    private static func visible(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter {
            $0.value >= 0x20 && !(0xE000...0xF8FF).contains($0.value) && $0.value < 0xF0000
        }
        return scalars.allSatisfy { $0 == " " || $0.value == 0xA0 || $0.value == 0x200B }
            ? [] : Array(String(String.UnicodeScalarView(scalars)).utf8)
    }
}
