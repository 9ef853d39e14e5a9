/// The state of a session that was started in advance.
public enum PreloadReport: Sendable {
    /// The session is running.
    case begun
    /// The session has ended; unless it failed, its events are kept for whoever opens the page soon.
    case ended(SessionResult)
    /// The page was opened; its opener receives the session's events from now on.
    case taken
    /// The session was dropped: others were requested later, or all were stopped.
    case forgotten
}
