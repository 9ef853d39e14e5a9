import CCurl
import SonicProtocol
import SonicSession

extension Transfer {
    /// Returns the outcome of the transfer from libcurl's result and the TLS handshake of the connection.
    func outcome(_ result: CURLcode, _ handshake: Handshake?) -> ResponseEvent {
        if let verdict { return .failed(verdict) }
        if connection.isRefused { return .failed(.malformed(detail: "it sends unrequested data")) }
        if result != CURLE_OK, connection.wasEnded { return .failed(endlessness()) }
        guard result == CURLE_OK else {
            let failure = certificateFailure(result) ?? failure(result)
            if case .truncated = failure, easy.long(CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0 {
                note(Finding(.http2BrokenOff, "HTTP/2: \(detail(of: result))"))
            }
            return .failed(failure)
        }
        // libcurl accepts a connection that is closed within the headers as a complete response.
        guard hasHead else { return .failed(.truncated(received: 0, expected: nil)) }
        guard connection.isWhole(bodyEnd, of: easy.raw, sockets) else {
            if bodyEnd == .stream {
                note(
                    Finding(
                        .http2BrokenOff,
                        "HTTP/2: the response's stream closed without END_STREAM"))
            }
            return .failed(truncation())
        }
        if let fault = packedBody?.earlyEnd { return .failed(.undecodable(detail: fault)) }
        if let name = packedBody?.codingWithMore {
            note(
                Finding(.contentCodingMore, "bytes after the end of the \(name) data were ignored"))
        }
        return .finished(report(handshake))
    }

    /// The earliest deadline of the transfer or its phase.
    var nextDeadline: ContinuousClock.Instant? {
        guard let end else { return deadline }
        return deadline.map { min($0, end.moment) } ?? end.moment
    }

    /// Returns the failure of the time limit that has passed; nil for none.
    func passedLimit(at now: ContinuousClock.Instant) -> ConnectionFailure? {
        if let end, end.moment <= now { return .overdue(limit: end.limit) }
        if awaitsTunnel, let deadline, deadline <= now { return proxyFailure(Self.silentProxy) }
        guard let phase, let deadline, deadline <= now else { return nil }
        return .timedOut(phase, after: limits[phase])
    }

    /// Whether the proxy has not answered CONNECT.
    private var awaitsTunnel: Bool {
        headBytesSent > 0 && !phases.contains(.waiting) && easy.long(CURLINFO_HTTP_CONNECTCODE) == 0
    }

    /// libcurl 7.88's words for that; later versions report a timeout only.
    private static let silentProxy = "Proxy CONNECT aborted due to timeout"

    /// Whether content codings are removed: only if the request offers any.
    var isUnpacked: Bool {
        exchange.request.delivery == .decoded && exchange.request.headers.contains("Accept-Encoding")
    }

    private func report(_ handshake: Handshake?) -> TransferReport {
        let handshake = exchange.request.url.scheme == "https" ? handshake : nil
        let bodyBytes = easy.offset(CURLINFO_SIZE_DOWNLOAD_T)
        return TransferReport(
            timings: timings(), sending: sendingTime,
            bytesReceived: headBytesReceived + bodyBytes,
            bytesSent: headBytesSent + easy.offset(CURLINFO_SIZE_UPLOAD_T),
            peer: peer(), version: version(), tls: handshake?.tls, certificate: handshake?.certificate,
            bodyBytesReceived: bodyBytes, codedBody: packedBody?.bytes)
    }

    /// Computes the durations of the phases from libcurl's times, which are microseconds since the start of the
    /// transfer, zero for phases that did not take place.
    private func timings() -> [TransferPhase: Duration] {
        let moments: [(phase: TransferPhase, end: Int)] = [
            (.resolving, easy.offset(CURLINFO_NAMELOOKUP_TIME_T)),
            (.connecting, easy.offset(CURLINFO_CONNECT_TIME_T)),
            (.securing, easy.offset(CURLINFO_APPCONNECT_TIME_T)),
            (.waiting, answerOffset()),
            (.receiving, easy.offset(CURLINFO_TOTAL_TIME_T)),
        ]
        var timings: [TransferPhase: Duration] = [:]
        var start = 0
        // A reused connection has no lookup and no connection phase, although libcurl reports a time for both.
        for (phase, end) in moments {
            if phases.contains(phase) { timings[phase] = .microseconds(max(0, end - start)) }
            start = max(start, end)
        }
        return timings
    }

    /// When the response began. For a request with a body, libcurl reports the time when sending the body began.
    private func answerOffset() -> Int {
        guard !exchange.request.body.isEmpty, let time = answeringTime else {
            return easy.offset(CURLINFO_STARTTRANSFER_TIME_T)
        }
        return easy.offset(CURLINFO_PRETRANSFER_TIME_T) + Int(time / .microseconds(1))
    }

    private func peer() -> String? {
        guard let address = easy.text(CURLINFO_PRIMARY_IP), !address.isEmpty else { return nil }
        let port = easy.long(CURLINFO_PRIMARY_PORT)
        return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }

    private func version() -> String {
        switch easy.long(CURLINFO_HTTP_VERSION) {
        case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
        case CURL_HTTP_VERSION_2_0: "HTTP/2"
        case CURL_HTTP_VERSION_3: "HTTP/3"
        default: "HTTP/1.1"
        }
    }

    /// `CURLE_TOO_LARGE`, which the headers of older versions do not define.
    private var tooLarge: CURLcode { CURLcode(rawValue: 100) }

    /// Maps a failure of libcurl to its meaning for the user. `detail` is libcurl's message.
    private func failure(_ code: CURLcode) -> ConnectionFailure {
        let url = exchange.request.url
        let detail = self.detail(of: code)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            // The system's resolver reports the same if it has no descriptors, and libcurl if it gets no thread.
            if let shortage = Shortage.now { return .exhausted(detail: shortage) }
            if detail.contains("thread failed") { return .exhausted(detail: detail) }
            return code == CURLE_COULDNT_RESOLVE_HOST ? .unknownHost(url.host) : proxyFailure(detail)
        // libcurl's error for a proxy's address with an unsupported scheme.
        case CURLE_COULDNT_CONNECT where detail.hasPrefix("Unsupported proxy"): return proxyFailure(detail)
        case CURLE_COULDNT_CONNECT:
            if let shortage { return .exhausted(detail: shortage) }
            return refusal(detail)
        case CURLE_PROXY: return proxyFailure(detail)
        case CURLE_SSL_CONNECT_ERROR: return .withoutTLS(port: url.effectivePort ?? 0, detail: detail)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CLIENTCERT,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            return .insecure(host: url.host, detail: detail, handshake.refused)
        case CURLE_OPERATION_TIMEDOUT where awaitsTunnel: return proxyFailure(Self.silentProxy)
        case CURLE_OPERATION_TIMEDOUT:
            let phase = self.phase ?? .connecting
            return .timedOut(phase, after: limits[phase])
        case CURLE_PARTIAL_FILE: return truncation()
        case CURLE_HTTP2 where !hasHead, CURLE_HTTP2_STREAM where !hasHead:
            // A refused stream can be retried (RFC 9113 §8.7), like a lost connection.
            return detail.contains("REFUSED_STREAM")
                ? .reset(detail: detail) : .malformed(detail: "HTTP/2: \(detail)")
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            return loss(detail)
        // libcurl's errors for a header line longer than its limit, and for more of them than it accepts.
        case CURLE_OUT_OF_MEMORY where phase == .waiting, tooLarge where phase == .waiting:
            return .malformed(detail: "its headers are too large")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, tooLarge, CURLE_FILESIZE_EXCEEDED:
            return .malformed(detail: detail)
        // libcurl removes transfer codings (RFC 9112 §7).
        case CURLE_BAD_CONTENT_ENCODING: return .undecodable(detail: detail)
        // Everything passed to the write callback is accepted, so this error means that libcurl stopped decoding.
        case CURLE_WRITE_ERROR: return .undecodable(detail: "too many bytes follow its end")
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT:
            return .exhausted(detail: Shortage.now ?? "out of memory")
        default: return .other(code: Int(code.rawValue), detail: detail)
        }
    }

