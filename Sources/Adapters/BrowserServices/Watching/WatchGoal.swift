import Browser
import SonicSession

/// What `--until` waits for.
package enum WatchGoal: Equatable {
    /// An outcome by its name.
    case outcome(String)
    /// Another page than before, in any way.
    case change
    /// No answer, or an error.
    case failure

    /// The words there are for it.
    package static let words = outcomes + ["change", "failure"]

    private static let outcomes = [
        "firstLoad", "allCached", "dataUpdate", "templateChange", "plain", "fresh", "offline", "failed",
    ]

    /// The goal with this word for it; nil for another word.
    package init?(_ word: String) {
        switch word {
        case "change": self = .change
        case "failure": self = .failure
        case let name where Self.outcomes.contains(name): self = .outcome(name)
        default: return nil
        }
    }

    /// Whether a run is what was waited for.
    /// - Parameters:
    ///   - news: What the watch made of it.
    ///   - isFailing: Whether more runs in a row have failed than are tolerated.
    func isMet(by run: WatchRun, _ news: [WatchNews.Kind], isFailing: Bool) -> Bool {
        switch self {
        case .outcome(let name): run.outcome.name == name
        case .change: news.contains(.changed) && run.standing != .changedInSource(run.changedBlocks)
        case .failure: isFailing
        }
    }
}
