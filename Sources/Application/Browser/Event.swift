import SonicProtocol

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
