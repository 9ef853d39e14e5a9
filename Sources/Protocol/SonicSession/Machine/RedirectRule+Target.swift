import SonicProtocol

// Resolution of Location headers (RFC 9110 §10.2.2), and cached redirects.
extension RedirectRule {
    /// Resolves a Location value to an absolute address, with the fragment of `url` if it has none. Only http and
    /// https are followed: a server must not send the user to files or packages. Nor may it choose credentials: a
    /// name and a password in the address are removed.
    package static func target(
        of location: String, from url: WebURL, domainToASCII: WebURL.DomainToASCII?
    ) -> Result<WebURL, BadRedirect> {
        guard let target = url.resolve(location, domainToASCII: domainToASCII) else {
            return .failure(.invalidAddress)
        }
        guard target.scheme == "http" || target.scheme == "https" else {
            return .failure(.scheme(target.scheme))
        }
        return .success(target.withoutCredentials.inheritingFragment(of: url))
    }

    /// Returns a Location value for display: without credentials, if it has any.
    package static func withoutPassword(_ location: String, from url: WebURL) -> String {
        guard let target = url.resolve(location), target.withoutCredentials != target else { return location }
        return target.withoutCredentials.href
    }

    /// Returns the method for the new address (Fetch standard §4.4): 307 and 308 repeat a POST with its body, any
    /// other redirect of a POST is followed with GET.
    static func method(
        of method: RequestMethod, status: Int, _ old: WebURL, _ new: WebURL
    ) -> RequestMethod {
        guard case .post(let body) = method, status == 307 || status == 308 else { return .get }
        return .post(body.redirected(from: old, to: new))
    }

    /// The maximum total length in bytes of stored redirect addresses.
    private static let maxRedirectBytes = 8 << 10

    /// Returns hops in the form in which they are stored: without the fragment inherited from the requested address,
    /// and without its credentials. Empty if the addresses are too long.
    static func remembered(_ hops: [SessionResult.Redirect]) -> [SessionResult.Redirect] {
        guard hops.reduce(0, { $0 + $1.to.href.utf8.count }) <= maxRedirectBytes else { return [] }
        return hops.map { hop in
            let isOwn = hop.to.fragment != hop.from.fragment
            return SessionResult.Redirect(
                from: hop.from.withoutFragment.withoutCredentials,
                to: isOwn ? hop.to : hop.to.withoutFragment, status: hop.status)
        }
    }

    /// Returns the stored hops for a request to `url`, whose fragment they inherit.
    static func cachedRedirects(_ hops: [SessionResult.Redirect], from url: WebURL) -> [SessionResult
        .Redirect]
    {
        var from = url
        return hops.map { hop in
            let to = hop.to.inheritingFragment(of: from)
            defer { from = to }
            return SessionResult.Redirect(from: from, to: to, status: hop.status, isCached: true)
        }
    }
}
