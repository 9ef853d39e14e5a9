import SonicSession
import Watching

/// What `--until` waits for.
enum WatchGoal: Equatable {
    /// An outcome by its name.
    case outcome(String)
    /// Another page than before, in any way.
    case change
    /// No answer, or an error.
    case failure

    /// The words there are for it.
    static let words = outcomes + ["change", "failure"]

    private static let outcomes = [
        "firstLoad", "allCached", "dataUpdate", "templateChange", "plain", "fresh", "offline", "failed",
    ]

    /// The goal with this word for it; nil for another word.
    init?(_ word: String) {
        switch word {
        case "change": self = .change
        case "failure": self = .failure
        case let name where Self.outcomes.contains(name): self = .outcome(name)
        default: return nil
        }
    }

    /// Whether a run is what was waited for.
    /// - Parameter news: What the watch made of it.
    func isMet(by run: WatchRun, _ news: [WatchNews.Kind]) -> Bool {
        switch self {
        case .outcome(let name): run.outcome.name == name
        case .change: news.contains(.changed)
        case .failure: run.outcome.isFailure
        }
    }
}

extension Outcome {
    fileprivate var isFailure: Bool {
        switch self {
        case .offline, .failed: true
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh: false
        }
    }
}
