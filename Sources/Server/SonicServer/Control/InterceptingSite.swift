import SonicProtocol

/// A site whose requests and responses can be intercepted by the rules of watching programs.
public struct InterceptingSite: Site {
    private let site: SharedSite
    private let interceptions: Interceptions
    private let bodyLimit: Int

    /// Creates a site around another one.
    ///
    /// - Parameters:
    ///   - traffic: The programs that watch it can intercept.
    ///   - bodyLimit: The maximum size of a request body passed to the site at once, in bytes.
    public init(_ site: any Site, by traffic: Traffic, bodyLimit: Int) {
        self.site = SharedSite(site)
        self.interceptions = traffic.interceptions
        self.bodyLimit = bodyLimit
    }

    /// Returns the site's answer.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer { site.site.answer(request) }

    /// Returns the site's exchange if no rule can match.
    public mutating func streamingExchange(on head: ServerRequest, over line: ClientLine) -> (
        any StreamingExchange
    )? {
        guard interceptions.mayIntercept(head) else {
            return site.site.streamingExchange(on: head, over: line)
        }
        return InterceptedExchange(
            on: head, over: line, of: site, by: interceptions, bodyLimit: bodyLimit)
    }
}

/// A site that exchanges use later.
final class SharedSite {
    var site: any Site

    init(_ site: any Site) {
        self.site = site
    }
}
