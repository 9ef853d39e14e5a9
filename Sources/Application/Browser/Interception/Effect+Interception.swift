import CellGrid
import Exchanges
import SonicProtocol

extension Effect {
    /// Effects of interception.
    public enum Interception: Sendable, Equatable {
        /// Intercept the exchanges that match, nil for none: `Report.intercepted`, and `Report.changed` whenever one is
        /// intercepted.
        case intercept(ExchangeFilter?)
        /// Release the exchange with this number.
        case release(Int, Release)
        /// Respond with the file of this name: `Report.responded`.
        case respond(file: String, to: RespondTarget)

        /// The results of these effects.
        public enum Report: Sendable {
            /// Exchanges that match this filter are now intercepted; nil for none.
            case intercepted(ExchangeFilter?)
            /// All intercepted exchanges, the oldest first.
            case changed([InterceptedExchange])
            /// A response from a file is used, with these corrections, each as a clause.
            case responded(notes: [String])
            /// A file cannot be used; the reason is a sentence.
            case refused(String)
        }
    }
}

extension Effect.Interception.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .intercepted(let filter): model.report(intercepting: filter)
        case .changed(let exchanges): model.update(intercepted: exchanges)
        case .responded(let notes): model.showResponse(notes: notes)
        case .refused(let words): model.notice = .failure(VisibleText.line(words.sentence))
        }
        return []
    }
}

/// The request to which a response from a file is given.
public enum RespondTarget: Sendable, Equatable {
    /// An intercepted exchange.
    case intercepted(InterceptedExchange)
    /// The next request of the page at this address.
    case next(WebURL)
}
