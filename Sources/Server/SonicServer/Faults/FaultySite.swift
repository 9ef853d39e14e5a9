import SonicProtocol

/// A site to whose answers the faults of a plan are applied.
public struct FaultySite: Site {
    private var site: any Site
    private let plan: FaultPlan
    private let injector: FaultInjector

    /// Creates a site around another one.
    ///
    /// - Parameter responder: The Sonic responder of that site, used again for responses to other tags.
    public init(_ site: any Site, plan: FaultPlan, responder: SonicResponder) {
        self.site = site
        self.plan = plan
        injector = FaultInjector(responder: responder)
    }

    /// Returns the site's exchange, with the plan's faults applied.
    public mutating func streamingExchange(on head: ServerRequest, over line: ClientLine) -> (
        any StreamingExchange
    )? {
        guard let sound = site.streamingExchange(on: head, over: line) else { return nil }
        let faults = plan.faults(for: head)
        return faults.isEmpty ? sound : FaultyExchange(sound, on: head, faults: faults, by: injector)
    }

    /// Returns the site's answer, with the plan's faults applied.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer {
        plan.faults(for: request).reduce(site.answer(request)) { injector.spoil($0, of: request, by: $1) }
    }
}
