/// The dialect of the Sonic responder: our own, or that of one of VasSonic's public servers, faults included
/// (docs/reference/protocol.md#quirks). A client that was tested against all four has met every server in use.
public enum Dialect: String, Sendable, CaseIterable {
    /// Our own: the reference servers' responses if these lose nothing (docs/reference/protocol.md#server).
    case sonic
    /// sonic-php: request header names are case-sensitive, every title is data, and updates that are not UTF-8 are
    /// empty.
    case php
    /// sonic-nodejs: Sonic only for clients that accept gzip, with gzip for all of it; blocks without a name are
    /// numbered.
    case node
    /// The Java filter: Sonic headers and updates without a request for them, `Cache-Offline` twice on a 304.
    case java

    /// Returns whether the responder handles a request, so that its page is needed in full. Node compresses all pages,
    /// and the Java filter applies Sonic to all requests.
    public func handles(_ request: ServerRequest) -> Bool {
        guard request.isReading else { return false }
        switch self {
        case .sonic, .php: return request.headers.first("accept-diff") == "true"
        case .node, .java: return true
        }
    }
}
