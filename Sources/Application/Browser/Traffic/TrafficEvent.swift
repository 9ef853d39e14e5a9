import Exchanges
import Workbench

/// An event of the traffic. The number identifies the reading of a source.
public enum TrafficEvent: Sendable {
    /// The traffic of a source was requested from outside, such as on the command line, with a filter.
    case wanted(TrafficSource, ExchangeFilter)
    /// New facts about the traffic.
    case news([TrafficNews], number: Int)
    /// All existing exchanges have been read, and more are reported as they happen.
    case caughtUp(number: Int)
    /// The source has ended; the reason, a sentence, if it ended early.
    case ended(String?, number: Int)

    /// The urgency of the redraw: rows can wait, decisions about intercepted messages cannot.
    var change: FrameSchedule.Change {
        guard case .news(let news, _) = self else { return .other }
        return news.contains { if case .interception = $0 { true } else { false } } ? .other : .rows
    }
}
