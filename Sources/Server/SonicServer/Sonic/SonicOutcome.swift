import SonicProtocol

/// The outcome of a request from the server's point of view. The first five are those of Sonic; the client's outcome is
/// the same if it can use the response (docs/reference/protocol.md#words).
public enum SonicOutcome: String, Sendable, CaseIterable {
    /// A page without Sonic.
    case plain
    /// A full page, for a client without a template.
    case firstLoad
    /// 304: the client has the page.
    case allCached
    /// The data of a page, for a client that has its template.
    case dataUpdate
    /// A full page, for a client with another template.
    case templateChange
    /// A response that is not a page.
    case other
    /// No response, on purpose.
    case silent
    /// The client disconnected, or the response was cut off, before all was sent.
    case lost

    /// Creates the outcome of a response, from the tags in the request and the response's headers.
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

    /// Returns the outcome of a full page for a client that requested Sonic.
    static func whole(for request: Headers) -> SonicOutcome {
        (request.first("template-tag") ?? "").isEmpty ? .firstLoad : .templateChange
    }
}
