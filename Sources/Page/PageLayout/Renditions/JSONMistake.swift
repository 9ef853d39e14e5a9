/// The first mistake in a text that is not valid JSON.
public struct JSONMistake: Hashable, Sendable {
    /// The kind of a mistake.
    public enum Wanted: String, Hashable, Sendable {
        case value = "a value is missing"
        case valueOrEnd = "a value or ] is missing"
        case name = "a name in quotes is missing"
        case nameOrEnd = "a name in quotes or } is missing"
        case colon = "a colon is missing"
        case commaOrBrace = "a comma or } is missing"
        case commaOrBracket = "a comma or ] is missing"
        case nothing = "nothing may follow the value"
        case digit = "this is no number"
        case escape = "this stands for no character"
        case noControl = "a control character stands in a text"
        case quote = "the text in quotes does not end"
    }

    /// The offset in the text, in bytes.
    let offset: Int
    /// The kind of the mistake.
    let wanted: Wanted

    /// Returns the message, with line and column, both from 1; a column is a character. Linear in the text before it.
    func words(in text: [UInt8]) -> String {
        var (line, start) = (1, 0)
        for index in 0..<min(offset, text.count) where text[index] == 0x0A {
            (line, start) = (line + 1, index + 1)
        }
        let column = text[start..<min(offset, text.count)].count { $0 & 0xC0 != 0x80 } + 1
        let place = offset >= text.count ? "the end, line \(line)" : "line \(line), column \(column)"
        return "This is not JSON: at \(place), \(wanted.rawValue)."
    }
}
