import SonicProtocol

/// One exchange between a client and the server as text: heads and bodies byte for byte, in the layout of the
/// recordings that the tests play (docs/server/sonic-server.md#recordings).
public struct RecordedExchange: Sendable {
    /// The longest part of a body that is kept, in bytes.
    public static let bodyLimit = 1 << 20

    /// A body: its first bytes, and how many there were.
    public struct Body: Sendable, Equatable {
        /// Up to `bodyLimit` bytes.
        private(set) var bytes: [UInt8] = []
        /// All bytes that went by.
        private(set) var count = 0
        /// Those of them that nobody here has seen.
        private(set) var unseen = 0

        /// An empty body.
        init() {}

        /// Notes bytes that went by. Beyond the limit they are only counted.
        public mutating func add(_ part: some Collection<UInt8>) {
            bytes += part.prefix(max(0, RecordedExchange.bodyLimit - bytes.count))
            count += part.count
        }

        /// Notes bytes that nobody here has seen, such as those of a file that the system sends.
        mutating func add(unseen more: UInt64) {
            unseen += Int(clamping: more)
            count += Int(clamping: more)
        }
    }

    /// A response's status and fields as they were given to the server.
    struct ResponseStart: Sendable {
        let status: Int
        let headers: Headers
        /// From the request's first line to here.
        let waited: Duration
    }

    /// The request without its body.
    let head: ServerRequest
    /// The client's version of HTTP.
    let version: String
    /// The request's body.
    public var requestBody = Body()
    /// What the response begins with; nil where none was sent.
    private(set) var response: ResponseStart?
    /// The body that the client was sent.
    public var responseBody = Body()
    /// The page that was packed into the response's body, where that is so.
    var unpackedPage: [UInt8]?

    /// An exchange of which the request's head is known.
    public init(_ head: ServerRequest, version: String) {
        self.head = head
        self.version = version
    }

    /// Notes the answer's head.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - headers: Its fields.
    ///   - waited: How long the client waited for it.
    public mutating func answer(status: Int, _ headers: Headers, after waited: Duration = .zero) {
        response = ResponseStart(status: status, headers: headers, waited: waited)
    }

    /// The text of the exchange.
    ///
    /// - Parameter title: A line on what it was.
    public func text(title: String) -> [UInt8] {
        let line = Array("\(head.method) ".utf8) + head.targetBytes + " \(version)".utf8
        var text =
            Array("### \(title)\n\n>>> REQUEST\n".utf8) + Self.head(line, head.headers) + [0x0A]
        if requestBody.count > 0 { text += part(">>> REQUEST body", requestBody) }
        if let response {
            text += "<<< RESPONSE head\n".utf8
            text += Self.head(Array("HTTP/1.1 \(response.status)".utf8), response.headers) + [0x0A]
            text += part("<<< RESPONSE body", responseBody)
        } else {
            text += "<<< NO RESPONSE\n\n".utf8
        }
        return text
    }

    private func part(_ title: String, _ body: Body) -> [UInt8] {
        Array("\(title) (\(body.count) bytes, \(body.bytes.count) follow)\n".utf8) + body.bytes + [
            0x0A, 0x0A,
        ]
    }

    private static func head(_ line: [UInt8], _ headers: Headers) -> [UInt8] {
        headers.fields.reduce(into: line + "\r\n".utf8) { text, field in
            text += field.nameBytes + ": ".utf8 + field.valueBytes + "\r\n".utf8
        }
    }
}
