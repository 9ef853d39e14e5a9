import CCurl
import CurlSockets
import Glibc
import SonicProtocol
import SonicServer

/// One request to the upstream and its response, carried by libcurl.
final class UpstreamExchange {
    /// The progress of the response.
    private enum Progress {
        case head([UInt8])
        case body
        /// This side aborted, for a reason unknown to libcurl.
        case refused(String)
    }

    /// libcurl's handle.
    let easy: UnsafeMutableRawPointer
    let request: ForwardedRequest
    private weak var listener: Relay?
    private let settings: ProxySite.Settings
    private let sockets: OpenSockets
    private var connection = ConnectionUse()
    /// The sockets that libcurl opened for it.
    private var ownSockets: [OpenSocket] = []
    private var bodyEnd = BodyEnd.framed
    private var progress = Progress.head([])
    /// The header list that libcurl reads while the exchange lives.
    private var lines: UnsafeMutablePointer<curl_slist>?
    /// libcurl's description of a failure, empty for none.
    private let words = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// The maximum size of response headers, in bytes.
    private static let headLimit = 256 << 10

    /// Creates an exchange; nil if there is no memory.
    init?(
        _ request: ForwardedRequest, to settings: ProxySite.Settings, over sockets: OpenSockets,
        for listener: Relay
    ) {
        guard let easy = late_easy_init() else { return nil }
        self.easy = easy
        self.request = request
        self.settings = settings
        self.sockets = sockets
        self.listener = listener
        words.initialize(repeating: 0)
        configure()
    }

    deinit {
        late_easy_cleanup(easy)
        late_list_free(lines)
        words.deallocate()
    }

    /// Ends the exchange before libcurl began it.
    func fail(_ reason: String) { end(because: "was not contacted: \(reason)") }

    private func end(because reason: String) {
        listener?.ended(UpstreamFailure("The upstream \(settings.upstream.origin) \(reason)."))
    }

    /// Ends the exchange with libcurl's result.
    func finish(_ result: CURLcode) {
        switch progress {
        case .refused(let reason): end(because: reason)
        case .body where result == CURLE_OK && !connection.isWhole(bodyEnd, of: easy, sockets):
            end(because: "ended TLS before its response was complete")
        case .body where result == CURLE_OK: listener?.ended(nil)
        case .head where connection.wasEnded, .body where connection.wasEnded:
            end(because: "sent endless bytes outside a response, and was disconnected")
        case .head where result == CURLE_OK:
            // libcurl reports a connection that closes within the headers as a complete response.
            end(because: "closed the connection before its response began")
        case .head, .body:
            let detail = words.baseAddress.map { String(cString: $0) } ?? ""
            listener?.ended(
                UpstreamFailure(
                    result, reason: Int32(truncatingIfNeeded: late_get_long(easy, CURLINFO_OS_ERRNO)),
                    detail: detail, at: settings.upstream.origin, silence: settings.silenceSeconds))
        }
    }

