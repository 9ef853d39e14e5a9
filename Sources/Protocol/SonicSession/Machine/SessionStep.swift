import SonicProtocol

/// One step of a session: an event, and what the machine decided. SessionWords has the texts.
public struct SessionStep: Sendable {
    /// The event.
    package let what: SessionMachine.Event
    /// The effects to perform, in order.
    package let decided: [SessionMachine.Effect]
    /// The name of the state after the step, which says what the session waits for.
    public let state: String

    init(_ event: SessionMachine.Event, _ effects: [SessionMachine.Effect], _ state: SessionMachine.State) {
        what = event
        decided = effects
        self.state = state.name
    }
}

extension SessionMachine.State {
    /// The name of the state.
    fileprivate var name: String {
        switch self {
        case .idle: "idle"
        case .readingCache: "readingCache"
        case .followingCachedRedirect: "recalling"
        case .readingRest: "readingRest"
        case .checkingCache: "checkingCache"
        case .asking: "asking"
        case .pausing: "pausing"
        case .receiving: "receiving"
        case .evaluating: "evaluating"
        case .writing: "writing"
        case .ended: "ended"
        }
    }
}
