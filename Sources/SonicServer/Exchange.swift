import CMicrohttpd
import SonicProtocol

/// One request on its way through libmicrohttpd, from its first line to the end of its answer.
final class Exchange {
    /// How far it is.
    enum Stage {
        /// Only the request line is known.
        case begun
        /// The head is known, the body is arriving.
        case reading(body: [UInt8])
        /// The body is longer than allowed and is dropped as it arrives.
        case overflowing
        /// The response is known and due later.
        case waiting(ServerResponse)
        /// The site chose to say nothing.
        case silent
        /// Somebody holds the exchange from here on.
        case talking(any Conversation, over: ClientLine, isHTTP10: Bool)
    }

    let target: String
    var stage = Stage.begun
    /// What is noted of it; nil while only the request line is known.
    var record: RequestRecord?
    /// Bytes of a body that is sent over time, so far.
    var sentByPieces = 0
    let begun = ContinuousClock.now

    init(target: String) {
        self.target = target
    }

    /// Takes a part of the body.
    func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        guard case .reading(var body) = stage else { return }
        stage = .overflowing
        guard body.count + bytes.count <= limit else { return }
        body += bytes
        stage = .reading(body: body)
    }

    /// The header fields of a connection's request, in order.
    static func headers(of connection: OpaquePointer?) -> Headers {
        var headers = Headers()
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, fieldRead, headers)
        }
        return headers
    }

    private static let fieldRead: MHD_KeyValueIteratorN = { list, _, name, nameSize, value, valueSize in
        let headers = list?.assumingMemoryBound(to: Headers.self)
        headers?.pointee.append(
            HeaderField(
                nameBytes: UnsafeRawBufferPointer(start: name, count: nameSize),
                valueBytes: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)))
        return .YES
    }
}
