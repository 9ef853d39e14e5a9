import SonicProtocol

/// An error in a message written by hand.
public struct MessageMistake: Error, Equatable, Sendable {
    /// The line, counted from 1; nil for a single typed line.
    public let line: Int?
    /// The problem and what is expected, as a clause.
    public let words: String

    /// Creates an error.
    package init(line: Int?, words: String) { (self.line, self.words) = (line, words) }

    /// The line and the problem.
    public var description: String { (line.map { "line \($0): " } ?? "") + words }
}

/// An HTTP message as lines: options, a start line, fields, an empty line, and the bytes of the body. Lines end with a
/// line feed, with or without a preceding carriage return. Lines that begin with `#` or `//` before the start line and
/// among the fields are comments.
package struct MessageLines {
    /// The comments, which may be options.
    package private(set) var comments: [String] = []
    /// The start line and its line number.
    package let first: (number: Int, bytes: ArraySlice<UInt8>)
    /// The fields as written.
    package private(set) var headers = Headers()
    /// The part after the empty line.
    package private(set) var body: [UInt8] = []
    /// The number of the first line of the body.
    package let bodyNumber: Int

    /// Parses a message. Linear.
    /// - Parameters:
    ///   - known: Fields whose bytes are used for equal lines: an editor's text is UTF-8, but headers of servers need
    ///     not be.
    ///   - start: The number of the first line.
    package init(
        _ text: [UInt8], known: Headers = Headers(), from start: Int = 1
    ) throws(MessageMistake) {
        var scanner = ByteScanner(text)
        var number = start
        var first = scanner.line()
        while let line = first, Self.isRemark(line) {
            comments.append(Bytes.text(line))
            number += 1
            first = scanner.line()
        }
        guard let first else { throw MessageMistake(line: number, words: "the first line is missing") }
        self.first = (number, first)
        let fields = Dictionary(
            known.fields.map { (Self.line($0), $0) }, uniquingKeysWith: { first, _ in first })
        var line = scanner.line()
        while let text = line, !text.isEmpty {
            number += 1
            if let field = fields[Bytes.text(text)] {
                headers.append(field)
            } else if Self.isRemark(text) {
                comments.append(Bytes.text(text))
            } else {
                headers.append(try Self.field(text, number))
            }
            line = scanner.line()
        }
        bodyNumber = number + 2
        body = Array(scanner.rest)
        if has(.noLastLineEnd), body.last == 0x0A { body.removeLast() }
    }

    /// Whether an option is set.
    package func has(_ choice: MessageChoice) -> Bool {
        comments.contains { comment in
            comment.lowercased().split { $0 == " " || $0 == "\t" }.joined(separator: " ") == choice.rawValue
        }
    }

    /// Returns a message as text.
    /// - Parameters:
    ///   - comments: The lines before it.
    ///   - first: Its start line.
    ///   - problem: The reason why its body cannot be edited, as a clause; nil if it can.
    package static func text(
        _ comments: [String], _ first: String, _ headers: Headers, _ body: [UInt8]?,
        _ problem: String? = nil
    ) -> String {
        var (lines, written): ([String], [UInt8]) = (comments, [])
        if let problem {
            lines.append("# \(problem), so it is not shown here and stays unchanged:")
            lines.append(MessageChoice.bodyAsItCame.rawValue)
        } else if let body, let last = body.last {
            written = last == 0x0A ? body : body + [0x0A]
            if last != 0x0A { lines.append(MessageChoice.noLastLineEnd.rawValue) }
        }
        lines.append(first)
        lines += headers.fields.map(line)
        return lines.joined(separator: "\n") + "\n\n" + Bytes.text(written)
    }

    /// Whether a line before the body is empty or a comment.
    package static func isRemark(_ line: ArraySlice<UInt8>) -> Bool {
        let text = Bytes.trimmed(line)
        return text.isEmpty || text.first == UInt8(ascii: "#") || text.starts(with: "//".utf8)
    }

    /// Returns a line for an error message, shortened if it is long.
    package static func quoted(_ line: some Collection<UInt8>) -> String {
        line.count > 60 ? Bytes.text(Array(line.prefix(60))) + "…" : Bytes.text(Array(line))
    }

    /// Returns a field as a line.
    package static func line(_ field: HeaderField) -> String {
        field.valueBytes.isEmpty ? "\(field.name):" : "\(field.name): \(field.value)"
    }

    /// Parses a field from a line such as `Accept: text/html`.
    /// - Parameter number: The number of the line; nil for a single typed line.
    package static func field(
        _ line: some BidirectionalCollection<UInt8>, _ number: Int?
    ) throws(MessageMistake) -> HeaderField {
        guard line.first != 0x20, line.first != 0x09 else {
            throw MessageMistake(line: number, words: "a header begins with its name, not with white space")
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
            let more = number == nil ? "" : ", and an empty line before the body"
            throw MessageMistake(
                line: number, words: "“\(quoted(line))” is not a valid header: write NAME: VALUE" + more)
        }
        let field = HeaderField(
            nameBytes: line[..<colon], valueBytes: line[line.index(after: colon)...])
        guard field.isWellFormed else {
            throw MessageMistake(
                line: number, words: "“\(quoted(line))” has characters that are not allowed in headers")
        }
        return field
    }
}

/// An option above a message, in a line that begins with `#`.
package enum MessageChoice: String {
    /// Content-Length stays as written, right or wrong.
    case lengthAsWritten = "# length: as written"
    /// The body is the original one, whatever the text contains.
    case bodyAsItCame = "# body: as it came"
    /// The line break at the end of the text is the editor's, not the body's.
    case noLastLineEnd = "# body: ends without a line end"
}
