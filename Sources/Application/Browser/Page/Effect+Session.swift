import SonicLint
import SonicProtocol
import SonicSession

extension Effect {
    /// Effects on sessions: they open pages, preload them and check them against the rules.
    public enum Session: Sendable, Equatable {
        /// Begin a session, and report its events with the visit number of the opening as `Report.reported`.
        case open(Opening)
        /// Cancel the session of this visit; its later reports are ignored.
        case cancel(visit: Int)
        /// Begin a session of this page before it is opened, and report its progress with `Report.preloadReported`.
        case preload(WebURL, from: WebURL? = nil)
        /// Check the session of a visit against the rules, and report `Report.findingsFound`.
        case findFindings(FindingsOrder)

        /// The reports of sessions. Times are durations since the effect that opened the visit was performed: the
        /// browser reads no clock.
        public enum Report: Sendable {
            /// The session of a visit reported an event.
            /// - Parameters:
            ///   - visit: The number given in `Session.open`; reports of earlier visits change nothing.
            ///   - after: The time since the visit was opened.
            case reported(SessionEvent, visit: Int, after: Duration)
            /// A frame that `Model.awaitsPaint` requested to be timed reached the terminal.
            case painted(visit: Int, after: Duration)
            /// A page that is preloaded reported its progress.
            /// - Parameter after: The time since the visit in front (`Model.visitInFront`) was opened.
            case preloadReported(PreloadReport, of: WebURL, after: Duration)
            /// The findings about the page and the responses of a visit.
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

/// A session that has ended and is to be checked against the rules.
public struct FindingsOrder: Sendable, Equatable {
    /// The visit that it served; there is one order for each.
    public let visit: Int
    /// All that it reported.
    public let trace: SessionTrace

    /// Returns whether two orders are of the same visit.
    public static func == (left: FindingsOrder, right: FindingsOrder) -> Bool { left.visit == right.visit }
}

/// A page to be opened by a session.
public struct Opening: Sendable, Equatable {
    /// The number of the session, counted from 1; every report carries it.
    public var visit: Int
    /// The address.
    public var url: WebURL
    /// The page that led to it by a link, a form or a refresh. Nil if the reader typed the address, or opened a
    /// bookmark or a page from the history.
    public var from: WebURL?
    /// The request method.
    public var method = RequestMethod.get
    /// How cache and server are used.
    public var mode: SessionMode
    /// The reader's answer to a password prompt of the server; nil if there was none.
    public var credentials: Credentials?
}
