import SonicProtocol

// How long the session in front has been at work.
extension Model {
    /// What is over within this time is drawn once: steps that flash by tell nobody anything.
    private static let quiet = Duration.milliseconds(100)

    /// How long the session in front has been at work; nil where none is.
    var elapsed: Duration? {
        guard let visit, visit.isBusy else { return nil }
        return visit.begun.map { max(.zero, uptime - $0) } ?? .zero
    }

    /// Whether the session in front has begun a moment ago, and there is nothing to be said of it.
    var isQuietlyBusy: Bool {
        guard let elapsed, visit?.retry == nil, interceptedInFront == nil else { return false }
        return elapsed < Self.quiet
    }

    /// Notes when the session in front began, and has its steps and its seconds drawn. Ends every update.
    mutating func followProgress() -> [Effect] {
        guard let visit, let elapsed else { return setTimer(.progress, at: nil) }
        let begun = visit.begun ?? uptime
        if visit.begun == nil { self.visit?.begun = begun }
        let next = elapsed < Self.quiet ? Self.quiet : .seconds(elapsed.wholeSeconds + 1)
        return setTimer(.progress, at: begun + next)
    }
}
