/// Limits for sessions that are started in advance (preloads).
public struct PreloadLimits: Sendable, Equatable {
    /// How long an ended session is kept for being opened. One minute by default.
    public var age: Duration
    /// The maximum number of ended sessions kept. 8 by default.
    public var kept: Int
    /// The maximum number of sessions that run concurrently. 3 by default.
    public var atATime: Int
    /// The maximum number that wait to be started, at least 1; the oldest one is dropped first. 3 by default.
    public var waiting: Int

    /// Creates limits with the given values.
    public init(age: Duration = .seconds(60), kept: Int = 8, atATime: Int = 3, waiting: Int = 3) {
        self.age = age
        self.kept = kept
        self.atATime = atATime
        self.waiting = max(1, waiting)
    }
}
