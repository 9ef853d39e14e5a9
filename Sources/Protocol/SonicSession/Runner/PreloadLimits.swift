/// The bounds of sessions that are begun ahead of time.
public struct PreloadLimits: Sendable, Equatable {
    /// How long one that ended is kept to be opened. A minute by default.
    public var age: Duration
    /// How many that ended are kept. 8 by default.
    public var kept: Int
    /// How many are under way at a time. 3 by default.
    public var atATime: Int
    /// How many wait to be begun, at least 1; the oldest wish is forgotten first. 3 by default.
    public var waiting: Int

    /// Limits with the given values.
    public init(age: Duration = .seconds(60), kept: Int = 8, atATime: Int = 3, waiting: Int = 3) {
        self.age = age
        self.kept = kept
        self.atATime = atATime
        self.waiting = max(1, waiting)
    }
}
