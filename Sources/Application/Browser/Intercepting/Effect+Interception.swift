import Diagnostics
import SonicProtocol
import SonicSession

extension Effect {
    /// What is asked about exchanges that are intercepted.
    public enum Interception: Sendable, Equatable {
        /// Intercept the exchanges that fit from now on, nil for none: `Report.intercepted`, and `Report.changed`
        /// whenever one is.
        case intercept(InterceptFilter?)
        /// Let the exchange with this number go.
        case release(Int, Release)
        /// Take a response from the file of this name: `Report.responded`.
        case respond(file: String, to: RespondTarget)

        /// What becomes of exchanges.
        public enum Report: Sendable {
            /// From now on what fits this filter is intercepted; nil for nothing.
            case intercepted(InterceptFilter?)
            /// All that is intercepted now, the oldest first.
            case changed([InterceptedExchange])
            /// This came of a response from a file: what was done, or why nothing was, in a sentence.
            case responded(Responded)
        }
    }
}

extension Effect.Interception.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .intercepted(let filter): model.report(holding: filter)
        case .changed(let exchanges): model.update(held: exchanges)
        case .responded(let responded): return model.show(responded)
        }
        return []
    }
}

/// What a response from a file answers.
public enum RespondTarget: Sendable, Equatable {
    /// What is intercepted.
    case intercepted(InterceptedExchange)
    /// The next request of the page at this address.
    case next(WebURL)
}

/// What came of a response from a file.
public enum Responded: Sendable, Equatable {
    /// It is used, with what was put right in it, one clause each.
    case taken(notes: [String])
    /// It cannot be used, for this reason, a sentence.
    case refused(String)
}
