/// What the browser wants done outside, in groups that each have one owner here and one in the program. What comes back
/// of a group's effects is its `Report`, which reaches the model as an `Event`. Effects are performed in order.
public enum Effect: Sendable, Equatable {
    /// Report `Event.timerFired` at this time, by the clock whose time comes with events, in place of any time set before
    /// for this timer; nil for never.
    case setTimer(TimerID, at: Duration?)
    /// Ask the terminal.
    case terminal(Terminal)
    /// Ask for a session.
    case session(Session)
    /// Ask about accounts.
    case accounts(Accounts)
    /// Ask about the pages that an account knows.
    case pages(Pages)
    /// Ask about versions and remembered sessions.
    case versions(Versions)
    /// Ask about files.
    case files(Files)
    /// Ask another program.
    case programs(Programs)
    /// Ask about intercepted exchanges.
    case interception(Interception)
    /// Ask about edited requests.
    case resending(Resending)
    /// Ask about traffic.
    case traffic(TrafficEffect)
    /// Ask for a style sheet or a picture.
    case resources(Resources)
    /// Remember what the reader chose.
    case preferences(Preferences)
    /// Read or change the configuration.
    case settings(Settings)
}
