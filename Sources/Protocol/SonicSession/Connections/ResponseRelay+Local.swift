import SonicProtocol

extension ResponseRelay {
    /// Creates a local response: headers, the body, and a report without bytes sent or received.
    /// - Parameters:
    ///   - body: The body; omitted if the request is a HEAD.
    ///   - type: Its Content-Type.
    ///   - request: The request.
    ///   - status: The status code.
    ///   - reason: The reason phrase.
    ///   - fields: Further header fields.
    ///   - findings: Findings to report first.
    public static func answer(
        _ body: [UInt8], type: String, to request: Request, status: Int = 200, reason: String = "OK",
        fields: [HeaderField] = [], findings: [Finding] = []
    ) -> ResponseRelay {
        let own = [HeaderField("Content-Type", type), HeaderField("Content-Length", "\(body.count)")]
        let lines = ["HTTP/1.1 \(status) \(reason)"] + (own + fields).map { "\($0.name): \($0.value)" }
        let head = ResponseHead(
            version: "HTTP/1.1", status: status, reason: reason, headers: Headers(own + fields),
            raw: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        let hasBody = request.method != "HEAD" && !body.isEmpty
        return ResponseRelay(
            findings.map { .noted($0) } + [.headReceived(head)] + (hasBody ? [.bodyReceived(body)] : [])
                + [.finished(TransferReport())])
    }
}
