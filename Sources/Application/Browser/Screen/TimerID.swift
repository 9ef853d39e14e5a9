/// The purposes of timers; there is at most one timer for each.
public enum TimerID: Hashable, Sendable, CaseIterable {
    /// The chosen link has stayed chosen long enough to be preloaded.
    case loadAhead
    /// The next poll of the watch in front is due.
    case watch
    /// The countdown to the next poll of a watch changes by a second, or a minute.
    case countdown
    /// The displayed age of intercepted messages changes by a second.
    case interception
    /// The displayed duration of the session in front changes by a second, or becomes worth showing.
    case progress
    /// The notice in the bottom line expires.
    case notice
}
