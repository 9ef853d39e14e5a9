import SonicProtocol

extension ConnectionFailure {
    /// Whether the failure happened before any part of the request was sent.
    public var isBeforeSending: Bool {
        switch self {
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy,
            .libraryMissing, .exhausted, .withheld,
            .refused, .timedOut(.resolving, _), .timedOut(.connecting, _), .timedOut(.securing, _):
            true
        case .timedOut, .overdue, .truncated, .reset, .malformed, .undecodable, .cancelled, .unsendable,
            .other:
            false
        }
    }
}
