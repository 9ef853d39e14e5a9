import SonicProtocol

/// What happened outside the browser: what became of an effect, by the group that it is of, or something that nobody
/// asked for.
public enum Event: Sendable {
    /// An address was given from outside, such as on the command line.
    case addressGiven(WebURL)
    /// The wall clock stands at this.
    case timeRead(Instant)
    /// The time of `Effect.setTimer` came.
    case timerFired(TimerID)
    /// The terminal reported this.
    case terminal(Effect.Terminal.Report)
    /// A session reported this.
    case session(Effect.Session.Report)
    /// This became of an account.
    case accounts(Effect.Accounts.Report)
    /// This is known of pages.
    case pages(Effect.Pages.Report)
    /// This is there of versions and sessions.
    case versions(Effect.Versions.Report)
    /// This became of files.
    case files(Effect.Files.Report)
    /// This became of other programs.
    case programs(Effect.Programs.Report)
    /// This became of intercepted exchanges.
    case interception(Effect.Interception.Report)
    /// This became of edited requests.
    case resending(Effect.Resending.Report)
    /// This became of traffic.
    case traffic(TrafficEffect.Report)
    /// This became of style sheets and pictures.
    case resources(Effect.Resources.Report)
    /// This became of the configuration.
    case settings(Effect.Settings.Report)

    /// What it may change on the screen.
    public var change: FrameSchedule.Change {
        if case .traffic(let report) = self { report.change } else { .other }
    }
}
