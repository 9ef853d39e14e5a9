import SonicProtocol

/// A site whose requests and responses can be held on their way, by the rules of those who watch.
public struct InterceptingSite: Site {
    private let site: SharedSite
    private let interceptions: Interceptions
    private let bodyLimit: Int

    /// A site around another one.
    ///
    /// - Parameters:
    ///   - traffic: Whoever watches it can intercept.
    ///   - bodyLimit: The longest request body that the site is given as a whole, in bytes.
    public init(_ site: any Site, by traffic: Traffic, bodyLimit: Int) {
        self.site = SharedSite(site)
        self.interceptions = traffic.interceptions
        self.bodyLimit = bodyLimit
    }

    /// The site's.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer { site.site.answer(request) }

    /// The site's where nothing of the exchange may have to be held.
    public mutating func conversation(on head: ServerRequest, over line: ClientLine) -> (
        any StreamingExchange
    )? {
        guard interceptions.mayHold(head) else { return site.site.conversation(on: head, over: line) }
        return InterceptedExchange(
            on: head, over: line, of: site, by: interceptions, bodyLimit: bodyLimit)
    }
}

/// A site that exchanges ask later on.
final class SharedSite {
    var site: any Site

    init(_ site: any Site) {
        self.site = site
    }
}
