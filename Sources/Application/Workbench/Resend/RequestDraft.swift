import SonicProtocol

/// A request to be edited before it is sent: method, address, each header in its order and case, body.
public struct RequestDraft: Sendable, Equatable {
    /// The method as sent.
    public var method: String
    /// The address.
    public var url: WebURL
    /// The fields in sending order.
    public var fields: [HeaderField]
    /// The body; empty for none.
    public var body: RequestBody

    /// Creates the draft of a request as it was or would be sent.
    public init(_ request: Request) {
        method = request.method
        url = request.url
        fields = request.headers.fields
        body = request.body
    }

    /// Creates a draft without headers and body from a method and an address, such as `GET http://example.com/`.
    public init(
        firstLine text: String, _ domainToASCII: WebURL.DomainToASCII?, line: Int? = nil
    ) throws(Mistake) {
        let target = try Self.target(text, domainToASCII, line: line)
        self.init(Request(method: target.method, url: target.url))
    }

    /// The request to send.
    var request: Request {
        Request(method: method, url: url, headers: Headers(fields), body: body)
    }

    /// The first line of the text.
    public var firstLine: String { "\(method) \(url.href)" }

    /// Returns a field as a line of the text.
    public static func line(_ field: HeaderField) -> String {
        field.valueBytes.isEmpty ? "\(field.name):" : "\(field.name): \(field.value)"
    }

    /// The body as editable text; nil if it is not text, and if it has files.
    public var textBody: String? { body.bytes.flatMap { String(validating: $0, as: UTF8.self) } }

    /// The whole draft as text: the first line, a line for each field, an empty line, the body. A body that is not text
    /// is omitted.
    public var text: String {
        let head = ([firstLine] + fields.map(Self.line)).joined(separator: "\n") + "\n\n"
        guard let textBody, !textBody.isEmpty else { return head }
        return head + textBody + "\n"
    }

    /// The error in a text that is not a valid request.
    public struct Mistake: Error, Equatable, Sendable {
        /// The line, counted from 1; nil for a single typed line.
        let line: Int?
        /// The error, as a sentence without its full stop.
        let reason: String

        /// The error message.
        public var words: String { (line.map { "Line \($0): " } ?? "") + reason + "." }
    }

    /// Returns the draft that an edited text describes. Unchanged fields keep their bytes; one line break at the end of
    /// the body is ignored, since editors add one.
    /// - Parameters:
    ///   - text: The text in the format of `text`.
    ///   - domainToASCII: The conversion of host names outside ASCII; nil refuses them.
    public func reading(
        _ text: String, domainToASCII: WebURL.DomainToASCII? = nil
    ) throws(Mistake) -> RequestDraft {
        var scanner = ByteScanner(Array(text.utf8))
        var lines: [ArraySlice<UInt8>] = []
        while let line = scanner.line(), !line.isEmpty { lines.append(line) }
        guard let first = lines.first else { throw Mistake(line: 1, reason: "the request is empty") }
        var draft = self
        try draft.setTarget(firstLine: Bytes.text(first), domainToASCII, line: 1)
        draft.fields = []
        for (index, line) in lines.enumerated().dropFirst() {
            draft.fields.append(try field(Bytes.text(line), line: index + 1))
        }
        var body = scanner.rest
        if body.last == 0x0A { body = body.dropLast() }
        if textBody != nil || !body.isEmpty { draft.body = RequestBody(Array(body)) }
        return draft
    }

    /// Sets the method and address from a line such as `GET http://example.com/`.
    public mutating func setTarget(
        firstLine text: String, _ domainToASCII: WebURL.DomainToASCII?, line: Int? = nil
    ) throws(Mistake) {
        let target = try Self.target(text, domainToASCII, line: line)
        (method, url) = (target.method, target.url)
    }

    private static func target(
        _ text: String, _ domainToASCII: WebURL.DomainToASCII?, line: Int?
    ) throws(Mistake) -> (method: String, url: WebURL) {
        let words = text.split(separator: " ")
        guard words.count == 2 else {
            throw Mistake(line: line, reason: "a request begins with a method and an address: GET http://…")
        }
        let method = String(words[0])
        guard HeaderField(method, "").isWellFormed else {
            throw Mistake(line: line, reason: "“\(method)” is not a valid method")
        }
        let url: WebURL
        do throws(WebURL.Failure) {
            url = try WebURL.parse(String(words[1]), domainToASCII: domainToASCII)
        } catch {
            throw Mistake(line: line, reason: "“\(words[1])” is not a valid address: \(error)")
        }
        guard url.isHTTP else { throw Mistake(line: line, reason: "requests go to http or https addresses") }
        return (method, url.withoutCredentials)
    }

    /// Parses a field from a line such as `Accept: text/html`.
    public func field(_ text: String, line: Int? = nil) throws(Mistake) -> HeaderField {
        if let known = fields.first(where: { Self.line($0) == text }) { return known }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw Mistake(line: line, reason: "a header is “Name: value”, and “\(text)” has no colon")
        }
        let field = HeaderField(
            nameBytes: Array(text.utf8[..<colon]), valueBytes: Array(text.utf8[colon...].dropFirst()))
        guard field.isWellFormed else {
            throw Mistake(line: line, reason: "“\(text)” has characters that are not allowed in headers")
        }
        return field
    }
}
