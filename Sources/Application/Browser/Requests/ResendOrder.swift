import SonicProtocol
import SonicSession
import Workbench

/// An order to resend requests, one after the other.
public struct ResendOrder: Sendable, Equatable {
    /// One of the requests.
    public struct Letter: Sendable, Equatable {
        /// The address.
        public let url: WebURL
        /// The request as edited; nil for the ordinary one without stored data.
        public let draft: Request?
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
    let request: Request
    let overrides: RequestOverrides
    let result: SessionResult
    /// The version number of the stored page that it was compared with; nil for none.
    let version: Int?
    /// The response; nil if none was received.
    let answer: ExchangeSide?

    /// Creates the response from a session's trace, or nil if the session did not end.
    init?(_ trace: SessionTrace, _ number: Int, _ request: Request, _ overrides: RequestOverrides) {
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
