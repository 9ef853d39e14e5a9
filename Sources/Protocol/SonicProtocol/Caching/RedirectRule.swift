/// The rules for following redirects (Fetch §4.4, RFC 9110 §15.4).
public struct RedirectRule: Sendable {
    /// The maximum number of redirects that are followed.
    public static let limit = 20

    /// Returns the Location of a redirect; nil if the response is not one.
    public static func location(status: Int, _ headers: Headers) -> String? {
        StatusRules.isRedirect(status) ? headers.first("location") : nil
    }

    /// Returns the request that follows a redirect to `target`: a POST becomes a GET without body if the status
    /// requires it, and secret headers are removed for another origin.
    public static func request(
        _ request: Request, redirectedTo target: WebURL, status: Int, secrets: SecretHeaders = .standard
    ) -> Request {
        var next = request
        next.url = target
        let becomesGET =
            status == 303
            ? request.method != "GET" && request.method != "HEAD"
            : (status == 301 || status == 302) && request.method == "POST"
        if becomesGET {
            next.method = "GET"
            next.body = []
            for name in [
                "content-encoding", "content-language", "content-length", "content-location", "content-type",
            ] { next.headers.remove(name) }
        }
        if request.url.origin == nil || request.url.origin != target.origin {
            next.headers.remove(secrets)
        }
        return next
    }
}

/// The meaning of status codes for a cache.
enum StatusRules {
    /// Whether a response with this status is heuristically cacheable (RFC 9110 §15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        switch status {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
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

    /// Whether the status is a redirect if there is a Location (Fetch §2.2.3, redirect status).
    static func isRedirect(_ status: Int) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }

    /// Whether a caller's lifetime applies to a response with this status. For errors and temporary redirects only the
    /// server's does: after those the original address is to be requested again (RFC 9110 §15.4).
    static func takesChosenLifetime(_ status: Int) -> Bool {
        status < 400 && ![302, 303, 307].contains(status)
    }

    /// Whether a stale response may be used instead of this status under stale-if-error (RFC 5861 §4).
    static func isServerTrouble(_ status: Int) -> Bool {
        switch status {
        case 500, 502, 503, 504: true
        default: false
        }
    }
}

/// The properties of methods (RFC 9110 §9).
package enum MethodRules {
    /// Whether a request may be sent again if its result is unknown (RFC 9110 §9.2.2); false for unknown methods.
    package static func isIdempotent(_ method: String) -> Bool {
        switch method {
        case "PUT", "DELETE": true
        default: isSafe(method)
        }
    }

    /// Whether a method is safe; unknown ones count as unsafe (RFC 9111 §4.4).
    static func isSafe(_ method: String) -> Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH", "QUERY": true
        default: false
        }
    }
}
