/// What status codes mean to a cache.
enum StatusRules {
    /// Whether a response may be given a lifetime by heuristic without being marked as cacheable (RFC 9110
    /// §15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        switch status {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    /// Whether this cache knows the code's own demands on caches, as must-understand asks (RFC 9111 §5.2.2.3):
    /// those that RFC 9110 §15 defines as final.
    static func isUnderstood(_ status: Int) -> Bool {
        switch status {
        case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }

    /// What of a request the code speaks of, rather than of the resource; nil for all others. An answer to such a code
    /// is another request, which what is stored must not stand in the way of.
    static func concernOfOneRequest(_ status: Int) -> String? {
        switch status {
        case 401, 407: "the credentials"
        case 412: "a condition"
        case 416: "a range"
        case 421: "the connection"
        default: nil
        }
    }

    /// Whether the code leads elsewhere when there is a Location (Fetch §2.2.3, redirect status).
    static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// Whether a stale response may stand in for it under stale-if-error (RFC 5861 §4).
    static func isServerTrouble(_ status: Int) -> Bool {
        switch status {
        case 500, 502, 503, 504: true
        default: false
        }
    }
}

/// What methods mean (RFC 9110 §9).
package enum MethodRules {
    /// Whether a request may be sent again when nobody knows what became of it (RFC 9110 §9.2.2); one of an unknown
    /// method may not.
    package static func isIdempotent(_ method: String) -> Bool {
        switch method {
        case "PUT", "DELETE": true
        default: isSafe(method)
        }
    }

    /// Whether a method changes nothing at the server; unknown ones count as those that do (RFC 9111 §4.4).
    static func isSafe(_ method: String) -> Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH", "QUERY": true
        default: false
        }
    }
}
