import SonicProtocol

/// The outcome that a response's headers indicate. Its body may still disprove it.
public enum ForeseenOutcome: String, CaseIterable, Sendable {
    /// A page of a server with Sonic, requested without tags.
    case firstLoad = "first-load"
    /// The data of an update.
    case dataUpdate = "data-update"
    /// A page of a server with Sonic, although tags were sent.
    case templateChange = "template-change"
    /// The stored page is up to date.
    case allCached = "all-cached"
    /// A page of a server without Sonic, or not a page.
    case plain
    /// A redirect to another address.
    case redirect
    /// An error, or an invalid response.
    case error

    /// All names for display.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// Determines the outcome from the headers of a response, by the rules of a session
    /// (docs/reference/protocol.md#classification).
    public init(_ head: ResponseHead, to request: Request) {
        let asked = RequestConditions(request.headers)
        switch ResponseClassifier.classify(head, tags: ResponseTags(head.headers), asked: asked) {
        case .notModified: self = .allCached
        case .update: self = .dataUpdate
        case .page(.sonic) where asked.sonic: self = asked.templateTag == nil ? .firstLoad : .templateChange
        case .page: self = .plain
        case .redirect: self = .redirect
        case .unavailable, .error, .invalid: self = .error
        }
    }
}
