import SonicProtocol

/// Requests in the text of an `.http` file: the request line of each, its headers, an empty line, its body, and lines
/// that begin with `###` between them.
///
/// Lines that begin with `#` or `//` before a request and among its headers are comments. The version after an address
/// is ignored, and the default method is GET. Variables (`{{host}}`) and bodies from other files are refused.
public struct RequestFile: Sendable, Equatable {
    /// One of its requests.
    public struct Entry: Sendable, Equatable {
        /// Its name, after `###` or `# @name`; empty for none.
        public let name: String
        /// The request.
        public let draft: RequestDraft
    }

    /// The requests in the order of the text; at least one.
    public let entries: [Entry]

    /// Parses a text. Linear in it.
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - domainToASCII: The conversion of host names outside ASCII; nil refuses them.
    public init(_ text: String, domainToASCII: WebURL.DomainToASCII? = nil) throws(RequestDraft.Mistake) {
        var parser = Parser(domainToASCII)
        var scanner = ByteScanner(Array(text.utf8))
        while let line = scanner.line() { try parser.append(Bytes.text(line)) }
        if !scanner.rest.isEmpty { try parser.append(Bytes.text(scanner.rest)) }
        try parser.endRequest()
        guard !parser.entries.isEmpty else {
            throw RequestDraft.Mistake(line: 1, reason: "the file contains no request")
        }
        entries = parser.entries
    }

    /// Returns the request with a number, counted from 1, or the only one.
    public func draft(_ number: Int?) throws(RequestDraft.Mistake) -> RequestDraft {
        if let number {
            guard entries.indices.contains(number - 1) else {
                throw .init(
                    line: nil, reason: "request \(number) does not exist; the last one is \(entries.count)")
            }
            return entries[number - 1].draft
        }
        guard entries.count > 1 else { return entries[0].draft }
        let names = entries.prefix(Self.maxNamed).enumerated().map { index, entry in
            "#\(index + 1) " + (entry.name.isEmpty ? entry.draft.firstLine : entry.name)
        }
        let more = entries.count > Self.maxNamed ? ", …" : ""
        throw .init(
            line: nil,
            reason: "several requests; add the number of one: " + names.joined(separator: ", ") + more)
    }

    /// Splits a file name and the number of a request after `#`: `requests.http#2`.
    public static func reference(_ text: String) -> (path: String, number: Int?) {
        guard let mark = text.lastIndex(of: "#"), let number = Int(text[text.index(after: mark)...]) else {
            return (text, nil)
        }
        return (String(text[..<mark]), number)
    }

    private static let maxNamed = 5
}

/// The parser of a text.
private struct Parser {
    private(set) var entries: [RequestFile.Entry] = []
    private let domainToASCII: WebURL.DomainToASCII?
    private var line = 0
    private var name = ""
    private var state = State.before

    private enum State {
        /// Before the next request.
        case before
        /// After its first line, with the headers so far.
        case headers(RequestDraft)
        /// After its headers, with the lines of the body so far.
        case body(RequestDraft, [String])
    }

    init(_ domainToASCII: WebURL.DomainToASCII?) { self.domainToASCII = domainToASCII }

    mutating func append(_ text: String) throws(RequestDraft.Mistake) {
        line += 1
        if text.hasPrefix("###") {
            try endRequest()
            name = Self.trimmed(text.drop { $0 == "#" })
            return
        }
        switch state {
        case .before:
            guard !text.allSatisfy(\.isWhitespace) else { return }
            if Self.isComment(text) { return note(text) }
            state = .headers(try first(text))
        case .headers(let draft) where text.isEmpty: state = .body(draft, [])
        case .headers(var draft):
            if Self.isComment(text) { return note(text) }
            draft.fields.append(try draft.field(text, line: line))
            state = .headers(draft)
        case .body(let draft, let lines):
            if lines.isEmpty, text.hasPrefix("< ") {
                throw .init(
                    line: line, reason: "“\(text)” takes the body from a file, which is not supported")
            }
            state = .body(draft, lines + [text])
        }
    }

    mutating func endRequest() throws(RequestDraft.Mistake) {
        switch state {
        case .before: return
        case .headers(let draft): entries.append(.init(name: name, draft: draft))
        case .body(var draft, var lines):
            // Empty lines at the end separate the requests.
            while lines.last?.isEmpty ?? false { lines.removeLast() }
            draft.body = RequestBody(Array(lines.joined(separator: "\n").utf8))
            entries.append(.init(name: name, draft: draft))
        }
        state = .before
        name = ""
    }

    /// Parses the first line of a request.
    private func first(_ text: String) throws(RequestDraft.Mistake) -> RequestDraft {
        if let start = text.firstRange(of: "{{") {
            throw .init(
                line: line, reason: "“\(text[start.lowerBound...])” is a variable, which is not supported")
        }
        var words = text.split(separator: " ")
        if words.count > 1, words.last?.hasPrefix("HTTP/") ?? false { words.removeLast() }
        if words.count == 1 { words.insert("GET", at: 0) }
        return try RequestDraft(firstLine: words.joined(separator: " "), domainToASCII, line: line)
    }

    private mutating func note(_ comment: String) {
        let words = comment.drop { $0 == "#" || $0 == "/" || $0 == " " }
        if words.hasPrefix("@name ") { name = Self.trimmed(words.dropFirst(6)) }
    }

    private static func isComment(_ text: String) -> Bool { text.hasPrefix("#") || text.hasPrefix("//") }

    private static func trimmed(_ text: Substring) -> String {
        text.split(separator: " ").joined(separator: " ")
    }
}
