/// The rules for following redirects (Fetch §4.4, RFC 9110 §15.4).
public struct RedirectRule: Sendable {
    /// The maximum number of redirects that are followed.
    public static let limit = 20

    /// Returns the Location of a redirect; nil if the response is not one.
    public static func location(status: Int, _ headers: Headers) -> String? {
        isRedirect(status) ? headers.first("location") : nil
    }

    /// Whether the status is a redirect if there is a Location (Fetch §2.2.3, redirect status).
    static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

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
        if request.url.origin == nil || request.url.origin != target.origin { next.headers.remove(secrets) }
        return next
    }
}
