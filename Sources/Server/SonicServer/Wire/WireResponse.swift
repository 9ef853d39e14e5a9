import CMicrohttpd
import SonicProtocol

/// A short response as bytes, for a connection on which libmicrohttpd does not answer.
enum WireResponse {
    /// Returns the headers and the body, framed by its length.
    ///
    /// - Parameter withBody: Whether the body follows, as to all requests except HEAD.
    static func bytes(_ response: ServerResponse, at now: Instant, withBody: Bool) -> [UInt8] {
        let body = response.bytes ?? []
        let phrase = MHD_get_reason_phrase_for(UInt32(clamping: response.status))
        let reason = phrase.map { String(cString: $0) } ?? ""
        var lines = ["HTTP/1.1 \(response.status) \(reason)", "Date: \(HTTPDate.text(now))"]
        lines += response.headers.fields.map { "\($0.name): \($0.value)" }
        lines.append("Content-Length: \(body.count)")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (withBody ? body : [])
    }
}
