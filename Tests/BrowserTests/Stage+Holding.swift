import Exchanges
import SonicProtocol
import SonicSession

@testable import Browser

extension Stage {
    /// The intercepted items, with a further response to the visit's request.
    mutating func hold(_ status: Int, _ reason: String, body: String = "", id: Int? = nil) {
        var held = model.account.intercepted.entries.map(\.exchange)
        let headers = Headers([
            HeaderField("Etag", "6c58ed85aa"), HeaderField("Cache-Offline", "store"),
        ])
        let head = ResponseHead(
            version: "HTTP/1.1", status: status, reason: reason, headers: headers, raw: [])
        held.append(
            InterceptedExchange(
                id: id ?? (held.last?.id ?? 0) + 1, use: .page, request: Request(url: url.withoutFragment),
                answer: AnswerEdit.Original(head: head, body: Array(body.utf8))))
        send(.intercepted(held))
    }
}
