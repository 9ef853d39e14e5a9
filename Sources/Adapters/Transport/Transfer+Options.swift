import CCurl
import CurlSockets
import Glibc
import SonicProtocol
import SonicSession

extension Transfer {
    /// Sets all options of this transfer in addition to those of every transfer; throws if the request cannot be sent.
    func configure(
        _ configuration: TransportConfiguration, _ credentials: Credentials?
    ) throws(ConnectionFailure) {
        let request = exchange.request
        guard request.url.scheme == "http" || request.url.scheme == "https" else {
            throw .unsupportedScheme(request.url.scheme)
        }
        try checkFiles(configuration)
        observe()
        try setHeaders(request)
        try setBody(request)
        setReuse(request)
        // libcurl prefers the credentials in the URL, but those that were entered later replace them.
        let url = credentials == nil ? request.url : request.url.withoutCredentials
        easy.set(CURLOPT_URL, url.withoutFragment.href)
        // libcurl divides the time among the addresses of the host.
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connecting.waitingMilliseconds)
        setTrust(configuration)
        setProxy(configuration, for: request.url)
        try setPeer(exchange.target?.description ?? configuration.connectTo)
        // Stored passwords are for the server with a verified certificate.
        setCredentials(acceptedCertificate == nil ? configuration.netrc : .none, credentials)
    }

    /// Checks the files first: libcurl would block on a pipe, and with it all other transfers.
    private func checkFiles(_ configuration: TransportConfiguration) throws(ConnectionFailure) {
        var paths = configuration.clientCertificate.map { [$0.path, $0.keyPath ?? $0.path] } ?? []
        if case .authorities(let path) = configuration.trust { paths.append(path) }
        for path in paths {
            guard case .odd(let reason) = ReadableFile(at: path) else { continue }
            throw .other(code: Int(CURLE_READ_ERROR.rawValue), detail: "\(path) was not read: \(reason)")
        }
    }

    private func observe() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = late_set_header_function(easy.raw, Self.onHeader, context)
        _ = late_set_write_function(easy.raw, Self.onWrite, context)
        _ = late_set_debug_function(easy.raw, Self.onDebug, context)
        _ = late_set_socket_function(easy.raw, Self.onSocket, context)
        _ = late_set_open_function(easy.raw, Self.onOpening, context)
        _ = late_set_resolver_function(easy.raw, Self.onResolver, context)
        // Otherwise the certificate could not be compared.
        if late_set_ready_function(easy.raw, Self.onReady, context) != CURLE_OK { acceptedCertificate = nil }
        sockets.observe(easy.raw)
        // Only with a debug function: without it libcurl writes to the terminal.
        easy.set(CURLOPT_VERBOSE, 1)
    }

    private func setHeaders(_ request: Request) throws(ConnectionFailure) {
        for field in request.headers.fields {
            guard let line = Self.line(field) else {
                throw .other(
                    code: Int(CURLE_BAD_FUNCTION_ARGUMENT.rawValue),
                    detail:
                        "the header “\(field.name)” cannot be sent: its name or value has characters that are not allowed"
                )
            }
            headerLines = try Self.list(headerLines, with: line)
        }
        for (name, line) in Self.omissions where !request.headers.contains(name) {
            headerLines = try Self.list(headerLines, with: line)
        }
        easy.set(CURLOPT_HTTPHEADER, list: headerLines)
    }

    /// Lines with a name and a colon only, which keep libcurl from adding these fields.
    private static let omissions = ["Accept", "Content-Type", "Expect"].map { name in
        (name: name, line: Array("\(name):\0".utf8))
    }

    /// Connects to another host and port than those of the URL. The first two fields are empty and match any host,
    /// since the option applies to this transfer only.
    /// Returns a field with a terminating zero byte, or nil if the name is not a token (RFC 9110 §5.6.2) or the value
    /// contains a byte that would end the line. A field without a value is written with a semicolon, which libcurl
    /// sends as a colon.
    private static func line(_ field: HeaderField) -> [UInt8]? {
        guard HeaderField(nameBytes: field.nameBytes, valueBytes: []).isWellFormed,
            !field.valueBytes.contains(where: { $0 == 0 || $0 == 0x0D || $0 == 0x0A })
        else { return nil }
        return field.nameBytes + (field.valueBytes.isEmpty ? ";" : ": ").utf8 + field.valueBytes + [0]
    }

    private func setPeer(_ peer: String?) throws(ConnectionFailure) {
        guard let peer else { return }
        // libcurl requires the colon before the port even if there is none.
        let hasPort = peer.split(separator: "]").last?.contains(":") ?? false
        connectLines = try Self.list(nil, with: Array("::\(peer)\(hasPort ? "" : ":")\0".utf8))
        easy.set(CURLOPT_CONNECT_TO, list: connectLines)
    }

    /// Returns a list with one more line, which is zero-terminated.
    private static func list(
        _ list: UnsafeMutablePointer<curl_slist>?, with line: [UInt8]
    ) throws(ConnectionFailure) -> UnsafeMutablePointer<curl_slist> {
        let longer = line.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { late_list_append(list, $0.baseAddress) }
        }
        guard let longer else {
            throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue), detail: "Out of memory.")
        }
        return longer
    }

    private func setBody(_ request: Request) throws(ConnectionFailure) {
        if request.method == "HEAD" {
            easy.set(CURLOPT_NOBODY, 1)
        } else if !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method) {
            easy.set(CURLOPT_POST, 1)
            _ = late_set_offset(easy.raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
            if let bytes = request.body.bytes {
                // The zero after the body is not sent; it gives an empty body an address.
                (bytes + [0]).withUnsafeBytes { easy.set(CURLOPT_COPYPOSTFIELDS, pointer: $0.baseAddress) }
            } else {
                let body = SentBody(request.body)
                try body.check()
                self.body = body
                let context = Unmanaged.passUnretained(self).toOpaque()
                _ = late_set_read_function(easy.raw, Self.onRead, context)
                _ = late_set_seek_function(easy.raw, Self.onSeek, context)
            }
        }
        easy.set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    /// Selects a reused or a separate connection
    /// (docs/decisions/0370-requests-with-side-effects-get-their-own-connection.md).
    private func setReuse(_ request: Request) {
        // If a reused connection is closed, libcurl repeats the request, regardless of its method, and the server may
        // have processed the first one. A request that is not idempotent therefore gets a new connection, which costs a
        // handshake and is available for others afterwards.
        if request.needsNewConnection || !request.isIdempotent { easy.set(CURLOPT_FRESH_CONNECT, 1) }
        // The rest of such a request on its connection would be parsed as the next request, or as part of the response.
        if request.hasOddLength {
            easy.set(CURLOPT_FRESH_CONNECT, 1)
            easy.set(CURLOPT_FORBID_REUSE, 1)
        }
    }

    private func setTrust(_ configuration: TransportConfiguration) {
        switch configuration.trust {
        // The certificate is compared before the request is sent (`readyToSend`).
        case _ where acceptedCertificate != nil:
            easy.set(CURLOPT_SSL_VERIFYPEER, 0)
            easy.set(CURLOPT_SSL_VERIFYHOST, 0)
        case .system: break
        case .authorities(let path):
            easy.set(CURLOPT_CAINFO, path: path)
            easy.set(CURLOPT_CAPATH, nil)
        case .anyone:
            easy.set(CURLOPT_SSL_VERIFYPEER, 0)
            easy.set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        if let certificate = configuration.clientCertificate {
            easy.set(CURLOPT_SSLCERT, path: certificate.path)
            easy.set(CURLOPT_SSLKEY, path: certificate.keyPath ?? certificate.path)
            // Set even if it is empty: otherwise OpenSSL prompts for it on the terminal.
            easy.set(CURLOPT_KEYPASSWD, certificate.password)
        }
    }

    private func setProxy(_ configuration: TransportConfiguration, for url: WebURL) {
        switch configuration.proxy {
        // For the proxy, “this machine” is another one; an address to connect to is meant from here.
        case .environment:
            let isHere = url.isLoopback || exchange.target != nil || configuration.connectTo != nil
            if isHere || NetworkList(nil).contains(url.host) { easy.set(CURLOPT_PROXY, "") }
        case .none: easy.set(CURLOPT_PROXY, "")
        case .through(let proxy, let except, _):
            easy.set(CURLOPT_PROXY, NetworkList(except).contains(url.host) ? "" : proxy)
            if let except { easy.set(CURLOPT_NOPROXY, except) }
        }
    }

    private func setCredentials(_ netrc: Netrc, _ credentials: Credentials?) {
        if let credentials {
            easy.set(CURLOPT_USERNAME, credentials.user)
            easy.set(CURLOPT_PASSWORD, credentials.password)
            return
        }
        switch netrc {
        case .none: break
        case .home: easy.set(CURLOPT_NETRC, late_netrc_optional)
        case .file(let path):
            easy.set(CURLOPT_NETRC, late_netrc_optional)
            easy.set(CURLOPT_NETRC_FILE, path)
        }
    }
}

extension Request {
    /// Whether the header fields may contradict the length of the body: `Content-Length` has another value, or there is
    /// a Transfer-Encoding, which libcurl applies only to some requests.
    fileprivate var hasOddLength: Bool {
        headers.contains("transfer-encoding")
            || (headers.contains("content-length") && headers.all("content-length") != ["\(body.count)"])
    }
}

/// The callbacks of libcurl. The context of each is its unretained `Transfer`, which outlives the handle.
extension Transfer {
    private static let onHeader: late_data_callback = { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(context).receivedLine(line) ? line.count : 0
    }

    private static let onWrite: late_data_callback = { bytes, size, count, context in
        let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return switch transfer(context).receivedBody(piece) {
        case .taken: piece.count
        case .later: Int(CURL_WRITEFUNC_PAUSE)
        // A piece is never empty, so 0 differs from its size and is an error.
        case .refused: 0
        }
    }

    private static let onRead: late_data_callback = { bytes, size, count, context in
        let transfer = transfer(context)
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        do throws(ConnectionFailure) {
            return try transfer.body?.read(into: buffer) ?? 0
        } catch {
            transfer.verdict = error
            return Int(CURL_READFUNC_ABORT)
        }
    }

    // If a server requires authentication, the body is sent again.
    private static let onSeek: late_seek_callback = { context, offset, origin in
        origin == SEEK_SET && transfer(context).body?.seek(to: Int(offset)) ?? false
            ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }

    private static let onDebug: late_debug_callback = { _, kind, bytes, count, context in
        let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
        switch kind {
        case CURLINFO_HEADER_OUT: transfer(context).sentHead(buffer)
        case CURLINFO_TEXT: transfer(context).said(buffer)
        // While a large body is being sent, the server is not delaying the response.
        case CURLINFO_DATA_OUT: transfer(context).sentBody(count)
        case CURLINFO_DATA_IN where count > 0: transfer(context).receivedRaw()
        // The first bytes of a TLS handshake.
        case CURLINFO_SSL_DATA_OUT where transfer(context).phase == .connecting:
            transfer(context).enter(.securing)
        default: break
        }
        return 0
    }

    private static let onSocket: late_socket_callback = { context, socket, _ in
        transfer(context).opened(socket)
        return 0
    }

    private static let onOpening: late_open_callback = { context, _, address in
        address.map { transfer(context).openSocket($0.pointee) } ?? -1
    }

    private static let onResolver: late_resolver_callback = { _, _, context in
        // libcurl calls its resolver for IP addresses, too.
        if !transfer(context).exchange.request.url.hasAddressHost { transfer(context).enter(.resolving) }
        return 0
    }

    private static let onReady: late_ready_callback = { context, address, _, peer, own in
        let address = address.map { String(cString: $0) } ?? ""
        return transfer(context).readyToSend(between: OpenSockets.Ports(own: own, peer: peer), to: address)
            ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
        // The context is set together with the callback and is never nil.
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }

    /// Opens a socket for libcurl; -1 if the system refuses.
    func openSocket(_ address: curl_sockaddr) -> curl_socket_t {
        // Close-on-exec: a program started meanwhile, such as an editor, must not keep the connection open.
        let descriptor = socket(
            address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        if descriptor < 0 { shortage = Shortage.words(errno) }
        return descriptor
    }
}
