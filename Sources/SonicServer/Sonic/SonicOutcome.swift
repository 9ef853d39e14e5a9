import SonicProtocol

/// What an answer comes to under Sonic, seen from the server: by the tags that the client named and the head that
/// it gets. The client's outcome is the same where it can use the answer.
public enum SonicOutcome: String, Sendable, Equatable {
    /// The client has the page as it is: 304.
    case allCached
    /// The client has the template: the data alone.
    case dataUpdate
    /// The client named another template: the whole page.
    case templateChange
    /// The client named no template: the whole page.
    case firstLoad
    /// Nothing of Sonic.
    case plain

    /// What a head comes to for a request.
    public init(of status: Int, _ answer: Headers, to request: Headers) {
        let tags = ResponseTags(answer)
        guard request.first("accept-diff") == "true" else {
            self = .plain
            return
        }
        if status == 304, tags.isSonic {
            self = .allCached
        } else if status != 200 || !tags.isSonic {
            self = .plain
        } else if tags.templateChange == .unchanged {
            self = .dataUpdate
        } else {
            self = request.first("template-tag").map { !$0.isEmpty } == true ? .templateChange : .firstLoad
        }
    }
}
