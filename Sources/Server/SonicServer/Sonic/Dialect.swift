/// Whose ways the Sonic half has: our own, or those of one of VasSonic's public servers, faults included
/// (docs/reference/protocol.md#quirks). A client that is tried against all four has met what is in use.
public enum Dialect: String, Sendable, CaseIterable {
    /// Our own: the reference servers' answers where these lose nothing (docs/reference/protocol.md#server).
    case sonic
    /// sonic-php: names of request headers by case, every title is data, an empty update for what is no UTF-8.
    case php
    /// sonic-nodejs: Sonic only for clients that accept gzip, and gzip for all of it; blocks without a name are counted.
    case node
    /// The Java filter: Sonic's headers and updates for who did not ask, `Cache-Offline` twice on a 304.
    case java

    /// Whether the Sonic half has something to do for a request, so that its page has to be there as a whole. Node
    /// packs all pages, and Java's filter does Sonic for who did not ask.
    public func treats(_ request: ServerRequest) -> Bool {
        guard request.isReading else { return false }
        switch self {
        case .sonic, .php: return request.headers.first("accept-diff") == "true"
        case .node, .java: return true
        }
    }

    /// What is told of it in lists.
    var summary: String {
        switch self {
        case .sonic: "the default, without any of their faults"
        case .php: "sonic-php: header names by case, every title is data, empty updates for what is not UTF-8"
        case .node:
            "sonic-nodejs: Sonic only for clients that accept gzip, full pages if there are no blocks"
        case .java: "the Java filter: Sonic without being requested, Cache-Offline twice, 304 for blank pages"
        }
    }
}
