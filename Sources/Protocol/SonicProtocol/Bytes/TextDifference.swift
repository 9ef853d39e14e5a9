/// Describes how two similar texts differ: in case, blanks, invisible characters or length.
public enum TextDifference {
    /// Returns a clause such as “they differ in upper and lower case only”; nil if the texts are equal byte for byte,
    /// or if they differ visibly at their beginning. Linear.
    public static func words(_ first: String, _ second: String) -> String? {
        guard !first.utf8.elementsEqual(second.utf8) else { return nil }
        if Bytes.equalIgnoringCase(first.utf8, second.utf8) {
            return "they differ in upper and lower case only"
        }
        let (left, right) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
        let head = zip(left, right).prefix { $0 == $1 }.count
        let isHidden = visible(first).elementsEqual(visible(second))
        guard isHidden || head >= seen else { return nil }
        return "they differ from character \(head + 1) on: \(place(left, head)) and \(place(right, head))"
            + (isHidden ? "; the visible characters are the same" : "")
    }

    /// Returns the text with each invisible character except the space replaced by its code point, such as `<U+00A0>`.
    /// Linear.
    public static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnseen) else { return text }
        return text.unicodeScalars.map { isUnseen($0) ? "<\(name($0))>" : String($0) }.joined()
    }

    /// The number of characters of a long text that are shown.
    private static let seen = 8

    private static func place(_ text: [Unicode.Scalar], _ index: Int) -> String {
        guard index < text.count else { return "the end (\(text.count) characters)" }
        let scalar = text[index]
        return isUnseen(scalar) || scalar == " " ? name(scalar) : "“\(scalar)”"
    }

    private static func visible(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !isUnseen($0) && $0 != " " }
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar != " " else { return false }
        if scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            true
        default: false
        }
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
