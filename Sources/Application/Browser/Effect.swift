/// A side effect that the browser requests, in groups that each have one owner here and one in the program. The result
/// of an effect is its group's `Report`, which reaches the model as an `Event`. Effects are performed in order.
public enum Effect: Sendable, Equatable {
    /// Report `Event.timerFired` at this time of the clock that events carry; it replaces any time set before for this
    /// timer. Nil stops the timer.
    case setTimer(TimerID, at: Duration?)
    /// An effect of the terminal.
    case terminal(Terminal)
    /// An effect of a session.
    case session(Session)
    /// An effect of accounts.
    case accounts(Accounts)
    /// An effect of the pages that an account has stored, bookmarked or visited.
    case pages(Pages)
    /// An effect of versions and recorded sessions.
    case versions(Versions)
    /// An effect of files.
    case files(Files)
    /// An effect of other programs.
    case programs(Programs)
    /// An effect of intercepted exchanges.
    case interception(Interception)
    /// An effect of edited requests.
    case resending(Resending)
    /// An effect of traffic.
    case traffic(TrafficEffect)
    /// A request for a style sheet or an image.
    case resources(Resources)
    /// Store what the reader chose.
    case preferences(Preferences)
    /// Read or change the configuration.
    case settings(Settings)
}