    private func configure() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = late_set_header_function(easy, Self.header, context)
        _ = late_set_write_function(easy, Self.write, context)
        _ = late_set_read_function(easy, Self.read, context)
        _ = late_set_socket_function(easy, Self.socket, context)
        _ = late_set_ready_function(easy, Self.ready, context)
        _ = late_set_debug_function(easy, Self.debug, context)
        set(CURLOPT_VERBOSE, 1)
        sockets.observe(easy)
        _ = late_set_pointer(easy, CURLOPT_ERRORBUFFER, words.baseAddress)
        _ = late_set_text(easy, CURLOPT_URL, settings.upstream.url.href)
        (request.target + [0]).withUnsafeBytes { target in
            // libcurl copies it.
            let bytes = target.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = late_set_text(easy, CURLOPT_REQUEST_TARGET, bytes)
        }
        _ = late_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        // HTTP/1.1 keeps the case of field names, which Sonic servers depend on.
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_CONNECTTIMEOUT, min(10, settings.silenceSeconds))
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, settings.silenceSeconds)
        if settings.upstream.url.isLoopback { _ = late_set_text(easy, CURLOPT_PROXY, "") }
        if let authorities = settings.authorities {
            _ = late_set_text(easy, CURLOPT_CAINFO, FilePath(authorities).cString)
            _ = late_set_text(easy, CURLOPT_CAPATH, nil)
        }
        setBody()
        setHeaders()
        _ = late_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
    }

    private func set(_ option: CURLoption, _ value: Int) { _ = late_set_long(easy, option, value) }

    private func setBody() {
        switch request.body {
        case .none where request.upgrade != nil:
            // To libcurl, what the client sends in the other protocol is a body without framing, which ends with the
            // connection (docs/decisions/0771-upgrades-pass-through-the-proxy.md).
            _ = late_set_offset(easy, CURLOPT_INFILESIZE_LARGE, -1)
            set(CURLOPT_FORBID_REUSE, 1)
        case .none:
            if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
            return
        case .known(let count): _ = late_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(count))
        case .unknown: _ = late_set_offset(easy, CURLOPT_INFILESIZE_LARGE, -1)
        }
        set(CURLOPT_UPLOAD, 1)
        // A streamed body cannot be sent again if a reused connection turns out to be dead.
        set(CURLOPT_FRESH_CONNECT, 1)
    }

    private func setHeaders() {
        var fields = request.headers.fields.filter(\.isWellFormed).map { field in
            // A field without a value is written with a semicolon, which libcurl sends as a colon.
            field.nameBytes + (field.valueBytes.isEmpty ? ";".utf8 : ": ".utf8) + field.valueBytes + [0]
        }
        // A name with a colon alone prevents libcurl from adding its own field.
        let own = ["Accept", "User-Agent", "Content-Type", "Expect", "Transfer-Encoding"]
        for name in own.dropLast(request.upgrade == nil ? 1 : 0) where !request.headers.contains(name) {
            fields.append(Array("\(name):\0".utf8))
        }
        for line in fields {
            line.withUnsafeBytes { bytes in
                let longer = late_list_append(lines, bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
                lines = longer ?? lines
            }
        }
        _ = late_set_list(easy, CURLOPT_HTTPHEADER, lines)
    }

    // MARK: libcurl's callbacks

    /// Receives a header line. Returns false to abort the exchange.
    func receivedLine(_ line: UnsafeRawBufferPointer) -> Bool {
        // Lines after the headers are trailers, which are not forwarded.
        guard case .head(var head) = progress else { return true }
        head += line
        guard head.count <= Self.headLimit else {
            progress = .refused("sent headers of more than \(Self.headLimit) bytes")
            return false
        }
        progress = .head(head)
        guard line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) else { return true }
        if let objection = AnswerScrutiny.objection(to: head, mayUpgrade: request.upgrade != nil) {
            progress = .refused(objection)
            return false
        }
        guard let found = ResponseHead(raw: head) else {
            progress = .refused("does not speak HTTP")
            return false
        }
        if (100...199).contains(found.status), found.status != 101 {
            progress = .head([])
        } else {
            progress = .body
            // Another protocol may be silent for longer; the server limits that.
            if found.status == 101 { set(CURLOPT_LOW_SPEED_TIME, 0) }
            bodyEnd = BodyEnd(of: found, to: request.method)
            // Content-Length in addition to chunks may come from request smuggling (RFC 9112 §6.3), so the connection
            // is not reused.
            if found.isChunked, found.headers.contains("content-length") { set(CURLOPT_FORBID_REUSE, 1) }
            listener?.received(found)
        }
        return true
    }

    /// Handles a debug message of libcurl.
    func said(_ line: UnsafeRawBufferPointer) {
        switch connection.said(line, sockets) {
        case .none: break
        case .unasked, .nested: set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    /// Records that a socket was opened.
    func opened(_ descriptor: Int32) {
        let socket = sockets.opened(descriptor)
        ownSockets.append(socket)
        connection.opened(socket)
    }

    /// The descriptors of its sockets: one, once there is a response.
    var descriptors: [Int32] { ownSockets.filter(\.isOpen).map(\.descriptor) }

    /// Whether the upstream has ended its side, and libcurl has read everything before. libcurl does not report that
    /// while it waits for more to send.
    var hasUpstreamEnded: Bool {
        var byte: UInt8 = 0
        return descriptors.contains { recv($0, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0 }
    }

    /// Returns whether the request may be sent on this connection: the next response on it must belong to this request,
    /// and not to that of another client.
    func isReady(between ports: OpenSockets.Ports, to address: String) -> Bool {
        connection.ready(easy, between: ports, to: address, sockets).isUsable
    }

    /// Prepares a retry on a new connection if the request was not sent on a reused one. Returns whether it is needed.
    func beginsAgain() -> Bool {
        guard connection.isRefused else { return false }
        connection = ConnectionUse()
        set(CURLOPT_FRESH_CONNECT, 1)
        return true
    }

    /// Receives a part of the body. Returns false if it is to be repeated.
    func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool { listener?.received(bytes) ?? true }

    /// Returns the next bytes of the request's body.
    func give(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        listener?.give(into: buffer) ?? .cutOff
    }

    // The context of each callback is its unretained exchange, which outlives the handle.

    fileprivate static let header: late_data_callback = { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return exchange(context).receivedLine(line) ? line.count : 0
    }

    fileprivate static let write: late_data_callback = { bytes, size, count, context in
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return exchange(context).receivedBody(part) ? part.count : Int(CURL_WRITEFUNC_PAUSE)
    }

    fileprivate static let read: late_data_callback = { bytes, size, count, context in
        switch exchange(context).give(
            into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        {
        case .bytes(let count): count
        case .later: Int(CURL_READFUNC_PAUSE)
        case .end: 0
        case .cutOff: Int(CURL_READFUNC_ABORT)
        }
    }

    fileprivate static let debug: late_debug_callback = { _, kind, bytes, count, context in
        if kind == CURLINFO_TEXT {
            exchange(context).said(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        return 0
    }

    fileprivate static let socket: late_socket_callback = { context, socket, _ in
        exchange(context).opened(socket)
        return 0
    }

    fileprivate static let ready: late_ready_callback = { context, address, _, peer, own in
        let address = address.map { String(cString: $0) } ?? ""
        return exchange(context).isReady(between: OpenSockets.Ports(own: own, peer: peer), to: address)
            ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static func exchange(_ context: UnsafeMutableRawPointer?) -> UpstreamExchange {
        // The context is set together with the callback and is never nil.
        Unmanaged<UpstreamExchange>.fromOpaque(context!).takeUnretainedValue()
    }
}
