import Exchanges
import SonicProtocol

/// The words of a command line as a POSIX shell or bash would pass them on, without running or replacing anything.
struct ShellWords {
    private(set) var words: [String] = []
    private var rest: Substring.UnicodeScalarView
    private var word: String?

    /// Splits a line. Linear.
    init(_ text: String) throws(MessageMistake) {
        rest = Substring(text).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t", "\n", "\r": end()
            case "'": append(try quoted(by: "'") { _ in nil })
            case "\"": append(try quoted(by: "\"", escape: Self.doubleQuoted))
            case "$" where rest.first == "'":
                rest.removeFirst()
                append(try quoted(by: "'") { rest in Self.escape(&rest) })
            case "\\":
                // A line that continues; where line ends become blanks, the blank is one.
                guard let next = rest.popFirst() else { break }
                if next == "\r", rest.first == "\n" { rest.removeFirst() }
                if next == " ", word == nil { break }
                if next != "\n", next != "\r" { append(String(next)) }
            case "^": throw Self.mistake("“^” is for Windows shells: copy the command for bash")
            case "$", "`", "|", "&", ";", "<", ">", "(", ")":
                throw Self.mistake(
                    "“\(scalar)” would make a shell run or replace something: put it in quotes")
            case let other: append(String(other))
            }
        }
        end()
    }

    private mutating func append(_ text: String) { word = (word ?? "") + text }

    private mutating func end() {
        if let word { words.append(word) }
        word = nil
    }

    /// Takes the text up to a quote.
    /// - Parameter escape: Takes what follows a backslash; nil keeps the backslash.
    private mutating func quoted(
        by quote: Unicode.Scalar,
        escape: (inout Substring.UnicodeScalarView) throws(MessageMistake) -> String?
    ) throws(MessageMistake) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == quote { return String(text) }
            if quote == "\"", scalar == "$" || scalar == "`" {
                throw Self.mistake("“\(scalar)” in double quotes would be replaced by a shell")
            }
            if scalar == "\\", let escaped = try escape(&rest) {
                text += escaped.unicodeScalars
            } else {
                text.append(scalar)
            }
        }
        throw Self.mistake("a quote \(quote) is not closed")
    }

    private static func doubleQuoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard let next = rest.first, "\"\\$`\n".unicodeScalars.contains(next) else { return nil }
        rest.removeFirst()
        return next == "\n" ? "" : String(next)
    }

    /// Takes an escape of `$'…'` behind its backslash.
    private static func escape(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard let letter = rest.popFirst() else { return nil }
        let plain: [Unicode.Scalar: String] = ["n": "\n", "r": "\r", "t": "\t"]
        if let text = plain[letter] { return text }
        let digits: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
        guard let most = digits[letter] else { return String(letter) }
        let text = String(rest.prefix(most).prefix { Character($0).isHexDigit })
        guard let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) else {
            return "\\" + String(letter)
        }
        rest.removeFirst(text.unicodeScalars.count)
        return String(scalar)
    }

    private static func mistake(_ words: String) -> MessageMistake { MessageMistake(line: nil, words: words) }
}
