import ProxyRules
import SonicProtocol
import SonicServer

/// The server's half of Sonic for a page that the upstream sent whole. It keeps nothing: what the client holds,
/// it says in its tags.
struct PageAnswerer {
    let proxy: Proxy
    let request: ForwardedRequest
    let client: ServerRequest

    /// Fields of the upstream's answer that are not true of what is sent, or that are said anew.
    private static let replaced = [
        "etag", "last-modified", "accept-ranges", "content-encoding", "content-md5", "digest",
        "content-digest",
        "repr-digest", "cache-control", "expires",
    ]

    /// The answer, and what is to be told of it.
    func answer(_ head: ResponseHead, _ body: [UInt8]) -> (response: ServerResponse, notes: [String]) {
        let fields = AnswerRewriting(from: proxy.place.upstream, to: request.place).fields(of: head.headers)
        let page: [UInt8]
        do throws(Inflater.Failure) {
            page = try Inflater.page(
                body, coding: head.headers.first("content-encoding"), limit: proxy.pageLimit)
        } catch {
            switch error {
            case .damaged: return untouched(fields, body, because: .encoded("wrong"))
            case .tooLarge: return untouched(fields, body, because: .tooLarge(proxy.pageLimit))
            }
        }
        guard String(validating: page, as: UTF8.self) != nil else {
            return untouched(fields, body, because: .charset(nil))
        }
        let insertion = BlockInsertion(of: proxy.blocks?.current().blocks(at: client.path) ?? [], into: page)
        var response = SonicResponder(hashes: proxy.hashes).respond(with: insertion.html, to: client)
        response.headers = merged(response.headers, with: fields)
        let skipped = insertion.skipped.map { "\($0.name) (\($0.reason.text))" }.joined(separator: ", ")
        guard !skipped.isEmpty else { return (response, []) }
        return (response.with("x-sonic", "blocks skipped: \(skipped)"), ["blocks skipped: \(skipped)"])
    }

    private func untouched(
        _ fields: Headers, _ body: [UInt8], because reason: PlainReason
    ) -> (ServerResponse, [String]) {
        let response = ServerResponse(headers: fields, body: .bytes(body)).with("x-sonic", reason.text)
        return (response, [reason.text])
    }

    /// The upstream's fields with those of the responder behind them. The page's type stays what its server says.
    private func merged(_ own: Headers, with fields: Headers) -> Headers {
        let isWhole = own.contains("content-type")
        let kept = fields.fields.filter { field in
            let name = field.name.lowercased()
            return !Self.replaced.contains(name) && (isWhole || name != "content-type")
        }
        return Headers(kept + own.fields.filter { !$0.isNamed("content-type") })
    }
}
