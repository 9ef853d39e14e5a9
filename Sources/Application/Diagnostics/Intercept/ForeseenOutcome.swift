import SonicProtocol

/// What an answer's head announces the outcome to be. Its body may still prove it wrong.
public enum ForeseenOutcome: String, CaseIterable, Sendable {
    /// A page of a server with Sonic, asked for without tags.
    case firstLoad = "first-load"
    /// The data of an update.
    case dataUpdate = "data-update"
    /// A page of a server with Sonic, although tags were sent.
    case templateChange = "template-change"
    /// The stored page is current.
    case allCached = "all-cached"
    /// A page of a server without Sonic, or no page.
    case plain
    /// Another address.
    case redirect
    /// An error, or what makes no sense.
    case error

    /// All names, for people.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// What the head of an answer announces, by the rules that a session goes by
    /// (docs/reference/protocol.md#classification).
    public init(_ head: ResponseHead, to request: Request) {
        let asked = Asked(request.headers)
        switch ResponseClassifier.classify(head, tags: ResponseTags(head.headers), asked: asked) {
        case .notModified: self = .allCached
        case .update: self = .dataUpdate
        case .page(.sonic) where asked.sonic: self = asked.templateTag == nil ? .firstLoad : .templateChange
        case .page: self = .plain
        case .redirect: self = .redirect
        case .unavailable, .error, .senseless: self = .error
        }
    }
}