    /// The errors of SOCKS5 proxies that require a user name and password, or reject them (RFC 1928, RFC 1929).
    private static let refusals = [CURLPX_NO_AUTH, CURLPX_USER_REJECTED].map { Int($0.rawValue) }

    /// Returns the failure of a proxy: libcurl's message without a password, and what sets the proxy.
    private func proxyFailure(_ detail: String) -> ConnectionFailure {
        var words = detail
        if let start = words.firstRange(of: "://")?.upperBound, let at = words[start...].firstIndex(of: "@"),
            !words[start..<at].contains(where: { $0 == "/" || $0 == " " })
        {
            words.removeSubrange(start...at)
        }
        if words.hasPrefix("Unsupported proxy") {
            words += "; known are http, https, socks4, socks4a, socks5 and socks5h"
        }
        let isOfCredentials =
            easy.long(CURLINFO_HTTP_CONNECTCODE) == 407
            || Self.refusals.contains(easy.long(CURLINFO_PROXY_ERROR))
        if isOfCredentials {
            words +=
                "; it requires a user name and password, or rejected those in its address, "
                + "http://NAME:PASSWORD@HOST:PORT"
        }
        return .proxy(detail: "\(words); \(proxy.namedBy)")
    }

    /// Returns the failure of a missing client certificate: the server requested one in the handshake, and then sent an
    /// alert or closed the connection. Faults of the server's certificate, or of the files given here, are different
    /// errors.
    private func certificateFailure(_ code: CURLcode) -> ConnectionFailure? {
        switch code {
        case CURLE_SSL_CONNECT_ERROR, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            guard handshake.wantsCertificate, !hasHead else { return nil }
            return .certificateWanted(host: exchange.request.url.host, detail: detail(of: code))
        default: return nil
        }
    }

