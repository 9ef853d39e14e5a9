import SonicProtocol

/// What a request came to, seen from the server. The first five are the Sonic half's words; the client's word is
/// the same where it can use the answer (docs/reference/protocol.md#words).
public enum SonicOutcome: String, Sendable, CaseIterable {
    /// A page as it is, without anything of Sonic.
    case plain
    /// A page whole, for a client that named no template.
    case firstLoad
    /// 304: the client has the page.
    case allCached
    /// A page's data, for a client that has its template.
    case dataUpdate
    /// A page whole, for a client that named another template.
    case templateChange
    /// Something that is no page.
    case other
    /// No answer, by intent.
    case silent
    /// The client was gone, or the answer broke off, before all was sent.
    case lost

    /// What a head comes to for a request, by the tags that the client named and the head that it gets.
    public init(of status: Int, _ answer: Headers, to request: Headers) {
        let tags = ResponseTags(answer)
        guard request.first("accept-diff") == "true", tags.isSonic else {
            self = status == 200 && ResponseClassifier.isHTML(answer) ? .plain : .other
            return
        }
        switch status {
        case 200: self = tags.templateChange == .unchanged ? .dataUpdate : .whole(for: request)
        case 304: self = .allCached
        default: self = .other
        }
    }

    /// What a page comes to that goes out whole to a client that asked for Sonic.
    static func whole(for request: Headers) -> SonicOutcome {
        (request.first("template-tag") ?? "").isEmpty ? .firstLoad : .templateChange
    }
}
