import CMicrohttpd
import SonicProtocol

// The short pages that report an error.
extension ServerResponse {
    /// 400: the request is invalid.
    static func badRequest(_ sentence: String) -> ServerResponse {
        trouble(400, "Bad request", sentence)
    }

    /// 404: nothing is served at this path.
    static func notFound(_ path: String) -> ServerResponse {
        trouble(404, "Not found", "Nothing is served at \(path).")
    }

    /// 403: it exists, but must not be read.
    static func forbidden(_ path: String) -> ServerResponse {
        trouble(403, "Forbidden", "The server may not read \(path).")
    }

    /// 405: only GET and HEAD are supported here.
    static func methodNotAllowed(_ method: String) -> ServerResponse {
        trouble(405, "Method not allowed", "\(method) is not supported; use GET or HEAD.")
            .with("Allow", "GET, HEAD")
    }

    /// 413: the request's body is larger than this server accepts.
    static func contentTooLarge(limit: Int) -> ServerResponse {
        trouble(413, "Content too large", "Request bodies may have up to \(limit) bytes.")
    }

    /// 500: the server failed.
    public static func serverError(_ reason: String) -> ServerResponse {
        trouble(500, "Server error", reason)
    }

    /// 503: the server has no resources for the request now.
    static func noRoom(_ sentence: String) -> ServerResponse {
        trouble(503, "Service unavailable", sentence).with("Retry-After", "1")
    }

    /// Returns any other error page, with a sentence of plain text.
    public static func trouble(_ status: Int, _ title: String, _ sentence: String) -> ServerResponse {
        .html(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(status) \(title)</title></head>
            <body>
            <h1>\(status) \(title)</h1>
            <p>\(sentence.asHTML)</p>
            <p><a href="/">Start page</a></p>
            </body>
            </html>

            """, status: status)
    }

    /// Returns a short response as bytes, framed by its length, for a connection on which libmicrohttpd does not answer.
    ///
    /// - Parameter withBody: Whether the body follows, as to all requests except HEAD.
    func wireBytes(at now: Instant, withBody: Bool) -> [UInt8] {
        let body = bytes ?? []
        let phrase = MHD_get_reason_phrase_for(UInt32(clamping: status))
        let reason = phrase.map { String(cString: $0) } ?? ""
        var lines = ["HTTP/1.1 \(status) \(reason)", "Date: \(HTTPDate.text(now))"]
        lines += headers.fields.map { "\($0.name): \($0.value)" }
        lines.append("Content-Length: \(body.count)")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (withBody ? body : [])
    }
}
