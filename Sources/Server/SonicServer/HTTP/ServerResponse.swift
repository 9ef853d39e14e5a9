import CMicrohttpd
import Exchanges
import Glibc
import SonicProtocol

/// The answer of a site to a request.
public enum ServerAnswer: Sendable, Equatable {
    /// A response.
    case response(ServerResponse)
    /// A response that is sent after a delay.
    case late(ServerResponse, after: Duration)
    /// The connection is closed without a response.
    case hangUp
    /// Nothing is sent for this time, then the connection is closed.
    case silence(Duration)
}

/// A response before framing: the server itself adds `Date`, `Content-Length`, `Transfer-Encoding` and `Connection`.
public struct ServerResponse: Sendable {
    /// The status code.
    public var status: Int { didSet { reusable = nil } }
    /// The header fields in sending order, duplicates included.
    public var headers: Headers { didSet { reusable = nil } }
    /// The body.
    public var body: Body { didSet { reusable = nil } }
    /// The page from which it was made, and the outcome; nil if it was not made by Sonic. It is not sent.
    public var prepared: PreparedResponse?
    /// Notes for the log, a few words each. They are not sent.
    public var notes: [String] = []
    /// The faults applied to it. They are not sent.
    var faults: [Fault] = []
    /// The libmicrohttpd response for repeated sending; nil if it is created each time, and after any change.
    private(set) var reusable: ReusableResponse?

    /// Creates a response of these parts.
    public init(
        status: Int = 200, headers: Headers = Headers(), body: Body = .bytes([]),
        prepared: PreparedResponse? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.prepared = prepared
    }

    /// Returns the same response, prepared once for repeated sending. Only a body in memory can be prepared.
    func madeReusable() -> ServerResponse {
        guard case .bytes(let bytes) = body else { return self }
        var ready = self
        ready.reusable = ReusableResponse(bytes, headers)
        return ready
    }

    /// The body of a response. It is not sent to a HEAD request.
    public enum Body: Sendable, Equatable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// This number of bytes of an open file from an offset; the sender of the response closes it.
        case file(descriptor: Int32, size: UInt64, offset: UInt64 = 0)
        /// Pieces sent over time, in chunks.
        case pieces([Piece])
        /// These bytes of a body with a larger announced length; then the connection is closed.
        case truncated([UInt8], announced: Int)
        /// The same, but the connection is reset, as by a crashed program.
        case reset([UInt8], announced: Int)
        /// These bytes of a body with a smaller announced length.
        case overrun([UInt8], announced: Int)
        /// These bytes repeatedly, in chunks, until the client disconnects. Never empty.
        case endless([UInt8])
        /// Read part by part from the exchange that gave this answer; sent in chunks if the length is nil.
        case streamed(length: UInt64?)
    }

    /// A piece of a body, and its delay.
    public struct Piece: Sendable, Equatable {
        /// The time after the previous piece, or after the request.
        public let delay: Duration
        /// Its bytes.
        public let bytes: [UInt8]

        /// Creates a piece of these bytes.
        public init(after delay: Duration, _ bytes: [UInt8]) {
            self.delay = delay
            self.bytes = bytes
        }
    }

    /// Whether the length of the body is known only at its end.
    var isOfUnknownLength: Bool {
        switch body {
        case .pieces, .endless, .streamed(nil): true
        case .bytes, .file, .truncated, .reset, .overrun, .streamed: false
        }
    }
}

extension ServerResponse: Equatable {
    /// Returns whether two responses are equal, regardless of faults, notes and preparation.
    public static func == (left: ServerResponse, right: ServerResponse) -> Bool {
        left.status == right.status && left.headers == right.headers && left.body == right.body
            && left.prepared == right.prepared
    }
}

extension ServerResponse {
    /// Returns an HTML response that is not a Sonic page.
    public static func html(_ html: String, status: Int = 200) -> ServerResponse {
        text(html, status: status, as: "text/html; charset=utf-8")
    }

    /// Returns a text of a media type.
    static func text(
        _ text: String, status: Int = 200, as type: String = "text/plain; charset=utf-8"
    ) -> ServerResponse {
        ServerResponse(
            status: status, headers: Headers([HeaderField("Content-Type", type)]),
            body: .bytes(Array(text.utf8)))
    }

