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

        /// An empty body.
        init() {}

        /// Notes bytes that went by. Beyond the limit they are only counted.
        public mutating func add(_ part: some Collection<UInt8>) {
            bytes += part.prefix(max(0, RecordedExchange.bodyLimit - bytes.count))
            count += part.count
        }

        /// Notes bytes that nobody here has seen, such as those of a file that the system sends.
        mutating func add(unseen more: UInt64) {
            count += Int(clamping: more)
        }
    }

    /// The request line and the fields, without the empty line.
    var request: [UInt8]
    /// The request's body.
    public var requestBody = Body()
    /// The status line and the fields as they were given to the server; nil where no answer was sent.
    var response: [UInt8]?
    /// The body that the client was sent.
    public var responseBody = Body()

    /// An exchange of which the request's head is known.
    public init(_ head: ServerRequest, version: String) {
        request = Self.head(
            Array("\(head.method) ".utf8) + head.targetBytes + " \(version)".utf8, head.headers)
    }

    /// Notes the answer's head.
    public mutating func answer(status: Int, _ headers: Headers) {
        response = Self.head(Array("HTTP/1.1 \(status)".utf8), headers)
    }

    /// The text of the exchange.
    ///
    /// - Parameter title: A line on what it was.
    public func text(title: String) -> [UInt8] {
        var text = Array("### \(title)\n\n>>> REQUEST\n".utf8) + request + [0x0A]
        if requestBody.count > 0 { text += part(">>> REQUEST body", requestBody) }
        if let response {
            text += "<<< RESPONSE head\n".utf8 + response + [0x0A]
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
