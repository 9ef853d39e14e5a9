import SonicSession

extension SessionResult.Comparer {
    /// Where the pages were compared, in a few words; nil if there was nothing to compare.
    var words: String? {
        switch self {
        case .server: "compared by the server"
        case .client: "compared here"
        case .nobody: nil
        }
    }
}

extension SessionResult.Storage {
    /// The effect on the stored page, in a few words.
    var words: String {
        switch self {
        case .untouched: "nothing to write"
        case .stored(let number): "stored as v\(number)"
        case .renewed: "renewed"
        case .removed: "removed"
        case .notStored(_, of: .page): "could not be stored"
        case .notStored(_, of: .renewal): "could not be renewed"
        case .notStored(_, of: .removal): "could not be removed"
        case .notAllowed: "may not be stored"
        }
    }
}

extension SessionResult {
    /// Whether the request succeeded with a status that keeps the current page.
    var hasNothingToShow: Bool { status == 204 || status == 205 }
}
