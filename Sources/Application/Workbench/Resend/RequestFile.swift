import Exchanges
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
        public let request: Request
    }

    /// The requests in the order of the text; at least one.
    public let entries: [Entry]

    /// Parses a text. Linear in it.
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - domainToASCII: The conversion of host names outside ASCII; nil refuses them.
    public init(_ text: String, domainToASCII: WebURL.DomainToASCII? = nil) throws(MessageMistake) {
        var scanner = ByteScanner(Array(text.utf8))
        var lines: [ArraySlice<UInt8>] = []
        while let line = scanner.line() { lines.append(line) }
        let marks = lines.indices.filter { lines[$0].starts(with: "###".utf8) }
        var entries: [Entry] = []
        for (start, end) in zip([-1] + marks, marks + [lines.count]) {
            let section = lines[(start + 1)..<end]
            guard !section.allSatisfy(MessageLines.isRemark) else { continue }
            let title = start < 0 ? "" : Bytes.text(lines[start].drop { $0 == UInt8(ascii: "#") })
            entries.append(try Self.entry(section, title, domainToASCII))
        }
        guard !entries.isEmpty else { throw MessageMistake(line: 1, words: "the file contains no request") }
        self.entries = entries
    }

    /// Parses the lines of a request, whose indices are those of the file.
    private static func entry(
        _ lines: ArraySlice<ArraySlice<UInt8>>, _ title: String, _ domainToASCII: WebURL.DomainToASCII?
    ) throws(MessageMistake) -> Entry {
        // Empty lines at the end separate the requests.
        let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        let text = Array(lines[...last].joined(separator: [0x0A]))
        let message = try MessageLines(text, from: lines.startIndex + 1)
        let (number, first) = (message.first.number, Bytes.text(message.first.bytes))
        if let start = first.firstRange(of: "{{") {
            throw MessageMistake(
                line: number, words: "“\(first[start.lowerBound...])” is a variable, which is not supported")
        }
        if message.body.starts(with: "< ".utf8) {
            let file = Bytes.text(message.body.prefix { $0 != 0x0A })
            throw MessageMistake(
                line: message.bodyNumber,
                words: "“\(file)” takes the body from a file, which is not supported")
        }
        let target = try Request.target(first, domainToASCII, line: number)
        let request = Request(
            method: target.method, url: target.url, headers: message.headers, body: message.body)
        let named = message.comments.lazy.map { $0.drop { $0 == "#" || $0 == "/" || $0 == " " } }
            .last { $0.hasPrefix("@name ") }
        let name = named?.dropFirst(6) ?? title[...]
        return Entry(name: name.split(separator: " ").joined(separator: " "), request: request)
    }

    /// Returns the request with a number, counted from 1, or the only one.
    public func request(_ number: Int?) throws(MessageMistake) -> Request {
        if let number {
            guard entries.indices.contains(number - 1) else {
                throw MessageMistake(
                    line: nil, words: "request \(number) does not exist; the last one is \(entries.count)")
            }
            return entries[number - 1].request
        }
        guard entries.count > 1 else { return entries[0].request }
        let names = entries.prefix(Self.maxNamed).enumerated().map { index, entry in
            "#\(index + 1) " + (entry.name.isEmpty ? entry.request.firstLine : entry.name)
        }
        let more = entries.count > Self.maxNamed ? ", …" : ""
        throw MessageMistake(
            line: nil,
            words: "several requests; add the number of one: " + names.joined(separator: ", ") + more)
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
