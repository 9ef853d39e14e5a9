import Diagnostics
import SonicProtocol
import SonicSession

/// Requests that are to be resent, one after the other.
public struct ResendOrder: Sendable, Equatable {
    /// One of them.
    public struct Letter: Sendable, Equatable {
        /// The address.
        public let url: WebURL
        /// The request as it stands; nil for the ordinary one, as if nothing were stored.
        public let draft: RequestDraft?
        /// What it is to say that is not so.
        public let overrides: RequestOverrides
    }

    /// Counts them from 1.
    public let number: Int
    /// The requests.
    public let letters: [Letter]
}

/// What became of the answer to a request that was resent, once it was to be stored after all.
public enum ResendStorage: Sendable, Equatable {
    /// A new version of this number was stored.
    case stored(version: Int)
    /// What is stored was confirmed, removed or marked; there is no new version.
    case changed
    /// There was nothing to be stored.
    case nothing
    /// It could not be written, for this reason.
    case failed(String)
}

/// An answer to a request that was resent.
struct ResendAnswer: Sendable {
    /// The number of its order.
    let number: Int
    /// The request as it went out.
    let request: RequestDraft
    /// What it said that is not so.
    let overrides: RequestOverrides
    /// How the session ended.
    let result: SessionResult
    /// The stored page that it was held against, by its version's number; nil for none.
    let version: Int?
    /// The answer; nil where none came.
    let answer: ComparedAnswer?

    /// What a session told; nil for one that did not end.
    init?(_ trace: SessionTrace, _ number: Int, _ request: RequestDraft, _ overrides: RequestOverrides) {
        guard let result = trace.result else { return nil }
        self.number = number
        self.request = request
        self.overrides = overrides
        self.result = result
        version = trace.turns.last?.stored?.number
        answer = ComparedAnswer(trace, name: Self.name(number, overrides))
    }

    /// What it is called beside others: `request 2 (no tags)`.
    private static func name(_ number: Int, _ overrides: RequestOverrides) -> String {
        let words = overrides.all.map(\.words).joined(separator: ", ")
        return "resent request \(number)" + (words.isEmpty ? "" : " (\(words))")
    }
}
