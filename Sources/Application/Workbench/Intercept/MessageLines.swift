import SonicProtocol

/// An error in a message written by hand.
public struct MessageMistake: Error, Equatable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// The problem and what is expected, as a clause.
    public let words: String

    /// The line and the problem.
    public var description: String { "line \(line): \(words)" }
}

/// An HTTP message as lines: options, a start line, fields, an empty line, and the bytes of the body. Lines end with a
/// line feed, with or without a preceding carriage return.
struct MessageLines {
    /// The options above the start line.
    private(set) var choices: Set<MessageChoice> = []
    /// The start line and its line number.
    let first: (number: Int, bytes: ArraySlice<UInt8>)
    /// The fields as written.
    let fields: [HeaderField]
    /// The part after the empty line.
    private(set) var body: [UInt8] = []

    /// Parses a message. Linear.
    /// - Parameter known: Fields whose bytes are used for equal lines: an editor's text is UTF-8, but headers of
    ///   servers need not be.
    init(_ text: [UInt8], known: Headers) throws(MessageMistake) {
        var scanner = ByteScanner(text)
        var number = 1
        var first = scanner.line()
        while let line = first, line.first == UInt8(ascii: "#") || line.isEmpty {
            if let choice = MessageChoice(line: line) { choices.insert(choice) }
            number += 1
            first = scanner.line()
        }
        guard let first else { throw MessageMistake(line: number, words: "the first line is missing") }
        self.first = (number, first)
        let sayings = Dictionary(
            known.fields.map { (Array("\($0.name): \($0.value)".utf8), $0) },
            uniquingKeysWith: { first, _ in first })
        var fields: [HeaderField] = []
        while let line = scanner.line() {
            number += 1
            guard !line.isEmpty else {
                body = Array(scanner.rest)
                break
            }
            fields.append(try Self.field(line, number, sayings))
        }
        self.fields = fields
        if choices.contains(.noLastLineEnd), body.last == 0x0A { body.removeLast() }
    }

    /// Returns a message as text for editing.
    /// - Parameters:
    ///   - comments: The lines before it.
    ///   - first: Its start line.
    ///   - problem: The reason why its body cannot be edited, as a clause; nil if it can.
    static func text(
        _ comments: [String], _ first: String, _ headers: Headers, _ body: [UInt8]?, _ problem: String?
    ) -> [UInt8] {
        var (lines, written): ([String], [UInt8]) = (comments, [])
        if let problem {
            lines.append("# \(problem), so it is not shown here and stays unchanged:")
            lines.append(MessageChoice.bodyAsItCame.rawValue)
        } else if let body, let last = body.last {
            written = last == 0x0A ? body : body + [0x0A]
            if last != 0x0A { lines.append(MessageChoice.noLastLineEnd.rawValue) }
        }
        lines.append(first)
        lines += headers.fields.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + written
    }

    /// Returns a line for an error message, shortened if it is long.
    static func quoted(_ line: ArraySlice<UInt8>) -> String {
        line.count > 60 ? Bytes.text(line.prefix(60)) + "…" : Bytes.text(line)
    }

    private static func field(
        _ line: ArraySlice<UInt8>, _ number: Int, _ known: [[UInt8]: HeaderField]
    ) throws(MessageMistake) -> HeaderField {
        if let field = known[Array(line)] { return field }
        guard line.first != 0x20, line.first != 0x09 else {
            throw MessageMistake(line: number, words: "a header begins with its name, not with white space")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
            throw MessageMistake(
                line: number,
                words:
                    "“\(Self.quoted(line))” is not a valid header: write NAME: VALUE, and an empty line before the body"
            )
        }
        let field = HeaderField(nameBytes: line[..<colon], valueBytes: line[(colon + 1)...])
        guard field.isWellFormed else {
            throw MessageMistake(
                line: number, words: "“\(Self.quoted(line))” has characters that are not allowed in headers")
        }
        return field
    }
}

/// An option above a message, in a line that begins with `#`.
enum MessageChoice: String, CaseIterable {
    /// Content-Length stays as written, right or wrong.
    case lengthAsWritten = "# length: as written"
    /// The body is the original one, whatever the text contains.
    case bodyAsItCame = "# body: as it came"
    /// The line break at the end of the text is the editor's, not the body's.
    case noLastLineEnd = "# body: ends without a line end"

    init?(line: ArraySlice<UInt8>) {
        let words = Bytes.text(line).split { $0 == " " || $0 == "\t" }.joined(separator: " ").lowercased()
        self.init(rawValue: words)
    }
}
