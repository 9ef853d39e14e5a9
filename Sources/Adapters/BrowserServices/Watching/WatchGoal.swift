import Browser
import SonicSession

/// What `--until` waits for.
package enum WatchGoal: Equatable {
    /// An outcome, whatever its cause.
    case outcome(Outcome.Kind)
    /// Another page than before, in any way.
    case change
    /// No answer, or an error.
    case failure

    /// The words there are for it.
    package static let words = Outcome.Kind.allCases.map(\.rawValue) + ["change", "failure"]

    /// The goal with this word for it; nil for another word.
    package init?(_ word: String) {
        switch word {
        case "change": self = .change
        case "failure": self = .failure
        default:
            guard let kind = Outcome.Kind(spelled: word) else { return nil }
            self = .outcome(kind)
        }
    }

    /// Whether a run is what was waited for.
    /// - Parameters:
    ///   - news: What the watch made of it.
    ///   - isFailing: Whether more runs in a row have failed than are tolerated.
    func isMet(by run: WatchRun, _ news: [WatchNews.Kind], isFailing: Bool) -> Bool {
        switch self {
        case .outcome(let kind): run.outcome.kind == kind
        case .change: news.contains(.changed) && run.standing != .changedInSource(run.changedBlocks)
        case .failure: isFailing
        }
    }
}
