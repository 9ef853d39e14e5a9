import SonicProtocol

/// One step of a session: what happened, and what its machine decided then. SessionWords has the words.
public struct SessionStep: Sendable {
    /// What happened.
    package let what: SessionMachine.Event
    /// What is to be done, in order.
    package let decided: [SessionMachine.Effect]
    /// What the session waits for behind it: the name of its state.
    public let state: String

    init(_ event: SessionMachine.Event, _ effects: [SessionMachine.Effect], _ state: SessionMachine.State) {
        what = event
        decided = effects
        self.state = state.name
    }
}

extension SessionMachine.State {
    /// Its name.
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
