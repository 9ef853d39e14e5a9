/// The type of an input, which determines its values: the value sanitization algorithms of the HTML standard §4.10.5.1.
public struct InputType: Hashable, Sendable {
    /// The types whose values have different formats.
    public enum Kind: String, Hashable, Sendable {
        /// A line of text, a search, a telephone number.
        case text
        /// A URL.
        case url
        /// An email address.
        case email
        /// A date.
        case date
        /// A month.
        case month
        /// A week.
        case week
        /// A time of day.
        case time
        /// A date and time without a time zone.
        case dateAndTime = "datetime-local"
        /// A number.
        case number
        /// A number within bounds.
        case range
        /// A colour.
        case color
    }

    /// The type.
    public var kind = Kind.text
    /// Whether several email addresses are allowed, separated by commas.
    public var takesMany = false
    /// The bounds and steps of a range.
    var scale = Scale()

    /// The type with a name; `text` for any other name.
    init(named name: String) { kind = Kind(rawValue: name) ?? .text }

    /// The type `text`.
    init() {}

    /// Returns the value of a field of this type for a text. Invalid texts become empty, except that a range has its
    /// middle and a colour is black. Linear.
    public func sanitized(_ text: String) -> String {
        let line = Self.withoutLineEnds(text)
        switch kind {
        case .text: return line
        case .url: return Self.trimmed(line[...])
        case .email:
            guard takesMany else { return Self.trimmed(line[...]) }
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
            return parts.map(Self.trimmed).joined(separator: ",")
        case .date: return DateText.isDate(line.utf8[...]) ? line : ""
        case .month: return DateText.isMonth(line.utf8[...]) ? line : ""
        case .week: return DateText.isWeek(line.utf8[...]) ? line : ""
        case .time: return DateText.isTime(line.utf8[...]) ? line : ""
        case .dateAndTime: return DateText.normalized(line) ?? ""
        case .number: return InputType.isNumber(line.utf8) ? line : ""
        case .range: return scale.sanitized(line)
        case .color:
            let isColor =
                line.utf8.count == 7 && line.utf8.first == UInt8(ascii: "#")
                && line.utf8.dropFirst().allSatisfy { $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }
            return isColor ? line.lowercased() : "#000000"
        }
    }

    /// Whether a text is empty or a value of this type. Any other text would be lost when sanitized.
    public func takes(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        switch kind {
        case .text, .url, .email: return true
        case .date, .month, .week, .time, .dateAndTime, .number: return !sanitized(text).isEmpty
        case .range: return InputType.isNumber(text.utf8)
        case .color: return sanitized(text) == text.lowercased()
        }
    }

    /// Returns a text without LF and CR, the only characters that a single-line field removes (Infra standard §4.7).
    static func withoutLineEnds(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
    }

    /// Returns a text without ASCII whitespace at its ends.
    private static func trimmed(_ text: Substring) -> String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\u{C}" || scalar == "\r"
        }
        let start = text.unicodeScalars.drop(while: isBlank)
        let end = start.reversed().drop(while: isBlank)
        return String(String.UnicodeScalarView(end.reversed()))
    }

    /// The bounds and steps of a range (HTML standard §4.10.5.1.13).
    struct Scale: Hashable, Sendable {
        /// The minimum.
        var least = 0.0
        /// The maximum.
        var greatest = 100.0
        /// The distance between values; nil for any value.
        var step: Double? = 1
        /// The value from which steps are counted.
        var base = 0.0

        /// Returns a value that is a number, within the bounds if they are valid, and on a step.
        func sanitized(_ text: String) -> String {
            let middle = greatest < least ? least : least + (greatest - least) / 2
            let given = InputType.isNumber(text.utf8) ? Double(text) : nil
            let value = given ?? middle
            var settled = max(least, greatest < least ? value : min(value, greatest))
            if let step, greatest >= least { settled = onStep(settled, step) }
            // A valid value stays as written.
            return given == settled ? text : InputType.text(settled)
        }

        /// Returns the nearest value on a step within the bounds; the greater one if two are equally near.
        private func onStep(_ value: Double, _ step: Double) -> Double {
            let count = ((value - base) / step + 0.5).rounded(.down)
            var nearest = base + count * step
            // Sums of floating-point numbers have rounding errors, so a value this close is on a step.
            if abs(nearest - value) <= abs(step) * 1e-9 { return value }
            if nearest > greatest { nearest -= step }
            if nearest < least { nearest += step }
            return nearest > greatest || nearest < least ? value : nearest
        }
    }

    // Parses numbers in the format of the HTML standard §2.3.4.3.

    /// Whether a text is a valid floating-point number: optional minus sign, digits, fraction and exponent.
    static func isNumber(_ text: some Sequence<UInt8>) -> Bool {
        var rest = Array(text)[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = digits(&rest)
        var hasFraction = false
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            hasFraction = digits(&rest) > 0
            guard hasFraction else { return false }
        }
        guard whole > 0 || hasFraction else { return false }
        if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                rest.removeFirst()
            }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// Returns the number at the beginning of a text, after optional blanks and a plus sign; nil if there is none.
    static func beginning(of text: String) -> Double? {
        var rest = Array(text.utf8).drop { $0 == 0x20 || (0x09...0x0D).contains($0) && $0 != 0x0B }
        if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        // Text after the number is ignored, so the longest valid prefix counts.
        let most = rest.prefix { byte in
            byte >= 0x30 && byte <= 0x39 || "+-.eE".utf8.contains(byte)
        }.prefix(64)
        for end in stride(from: most.endIndex, to: most.startIndex, by: -1) where isNumber(most[..<end]) {
            return Double(String(decoding: most[..<end], as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
        }
        return nil
    }

    /// Returns the shortest text that reads back as the number: `50`, `0.5`.
    static func text(_ number: Double) -> String {
        guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
        return "\(Int(number))"
    }

    private static func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        rest = rest.dropFirst(digits.count)
        return digits.count
    }
}
