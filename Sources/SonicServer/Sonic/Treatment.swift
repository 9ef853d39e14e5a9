import SonicProtocol

/// What the Sonic half made of a page for one request. It travels with the response, so that what stands around a
/// site can tell it, or have the page answered in another way.
public struct Treatment: Sendable, Equatable {
    /// The page's bytes.
    public let page: [UInt8]
    /// What the client is to do with the page.
    public let offline: ResponseTags.Offline
    /// What the request came to.
    public let outcome: Outcome

    /// What a request for a page came to.
    public enum Outcome: Sendable, Equatable {
        /// The page as it is, for a client that did not ask for Sonic.
        case plain
        /// The page whole, for a client that named no template.
        case firstLoad
        /// 304: the client has the page.
        case allCached
        /// The page's data, for a client that has its template.
        case dataUpdate(UpdateBody)
        /// The page whole, for a client that named another template.
        case templateChange

        /// The outcome's name, as the client calls it too (docs/protocol.md#words).
        public var name: String {
            switch self {
            case .plain: "plain"
            case .firstLoad: "firstLoad"
            case .allCached: "allCached"
            case .dataUpdate: "dataUpdate"
            case .templateChange: "templateChange"
            }
        }
    }

    /// The outcome of a page that goes out whole to a client that asked for Sonic.
    static func whole(for request: ServerRequest) -> Outcome {
        (request.headers.first("template-tag") ?? "").isEmpty ? .firstLoad : .templateChange
    }
}
