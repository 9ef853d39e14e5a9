import SonicProtocol

/// A site whose answers go wrong by plan.
public struct FaultySite: Site {
    private var site: any Site
    private let plan: FaultPlan
    private let injector: FaultInjector

    /// A site around another one.
    ///
    /// - Parameter responder: The Sonic half of that site, asked again where other tags are to be answered.
    public init(_ site: any Site, plan: FaultPlan, responder: SonicResponder) {
        self.site = site
        self.plan = plan
        injector = FaultInjector(responder: responder)
    }

    /// The site's conversation, and what the plan makes of its answer.
    public mutating func conversation(on head: ServerRequest, over line: ClientLine) -> (
        any StreamingExchange
    )? {
        guard let sound = site.conversation(on: head, over: line) else { return nil }
        let faults = plan.faults(for: head)
        return faults.isEmpty ? sound : FaultyConversation(sound, on: head, faults: faults, by: injector)
    }

    /// The site's answer, and what the plan makes of it.
    public mutating func answer(_ request: ServerRequest) -> ServerAnswer {
        plan.faults(for: request).reduce(site.answer(request)) { injector.spoil($0, of: request, by: $1) }
    }
}
