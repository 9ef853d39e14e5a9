/// How a session fares that was begun ahead of time.
public enum PreloadReport: Sendable {
    /// It is under way.
    case begun
    /// It is over; its news is kept for whoever opens the page soon, unless it failed.
    case ended(SessionResult)
    /// Somebody opened the page, and hears of the session from now on.
    case taken
    /// Nothing came of it: others were wished for later, or all was stopped.
    case forgotten
}