    /// Returns the same response with one more header field.
    public func with(_ name: String, _ value: String) -> ServerResponse {
        var response = self
        response.headers.append(name, value)
        return response
    }

    /// Returns the same response with one more note.
    public func noting(_ note: String) -> ServerResponse {
        var response = self
        response.notes.append(note)
        return response
    }

    /// Returns the same response with an applied fault.
    func noting(_ fault: Fault) -> ServerResponse {
        var response = noting("fault \(fault.rawValue)")
        response.faults.append(fault)
        return response
    }

    /// Returns the same response with a file's bytes in memory, if the file can be read and does not exceed the page
    /// limit.
    func loaded() -> ServerResponse {
        guard case .file(let descriptor, let size, let offset) = body, size <= FolderSite.pageLimit,
            let bytes = ServedFolder.contents(of: descriptor, limit: FolderSite.pageLimit, from: offset)
        else { return self }
        var loaded = self
        loaded.body = .bytes(Array(bytes.prefix(Int(clamping: size))))
        return loaded
    }

    /// Closes the body's file, if the response will not be sent.
    func dropBody() {
        if case .file(let descriptor, _, _) = body { close(descriptor) }
    }

    /// The body if it is in memory; nil for files and streamed bodies.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = body { return bytes }
        return nil
    }

    /// Returns the same response for the control page and its resources: no other page may frame it, and it must not be
    /// stored.
    func guarded() -> ServerResponse {
        with("Cache-Control", "no-store")
            .with("X-Content-Type-Options", "nosniff")
            .with(
                "Content-Security-Policy",
                "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
    }
}

/// A libmicrohttpd response with body and fields, created once and sent to any number of requests, possibly
/// concurrently. It contains a copy of the body.
final class ReusableResponse: Sendable {
    /// The address of libmicrohttpd's response, which is reference-counted.
    private let address: UInt

    /// Creates the response; nil if there is no memory.
    init?(_ body: [UInt8], _ headers: Headers) {
        guard let made = Self.make(body) else { return nil }
        Self.add(headers, to: made)
        address = UInt(bitPattern: made)
    }

    deinit { MHD_destroy_response(OpaquePointer(bitPattern: address)) }

    /// Sends it on a connection.
    func queue(status: Int, on connection: OpaquePointer) -> MHD_Result {
        MHD_queue_response(connection, UInt32(clamping: status), OpaquePointer(bitPattern: address))
    }

    /// Creates libmicrohttpd's response with a copy of these bytes.
    static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { buffer in
            // libmicrohttpd copies them before this returns.
            MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    /// Adds fields byte for byte: those of another server need not be UTF-8.
    static func add(_ headers: Headers, to made: OpaquePointer) {
        for field in headers.fields {
            (field.nameBytes + [0]).withUnsafeBytes { name in
                (field.valueBytes + [0]).withUnsafeBytes { value in
                    _ = MHD_add_response_header(
                        made, name.baseAddress?.assumingMemoryBound(to: CChar.self),
                        value.baseAddress?.assumingMemoryBound(to: CChar.self))
                }
            }
        }
    }
}

extension ServerResponse {
    /// The status line as text.
    var firstLine: String { "HTTP/1.1 \(status)" }

    /// Returns the edited response; the body is sent as given, without a coding.
    ///
    /// - Parameter body: The original's body without its codings.
    func edited(
        _ edit: InterceptEdit, body: [UInt8], _ secrets: Secrets
    ) throws(ControlFields.Mistake) -> ServerResponse {
        var edited = ServerResponse(status: status, headers: headers, body: .bytes(edit.body ?? body))
        if let bytes = edit.head {
            let head = try EditedHead(bytes, of: headers, secrets)
            let words = head.firstLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]),
                (200...599).contains(status)
            else { throw .init(sentence: "The first line must be HTTP/1.1 STATUS, from 200 to 599.") }
            edited.status = status
            edited.headers = head.headers
        }
        for name in ["Connection", "Date"] { edited.headers.remove(name) }
        edited.notes = notes
        edited.faults = faults
        return edited
    }
}
