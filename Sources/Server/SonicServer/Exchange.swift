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
        /// Somebody else takes the body and gives the answer.
        case talking(any StreamingExchange)
        /// The response is known and due later.
        case waiting(ServerResponse)
        /// The response is being sent, from memory or wrong on purpose.
        case answered
        /// The conversation is read for the body of the response.
        case streaming
        /// The site chose to say nothing, which is this fault.
        case silent(Fault)
    }

    /// Who holds an exchange that goes on while the loop runs.
    struct Talk {
        let conversation: any StreamingExchange
        let line: ClientLine
    }

    let target: [UInt8]
    /// The client's version of HTTP, such as `HTTP/1.1`.
    var version = "HTTP/1.1"
    var stage = Stage.begun
    /// Who is asked for body and answer; nil where the site is.
    var talk: Talk?
    /// The request without its body; nil while only the request line is known.
    var head: ServerRequest?
    /// What is noted of it; nil while only the request line is known.
    var record: RequestRecord?
    /// Everything that goes over the wire; nil where nothing is recorded.
    var recorded: RecordedExchange?
    /// Bytes of a body that is sent part by part, so far.
    private(set) var bytesSent = 0
    let begun = ContinuousClock.now

    init(target: [UInt8]) {
        self.target = target
    }

    /// Notes a part of the answer's body.
    func sent(_ part: UnsafeRawBufferPointer) {
        bytesSent += part.count
        recorded?.responseBody.add(part)
    }

    /// Takes a part of the body.
    func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        recorded?.requestBody.add(bytes)
        guard case .reading(var body) = stage else { return }
        stage = .overflowing
        guard body.count + bytes.count <= limit else { return }
        body += bytes
        stage = .reading(body: body)
    }

    /// The header fields of a connection's request, in order.
    static func headers(of connection: OpaquePointer?) -> Headers {
        var fields: [HeaderField] = []
        // As many as a browser sends.
        fields.reserveCapacity(16)
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, fieldRead, fields)
        }
        return Headers(fields)
    }

    private static let fieldRead: MHD_KeyValueIteratorN = { list, _, name, nameSize, value, valueSize in
        let fields = list?.assumingMemoryBound(to: [HeaderField].self)
        fields?.pointee.append(
            HeaderField(
                name: UnsafeRawBufferPointer(start: name, count: nameSize),
                value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)))
        return .YES
    }
}
