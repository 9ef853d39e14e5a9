import SonicProtocol

/// Where a Location header leads (RFC 9110 §10.2.2).
package enum Redirection {
    /// The absolute address of a Location value, with the fragment of `url` where it has none of its own. Only
    /// http and https are followed: a server must not send the reader to files or packages. Nor does it choose as
    /// whom the reader comes: a name and a password in the address are left out.
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

    /// A Location value as it is told: without a password, where there is one.
    package static func withoutPassword(_ location: String, from url: WebURL) -> String {
        guard let target = url.resolve(location), target.withoutCredentials != target else { return location }
        return target.withoutCredentials.href
    }

    /// How the new address is asked (Fetch standard §4.4): 307 and 308 repeat a POST with its body, any other
    /// redirect of one is followed by GET.
    static func method(
        of method: RequestMethod, status: Int, _ old: WebURL, _ new: WebURL
    ) -> RequestMethod {
        guard case .post(let body) = method, status == 307 || status == 308 else { return .get }
        return .post(body.redirected(from: old, to: new))
    }
}
