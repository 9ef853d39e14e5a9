extension String {
    /// Creates the name of an enum's case, as the source spells it.
    package init(caseOf value: Any) {
        self = Mirror(reflecting: value).children.first?.label ?? "\(value)"
    }

    /// The text with a full stop; unlike `sentence`, it does not change the case of a header name at its start.
    package var ended: String { hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "." }

    /// The text as a sentence, with a capital letter and a full stop.
    package var sentence: String {
        guard let first else { return self }
        return (first.uppercased() + dropFirst()).ended
    }

    /// Returns the text padded with blanks to a width; every character counts as one column.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// Returns the text at the right end of a column, with at least one blank before it.
    package func atRight(of width: Int) -> String {
        String(repeating: " ", count: Swift.max(1, width - count)) + self
    }

    /// The text without surrounding whitespace.
    package var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Returns a number of things: `1 line`, `2 lines`.
    package static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)" + (count == 1 ? "" : "s")
    }

    /// Returns how the texts begin as far as they agree.
    package static func commonBeginning(of texts: [String]) -> String {
        texts.dropFirst().reduce(texts.first ?? "") { common, text in
            String(zip(common, text).prefix { $0 == $1 }.map(\.0))
        }
    }

    /// The text padded with spaces on the left to a width.
    package func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
