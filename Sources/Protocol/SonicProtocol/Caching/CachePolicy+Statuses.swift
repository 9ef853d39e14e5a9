// The meaning of status codes for a cache.
extension CachePolicy {
    /// Whether a response with this status is heuristically cacheable (RFC 9110 §15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Whether this cache implements the caching requirements of the status, as must-understand requires
    /// (RFC 9111 §5.2.2.3): the final statuses defined in RFC 9110 §15.
    static func isUnderstood(_ status: Int) -> Bool {
        switch status {
        case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }

    /// Returns the part of one request that the status is about, rather than the resource; nil for all others. Clients
    /// react to such a status with another request, which a stored response must not prevent.
    static func concernOfOneRequest(_ status: Int) -> String? {
        switch status {
        case 401, 407: "the credentials"
        case 412: "a condition"
        case 416: "a range"
        case 421: "the connection"
        default: nil
        }
    }

    /// Whether a caller's lifetime applies to a response with this status. For errors and temporary redirects only the
    /// server's does: after those the original address is to be requested again (RFC 9110 §15.4).
    static func takesChosenLifetime(_ status: Int) -> Bool {
        status < 400 && ![302, 303, 307].contains(status)
    }

    /// Whether a status is a server error for which `rescue` may apply (RFC 5861 §4).
    public static func isTrouble(_ status: Int) -> Bool {
        [500, 502, 503, 504].contains(status)
    }
}