    /// Whether the connection, which may be a reused one, is to the server with the accepted certificate, if one is.
    var hasAcceptedCertificate: Bool {
        guard let acceptedCertificate else { return true }
        let certificate = easy.certificate
        if certificate?.sha256 == acceptedCertificate { return true }
        easy.set(CURLOPT_FORBID_REUSE, 1)
        let words = "its certificate is not the one that was accepted"
        verdict = .insecure(host: exchange.request.url.host, detail: words, certificate)
        return false
    }

    /// The watch closed the connection, since libcurl did not return from processing it.
    private func endlessness() -> ConnectionFailure {
        let detail = "it sent endless bytes outside a response, and was disconnected"
        return easy.long(CURLINFO_HTTP_CONNECTCODE) == 0 ? .malformed(detail: detail) : proxyFailure(detail)
    }

    /// Returns the failure of a refused connection to the server, or to the proxy, whose name libcurl then reports.
    private func refusal(_ detail: String) -> ConnectionFailure {
        let url = exchange.request.url
        let port = url.effectivePort ?? 0
        let name = (exchange.target?.address ?? url.host).filter { $0 != "[" && $0 != "]" }
        let isElsewhere = exchange.target == nil && connectLines != nil
        let namesAnother =
            detail.contains(" port ") && !isElsewhere
            && !detail.contains("\(name) port \(exchange.target?.port ?? port)")
        return namesAnother
            ? proxyFailure(detail) : .unreachable(host: url.host, port: port, detail: unreachable ?? detail)
    }

    /// Returns the failure of a closed connection: within the response, before it, or at a proxy that refused the
    /// tunnel.
    private func loss(_ detail: String) -> ConnectionFailure {
        let url = exchange.request.url
        let tunnel = easy.long(CURLINFO_HTTP_CONNECTCODE)
        if tunnel != 0, !(200...299).contains(tunnel) { return proxyFailure(detail) }
        // Only a proxy responds before the request is sent.
        if !phases.contains(.waiting), detail.contains("CONNECT") || detail.contains("response headers") {
            return proxyFailure(detail)
        }
        // In TLS 1.3 a server reports a missing certificate only after the handshake (RFC 8446 §4.4.2.4).
        if url.scheme == "https", !hasHead, detail.contains("alert") {
            return .insecure(host: url.host, detail: detail)
        }
        // libcurl reports a chunk without a size (RFC 9112 §7.1) with the code of a lost connection.
        if detail.contains("chunk") { return .malformed(detail: detail) }
        return hasHead ? truncation() : .reset(detail: detail)
    }

    private func truncation() -> ConnectionFailure {
        let expected = easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return .truncated(
            received: easy.offset(CURLINFO_SIZE_DOWNLOAD_T), expected: expected < 0 ? nil : expected)
    }

    private func detail(of code: CURLcode) -> String {
        let message = easy.errorText.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return message.isEmpty ? String(cString: late_easy_strerror(code)) : Bytes.text(message)
    }

    /// Reports an unknown content coding.
    func noteUnknownCoding(_ name: String) {
        let words = "Content-Encoding names “\(name.prefix(80))”, an unknown content coding"
        note(Finding(.contentCodingUnknown, "\(words): the body is used as received"))
    }
}
