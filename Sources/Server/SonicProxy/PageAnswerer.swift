import CurlSockets
import SonicProtocol
import SonicServer

/// The server side of Sonic for a page that the upstream sent in full. It has no state: the client's tags identify its
/// copy.
struct PageAnswerer {
    let proxy: Proxy
    let request: ForwardedRequest
    let client: ServerRequest

    /// Returns the response.
    func answer(_ head: ResponseHead, _ body: [UInt8]) -> ServerResponse {
        var fields = AnswerRewriting(from: proxy.place.upstream, to: request.place).fields(of: head.headers)
        let page: [UInt8]
        do throws(UnpackingFailure) {
            page = try Unpacker.unpack(body, BodyCodings(head.headers).known, limit: proxy.pageLimit)
        } catch {
            switch error {
            case .broken: return untouched(fields, body, because: .encoded("wrong"))
            case .tooLarge: return untouched(fields, body, because: .tooLarge(proxy.pageLimit))
            }
        }
        guard String(validating: page, as: UTF8.self) != nil else {
            return untouched(fields, body, because: .charset(nil))
        }
        let insertion = BlockInsertion(of: proxy.blocks?.current().blocks(at: client.path) ?? [], into: page)
        let skipped = insertion.skipped.map { "\($0.name) (\($0.reason.text))" }.joined(separator: ", ")
        if !skipped.isEmpty { fields.append("x-sonic", "blocks skipped: \(skipped)") }
        var response = proxy.responder.respond(
            with: insertion.html, to: client, forwarded: .init(fields: fields, bytes: body.count))
        if isGzip(head), request.takesGzip, response.bytes == page,
            !response.headers.contains("content-encoding")
        {
            // The same page in fewer bytes, as its server compressed it.
            response.body = .bytes(body)
            response.headers.append("Content-Encoding", "gzip")
        }
        return skipped.isEmpty ? response : response.noting("blocks skipped: \(skipped)")
    }

    private func isGzip(_ head: ResponseHead) -> Bool {
        ["gzip", "x-gzip"].contains(head.headers.first("content-encoding")?.lowercased() ?? "")
    }

    private func untouched(
        _ fields: Headers, _ body: [UInt8], because reason: PlainReason
    ) -> ServerResponse {
        ServerResponse(headers: fields, body: .bytes(body)).with("x-sonic", reason.text).noting(reason.text)
    }
}
