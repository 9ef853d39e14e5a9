import Glibc
import PageLayout

/// The styles of page text on standard output: attributes and the 16 colours that every terminal defines
/// itself, by the meaning of the text.
enum DumpColor {
    /// Whether styles are used: by default on a terminal, unless the environment disables them.
    static func isWanted(_ arguments: Arguments) throws(Arguments.Mistake) -> Bool {
        switch arguments.value(.color) {
        case "always": return true
        case "never": return false
        case nil, "auto":
            let environment = Environment()
            return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
                && environment["TERM"] ?? "dumb" != "dumb"
        case let other?: throw .init(message: "--color takes auto, always or never, not “\(other)”")
        }
    }

    /// Returns the control sequence of a style (ECMA-48 §8.3.117); empty for plain text.
    static let ink: @Sendable (TextStyle) -> [UInt8] = { style in
        if style.isEmpty { return [] }
        var codes: [String] = []
        if style.contains(.bold) || style.headingLevel != nil { codes.append("1") }
        if style.contains(.dimmed) || style.contains(.quote) { codes.append("2") }
        if style.contains(.italic) { codes.append("3") }
        if style.contains(.underline) || style.contains(.link) { codes.append("4") }
        if style.contains(.highlight) { codes.append("7") }
        if style.contains(.strike) { codes.append("9") }
        if style.contains(.link) {
            codes.append("34")
        } else if style.contains(.code) {
            codes.append("36")
        } else if style.contains(.marker) || style.contains(.field) {
            codes.append("33")
        } else if style.contains(.image) {
            codes.append("35")
        }
        return codes.isEmpty ? [] : Array("\u{1B}[\(codes.joined(separator: ";"))m".utf8)
    }
}
