import SonicProtocol

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

/// An event outside the browser: the result of an effect, in the effect's group, or an unsolicited one.
public enum Event: Sendable {
    /// An address was given from outside, such as on the command line.
    case addressGiven(WebURL)
    /// The current time of the wall clock.
    case timeRead(Instant)
    /// The timer of `Effect.setTimer` expired.
    case timerFired(TimerID)
    /// A report of the terminal.
    case terminal(Effect.Terminal.Report)
    /// A report of a session.
    case session(Effect.Session.Report)
    /// A report about an account.
    case accounts(Effect.Accounts.Report)
    /// A report about pages.
    case pages(Effect.Pages.Report)
    /// A report about versions and sessions.
    case versions(Effect.Versions.Report)
    /// A report about files.
    case files(Effect.Files.Report)
    /// A report of another program.
    case programs(Effect.Programs.Report)
    /// A report about intercepted exchanges.
    case interception(Effect.Interception.Report)
    /// A report about edited requests.
    case resending(Effect.Resending.Report)
    /// A report about traffic.
    case traffic(TrafficEffect.Report)
    /// A report about style sheets and images.
    case resources(Effect.Resources.Report)
    /// A report about the configuration.
    case settings(Effect.Settings.Report)

    /// The parts of the screen that the event may change.
    public var change: FrameSchedule.Change {
        if case .traffic(let report) = self { report.change } else { .other }
    }
}

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
