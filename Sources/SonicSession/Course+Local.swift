import SonicProtocol

extension Course {
    /// An answer that is at hand: a head of these parts, the body behind it, and a report of nothing sent or
    /// received.
    /// - Parameter findings: What is told before.
    public static func answer(
        _ body: [UInt8], type: String, to request: Request, status: Int = 200, reason: String = "OK",
        findings: [Finding] = []
    ) -> Course {
        let lines = [
            "HTTP/1.1 \(status) \(reason)", "Content-Type: \(type)", "Content-Length: \(body.count)",
        ]
        let raw = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        let head = ResponseHead(
            version: "HTTP/1.1", status: status, reason: reason, headers: Headers(behindFirstLineOf: raw),
            raw: raw)
        let hasBody = request.method != "HEAD" && !body.isEmpty
        return Course(
            findings.map { .noted($0) } + [.headReceived(head)] + (hasBody ? [.bodyReceived(body)] : [])
                + [.finished(TransferReport())])
    }
}
