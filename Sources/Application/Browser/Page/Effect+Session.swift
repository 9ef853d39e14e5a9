import Diagnostics
import SonicProtocol
import SonicSession

extension Effect {
    /// What is asked of sessions: pages are opened, loaded ahead and held against the rules by them.
    public enum Session: Sendable, Equatable {
        /// Begin a session, and report its events under the opening's visit number with `Report.reported`.
        case open(Opening)
        /// Cancel the session of this visit; what it still reports is ignored.
        case cancel(visit: Int)
        /// Begin a session of this page ahead of time, for whoever opens it soon, and report how it fares with
        /// `Report.preloadReported`.
        case preload(WebURL, from: WebURL? = nil)
        /// Hold the session of a visit against the rules: `Report.findingsFound`.
        case findFindings(FindingsOrder)

        /// What sessions report. Times are spans since the effect that opened the visit was performed: the browser reads
        /// no clock.
        public enum Report: Sendable {
            /// The session that serves a visit reported something.
            /// - Parameters:
            ///   - visit: The number given in `Session.open`; reports of earlier visits change nothing.
            ///   - after: The time since the visit was opened.
            case reported(SessionEvent, visit: Int, after: Duration)
            /// A frame that `Model.awaitsPaint` asked to be timed reached the terminal.
            case painted(visit: Int, after: Duration)
            /// A page that is loaded ahead fares like this.
            /// - Parameter after: The time since the visit in front (`Model.visitInFront`) was opened.
            case preloadReported(PreloadReport, of: WebURL, after: Duration)
            /// This is wrong with the page and the answers of a visit.
            case findingsFound(LintReport, visit: Int)
        }
    }
}

extension Effect.Session.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .reported(let event, let visit, let after):
            return model.handle(event, of: visit, after: after)
        case .painted(let visit, let after):
            if model.visit?.opening.visit == visit, model.visit?.painted == nil {
                model.visit?.painted = after
            }
        case .preloadReported(let report, let url, let after):
            model.finishPreload(report, of: url, after: after)
        case .findingsFound(let report, let visit):
            for index in model.account.tabs.indices
            where model.account.tabs[index].visit?.opening.visit == visit {
                model.account.tabs[index].visit?.report = report
            }
        }
        return []
    }
}

/// A session that has ended and is to be held against the rules.
public struct FindingsOrder: Sendable, Equatable {
    /// The visit it served; there is one order for each.
    public let visit: Int
    /// All it reported.
    public let trace: SessionTrace

    /// Whether two orders are of one visit.
    public static func == (left: FindingsOrder, right: FindingsOrder) -> Bool { left.visit == right.visit }
}

/// A page to be opened by a session.
public struct Opening: Sendable, Equatable {
    /// Counts the sessions begun, from 1; every report carries it.
    public var visit: Int
    /// The address.
    public var url: WebURL
    /// The page that led to it: by a link, a form or a refresh. Nil where the reader named the address himself, or went
    /// to a bookmark or to a page seen before.
    public var from: WebURL?
    /// How it is asked for.
    public var method = RequestMethod.get
    /// How cache and server share the work.
    public var mode: SessionMode
    /// What the reader answered to the server's demand for a password; nil when none was demanded.
    public var credentials: Credentials?
}
