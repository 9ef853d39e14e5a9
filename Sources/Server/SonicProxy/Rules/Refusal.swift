/// Why a request is not forwarded.
public enum Refusal: Error, Equatable, Sendable {
    /// CONNECT asks for a tunnel.
    case tunnel
    /// The connection is to speak another protocol.
    case upgrade(String)
    /// TRACE would show everybody's cookies to scripts.
    case trace
    /// The request came here before: the upstream is this proxy.
    case loop
    /// The request may not be forwarded any further (Max-Forwards).
    case tooFar
    /// The target is neither a path nor an address.
    case target
    /// The length of the body is no number, or there are several.
    case length

    /// The status of the answer.
    public var status: Int {
        switch self {
        case .tunnel, .upgrade: 501
        case .trace, .tooFar: 405
        case .loop: 508
        case .target, .length: 400
        }
    }

    /// What the answer says, in a sentence.
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
