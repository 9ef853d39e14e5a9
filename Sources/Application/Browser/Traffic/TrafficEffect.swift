import CellGrid
import Exchanges
import SonicProtocol
import SonicSession
import Workbench

/// Effects on traffic.
public enum TrafficEffect: Sendable, Equatable {
    /// Read a source with a number, instead of the current one: `Report.news`, finally `Report.ended`.
    case read(TrafficSource, number: Int)
    /// Stop reading.
    case stop
    /// Send an order to the server at an address, with the number of its reading: `Report.ordered`.
    case order(ServerOrder, at: WebURL, number: Int)
    /// Check the session of a row of this program against the rules: `Report.news`.
    case judge(TrafficOrder)

    /// The reports of traffic. The number identifies the reading of a source.
    public enum Report: Sendable {
        /// The traffic of a source was requested from outside, such as on the command line, with a filter.
        case wanted(TrafficSource, ExchangeFilter)
        /// New facts about the traffic.
        case news([TrafficNews], number: Int)
        /// All existing exchanges have been read, and more are reported as they happen.
        case caughtUp(number: Int)
        /// The server executed an order, or refused it for a reason, a sentence.
        case ordered(ServerOrder, refusal: String?, number: Int)
        /// The source has ended; the reason, a sentence, if it ended early.
        case ended(String?, number: Int)
    }
}

extension TrafficEffect.Report {
    /// The urgency of the redraw: rows can wait, decisions about intercepted messages cannot.
    var change: FrameSchedule.Change {
        guard case .news(let news, _) = self else { return .other }
        return news.contains { if case .interception = $0 { true } else { false } } ? .other : .rows
    }

    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .wanted(let source, let filter):
            let effects = model.openTraffic(source)
            model.changeTraffic { $0.show(filter) }
            return effects
        case .news(let news, let number):
            model.handleTraffic(news, number)
            for case .interception(let news) in news where model.account.traffic?.number == number {
                model.report(news)
            }
        case .caughtUp(let number): model.changeTraffic(number) { $0.state = .following }
        case .ended(let why, let number):
            guard model.account.traffic?.number == number else { return [] }
            model.changeTraffic { $0.end(why) }
            model.forgetServerMessages()
            if let why { model.notice = .failure(why) }
        case .ordered(let order, let refusal, let number):
            guard model.account.traffic?.number == number else { return [] }
            if let refusal {
                model.notice = .failure(VisibleText.line(refusal))
            } else if case .force(let fault, let path) = order {
                model.notice = .news(
                    VisibleText.line("The next response for \(path) will have the fault \(fault)."))
            }
        }
        return []
    }
}

/// An order to check a session of this program against the rules.
public struct TrafficOrder: Sendable, Equatable {
    /// Its row.
    public let row: Int
    /// Its trace.
    public let trace: SessionTrace
    /// The number of the reading of a source.
    public let number: Int

    /// Returns whether two orders are of the same row of the same reading.
    public static func == (left: TrafficOrder, right: TrafficOrder) -> Bool {
        left.row == right.row && left.number == right.number
    }
}
