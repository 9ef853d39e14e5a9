import BrowserValues
import SonicSession

/// The condition of `--until`.
package enum WatchGoal: Equatable {
    /// An outcome, for any reason.
    case outcome(Outcome.Kind)
    /// Any change of the page.
    case change
    /// No response, or an error.
    case failure

    /// The words for all conditions.
    package static let words = Outcome.Kind.allCases.map(\.rawValue) + ["change", "failure"]

    /// Creates the condition from its word; nil for an unknown one.
    package init?(_ word: String) {
        switch word {
        case "change": self = .change
        case "failure": self = .failure
        default:
            guard let kind = Outcome.Kind(spelled: word) else { return nil }
            self = .outcome(kind)
        }
    }

    /// Whether a run meets the condition.
    /// - Parameters:
    ///   - news: The changes that the watch reports for it.
    ///   - isFailing: Whether more consecutive runs have failed than are tolerated.
    func isMet(by run: WatchRun, _ news: [WatchNews.Kind], isFailing: Bool) -> Bool {
        switch self {
        case .outcome(let kind): run.outcome.kind == kind
        case .change: news.contains(.changed) && run.pageState != .changedInSource(run.changedBlocks)
        case .failure: isFailing
        }
    }
}
