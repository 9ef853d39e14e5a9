import Glibc
import SonicProtocol

/// What a site says to a request.
public enum ServerAnswer: Sendable, Equatable {
    /// A response.
    case response(ServerResponse)
    /// A response that is due later.
    case late(ServerResponse, after: Duration)
    /// The connection closes without a byte.
    case hangUp
    /// Nothing at all for this long, then the connection closes.
    case silence(Duration)
}

/// A response before it is framed: `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` are the
/// server's own.
public struct ServerResponse: Sendable {
    /// The status code.
    public var status: Int { didSet { standing = nil } }
    /// The header fields in sending order, doubled ones included.
    public var headers: Headers { didSet { standing = nil } }
    /// The body.
    public var body: Body { didSet { standing = nil } }
    /// The page it was made of and what that came to; nil for what the Sonic half has not seen. Nothing of it is
    /// sent.
    public var treatment: PreparedResponse?
    /// What there is to tell of it in the log, a few words each. Nothing of it is sent.
    public var notes: [String] = []
    /// What was done wrong to it on purpose. Nothing of it is sent.
    var faults: [Fault] = []
    /// What was made of it to be sent many times; nil for what is made anew each time, as everything is that was
    /// changed since.
    private(set) var standing: StandingResponse?

    /// A response of these parts.
    public init(
        status: Int = 200, headers: Headers = Headers(), body: Body = .bytes([]),
        treatment: PreparedResponse? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.treatment = treatment
    }

    /// The same response, made once for all times it will be sent. Only what lies in memory can be.
    func standingReady() -> ServerResponse {
        guard case .bytes(let bytes) = body else { return self }
        var ready = self
        ready.standing = StandingResponse(bytes, headers)
        return ready
    }

    /// What follows the head. A HEAD request gets the head alone.
    public enum Body: Sendable, Equatable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// So many bytes of an open file from a place in it; whoever sends the response closes it.
        case file(descriptor: Int32, size: UInt64, offset: UInt64 = 0)
        /// Pieces over time, in chunks.
        case pieces([Piece])
        /// These bytes of a body announced as longer; then the connection closes.
        case truncated([UInt8], announced: Int)
        /// The same, but the connection is reset, as by a program that crashed.
        case reset([UInt8], announced: Int)
        /// These bytes of a body announced as shorter.
        case overrun([UInt8], announced: Int)
        /// These bytes again and again, in chunks, until the client has had enough. Never empty.
        case endless([UInt8])
        /// Read part by part from the conversation whose answer this is; nil for no length to announce sends
        /// chunks.
        case streamed(length: UInt64?)
    }

    /// A part of a body and when it is due.
    public struct Piece: Sendable, Equatable {
        /// How long after the piece before it, or after the request, it is sent.
        public let delay: Duration
        /// Its bytes.
        public let bytes: [UInt8]

        /// A piece of these bytes.
        public init(after delay: Duration, _ bytes: [UInt8]) {
            self.delay = delay
            self.bytes = bytes
        }
    }
}

extension ServerResponse: Equatable {
    /// Whether both are the same response, however they were made.
    public static func == (left: ServerResponse, right: ServerResponse) -> Bool {
        left.status == right.status && left.headers == right.headers && left.body == right.body
            && left.treatment == right.treatment
    }
}

extension ServerResponse {
    /// A complete body of HTML that is no Sonic page.
    public static func html(_ html: String, status: Int = 200) -> ServerResponse {
        ServerResponse(
            status: status, headers: Headers([HeaderField("Content-Type", "text/html; charset=utf-8")]),
            body: .bytes(Array(html.utf8)))
    }

    /// The same response with one more header field.
    public func with(_ name: String, _ value: String) -> ServerResponse {
        var response = self
        response.headers.append(name, value)
        return response
    }

    /// The same response with something to be told of it.
    public func noting(_ note: String) -> ServerResponse {
        var response = self
        response.notes.append(note)
        return response
    }

    /// The same response spoilt by a fault.
    func noting(_ fault: Fault) -> ServerResponse {
        var response = noting("fault \(fault.rawValue)")
        response.faults.append(fault)
        return response
    }

    /// The same response with a file's bytes in memory, where the file can be read and is no longer than a page
    /// may be.
    func loaded() -> ServerResponse {
        guard case .file(let descriptor, let size, let offset) = body, size <= FolderSite.pageLimit,
            let bytes = ServedFolder.contents(of: descriptor, limit: FolderSite.pageLimit, from: offset)
        else { return self }
        var loaded = self
        loaded.body = .bytes(Array(bytes.prefix(Int(clamping: size))))
        return loaded
    }

    /// Gives back what the body holds, where the response will not be sent.
    func dropBody() {
        if case .file(let descriptor, _, _) = body { close(descriptor) }
    }

    /// The body where it lies in memory; nil for files and bodies that are sent over time.
    public var bytes: [UInt8]? {
        if case .bytes(let bytes) = body { return bytes }
        return nil
    }
}
