import CellGrid
import SonicProtocol
import SonicSession
import Workbench

extension Effect {
    /// Effects of requests that the reader edited.
    public enum Resending: Sendable, Equatable {
        /// Look up what requests for this page can be edited with: `Report.materialsFound`.
        case findMaterials(WebURL)
        /// Send requests without storing the responses: `Report.ended`.
        case send(ResendOrder)
        /// Cancel the requests sent under this number; nothing of them is reported.
        case stop(Int)
        /// Read a file of requests at a path and select one of them: `Report.fileRead`.
        case readFile(String, number: Int?)
        /// Store what the session of this number would have stored: `Report.stored`.
        case store(Int)

        /// The reports of these effects.
        public enum Report: Sendable {
            /// The materials with which requests for this page can be edited.
            case materialsFound(ResendMaterials, for: WebURL)
            /// All requests sent under this number have ended, with a trace of each.
            case ended([SessionTrace], number: Int)
            /// The text of a file of requests, and the number of the selected one.
            case fileRead(String, number: Int?)
            /// A file of requests could not be read, for this reason.
            case fileRefused(String)
            /// The outcome of storing a response.
            case stored(ResendStorage)
        }
    }
}

extension Effect.Resending.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .materialsFound(let materials, let url): model.setMaterials(materials, for: url)
        case .ended(let traces, let number): model.receive(traces, of: number)
        case .fileRead(let text, let number): model.edit(requestsIn: text, number)
        case .fileRefused(let words): model.notice = .failure(VisibleText.line(words.ended))
        case .stored(let storage): return model.show(storage)
        }
        return []
    }
}

/// An order to resend requests, one after the other.
public struct ResendOrder: Sendable, Equatable {
    /// One of the requests.
    public struct Letter: Sendable, Equatable {
        /// The address.
        public let url: WebURL
        /// The request as edited; nil for the ordinary one without stored data.
        public let draft: RequestDraft?
        /// The overrides.
        public let overrides: RequestOverrides
    }

    /// The number of the order, counted from 1.
    public let number: Int
    /// The requests.
    public let letters: [Letter]
}

/// The outcome of storing the response to a resent request.
public enum ResendStorage: Sendable, Equatable {
    /// A new version of this number was stored.
    case stored(version: Int)
    /// The stored page was confirmed, removed or marked; there is no new version.
    case changed
    /// There was nothing to store.
    case nothing
    /// It could not be written, for this reason.
    case failed(String)
}

/// The response to a resent request.
struct ResendAnswer: Sendable {
    /// The number of its order.
    let number: Int
    /// The request as sent.
    let request: RequestDraft
    let overrides: RequestOverrides
    let result: SessionResult
    /// The version number of the stored page that it was compared with; nil for none.
    let version: Int?
    /// The response; nil if none was received.
    let answer: ExchangeSide?

    /// Creates the response from a session's trace, or nil if the session did not end.
    init?(_ trace: SessionTrace, _ number: Int, _ request: RequestDraft, _ overrides: RequestOverrides) {
        guard let result = trace.result else { return nil }
        self.number = number
        self.request = request
        self.overrides = overrides
        self.result = result
        version = trace.turns.last?.stored?.number
        answer = ExchangeSide(answered: trace, title: Self.name(number, overrides))
    }

    /// Returns the name that distinguishes it from others: `resent request 2 (no tags)`.
    private static func name(_ number: Int, _ overrides: RequestOverrides) -> String {
        let words = overrides.all.map(\.words).joined(separator: ", ")
        return "resent request \(number)" + (words.isEmpty ? "" : " (\(words))")
    }
}
