import SonicProtocol
import SonicSession

/// A stage of a session, which covers one or more of its phases, and its result.
public struct Stage: Sendable {
    /// The stage.
    public let name: Name
    /// Its result so far.
    public let result: Result
    /// The time spent in it; nil if it was not entered.
    public let time: Duration?

    /// The stages, in order.
    public enum Name: String, Sendable, CaseIterable {
        case cache, connect, header, body, verify, store

        /// The phases that it covers.
        public var phases: [SessionPhase] {
            switch self {
            case .cache: [.readingCache, .checkingCache]
            case .connect: [.pausing, .resolving, .connecting, .securing]
            case .header: [.waiting]
            case .body: [.receiving]
            case .verify: [.verifying]
            case .store: [.storing]
            }
        }
    }

    /// What became of a stage.
    public enum Result: Sendable, Equatable {
        /// It may follow.
        case pending
        /// It is under way.
        case running
        /// It is complete.
        case done
        /// It was not needed, since an open connection was used.
        case reused
        /// It was not needed.
        case skipped
        /// The session failed here.
        case failed
        /// The user stopped the session here.
        case stopped
    }
}
