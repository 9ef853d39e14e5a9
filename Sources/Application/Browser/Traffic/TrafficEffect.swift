import CellGrid
import Diagnostics
import SonicProtocol
import SonicSession

/// What is asked about traffic.
public enum TrafficEffect: Sendable, Equatable {
    /// Read a source, under a number, in place of what is read now: `Report.news`, at last `Report.ended`.
    case read(TrafficSource, number: Int)
    /// Read no further.
    case stop
    /// Ask the server at an address, whose reading has a number, to do something: `Report.ordered`.
    case order(ServerOrder, at: WebURL, number: Int)
    /// Hold the session of a row of this program's against the rules: `Report.news`.
    case judge(TrafficOrder)

    /// What becomes of traffic. The number says which reading it is of.
    public enum Report: Sendable {
        /// The traffic of a source is wanted from outside, such as on the command line, as far as it fits a filter.
        case wanted(TrafficSource, TrafficFilter)
        /// This became known.
        case news([TrafficNews], number: Int)
        /// The source is read, and more comes as it happens.
        case caughtUp(number: Int)
        /// The server did what it was asked for, or refused it for a reason, a sentence.
        case ordered(ServerOrder, refusal: String?, number: Int)
        /// No more comes; why, where that is not that all is known, in a sentence.
        case ended(String?, number: Int)
    }
}

extension TrafficEffect.Report {
    /// What it may change on the screen: rows can wait, what somebody is to decide on cannot.
    var change: FrameSchedule.Change {
        guard case .news(let news, _) = self else { return .other }
        let isOfRows = news.allSatisfy { news in
            switch news {
            case .added, .read, .dropped: true
            case .interception: false
            }
        }
        return isOfRows ? .rows : .other
    }

    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .wanted(let source, let filter):
            let effects = model.openTraffic(source)
            model.changeTraffic { $0.show(filter) }
            return effects
        case .news(let news, let number):
            model.changeTraffic(number) { $0.handle(news) }
            for case .interception(let news) in news where model.account.traffic?.number == number {
                model.report(news)
            }
        case .caughtUp(let number): model.changeTraffic(number) { $0.state = .following }
        case .ended(let why, let number):
            guard model.account.traffic?.number == number else { return [] }
            model.changeTraffic { $0.end(why) }
            model.forgetHeldMessages()
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

/// A session of this program that is to be held against the rules.
public struct TrafficOrder: Sendable, Equatable {
    /// Its row.
    public let row: Int
    /// What it told.
    public let trace: SessionTrace
    /// Which reading of a source it is of.
    public let number: Int

    /// Whether two orders are of the same row of the same reading.
    public static func == (left: TrafficOrder, right: TrafficOrder) -> Bool {
        left.row == right.row && left.number == right.number
    }
}
