/// The reason why a request is not forwarded.
public enum Refusal: Error, Equatable, Sendable {
    /// CONNECT requests a tunnel.
    case tunnel
    /// The connection is to switch to another protocol.
    case upgrade(String)
    /// TRACE would expose cookies to scripts.
    case trace
    /// The request has already passed through this proxy: the upstream routes back to it.
    case loop
    /// The request must not be forwarded further (Max-Forwards).
    case tooFar
    /// The target is neither a path nor an absolute address.
    case target
    /// The length of the body is invalid, or there are several.
    case length

    /// The status of the response.
    public var status: Int {
        switch self {
        case .tunnel, .upgrade: 501
        case .trace, .tooFar: 405
        case .loop: 508
        case .target, .length: 400
        }
    }

    /// The text of the response, a sentence.
    public var sentence: String {
        switch self {
        case .tunnel: "CONNECT is not supported: this is a reverse proxy and opens no tunnels."
        case .upgrade(let name):
            "This proxy forwards HTTP only and does not change to \(name). Ask the server itself for that."
        case .trace: "TRACE is not forwarded."
        case .loop: "This request already passed through this proxy: its upstream routes back to it."
        case .tooFar: "Max-Forwards is 0, so the request ends at this proxy."
        case .target: "The target of the request is not a path or an address."
        case .length: "Content-Length is not a single number."
        }
    }
}
