import Glibc
import PageLayout

/// The looks of page text on standard output: attributes and the 16 colours that every terminal has its own taste
/// of, by what the text means.
enum DumpColor {
    /// Whether looks are wanted: by default on a terminal that is not told to do without.
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

    /// The control sequence that text of a style begins with (ECMA-48 §8.3.117); empty for plain text.
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
