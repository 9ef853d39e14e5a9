import SonicProtocol

/// An exchange between a client and the server as text: headers and bodies byte for byte, in the format of the
/// recordings that tests replay (docs/server/sonic-server.md#recordings).
public struct RecordedExchange: Sendable {
    /// The maximum size of the recorded part of a body, in bytes.
    public static let bodyLimit = 1 << 20

    /// A body: its first bytes, and its full length.
    public struct Body: Sendable, Equatable {
        /// Up to `bodyLimit` bytes.
        private(set) var bytes: [UInt8] = []
        /// The full length in bytes.
        private(set) var count = 0
        /// The number of those bytes that were never in memory.
        private(set) var unseen = 0

        /// Creates an empty body.
        init() {}

        /// Appends bytes. Beyond the limit they are only counted.
        public mutating func add(_ part: some Collection<UInt8>) {
            bytes += part.prefix(max(0, RecordedExchange.bodyLimit - bytes.count))
            count += part.count
        }

        /// Counts bytes that were never in memory, such as those of a file sent by the system.
        mutating func add(unseen more: UInt64) {
            unseen += Int(clamping: more)
            count += Int(clamping: more)
        }
    }

    /// A response's status and fields as passed to the server.
    struct ResponseStart: Sendable {
        let status: Int
        let headers: Headers
        /// The time since the request's first line.
        let waited: Duration
    }

    /// The request without its body.
    let head: ServerRequest
    /// The client's HTTP version.
    let version: String
    /// The request's body.
    public var requestBody = Body()
    /// The response's status and fields; nil if none was sent.
    private(set) var response: ResponseStart?
    /// The response's body as sent.
    public var responseBody = Body()
    /// The page before its compression, if the response's body was compressed.
    var unpackedPage: [UInt8]?

    /// Creates an exchange of a request head.
    public init(_ head: ServerRequest, version: String) {
        self.head = head
        self.version = version
    }

    /// Records the response's status and headers.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - headers: Its fields.
    ///   - waited: How long the client waited for it.
    public mutating func answer(status: Int, _ headers: Headers, after waited: Duration = .zero) {
        response = ResponseStart(status: status, headers: headers, waited: waited)
    }

    /// Returns the text of the exchange.
    ///
    /// - Parameter title: A line that describes it.
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
        line + "\r\n".utf8 + headers.fields.flatMap(\.line)
    }
}
