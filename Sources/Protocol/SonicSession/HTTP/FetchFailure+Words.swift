import SonicProtocol

extension FetchFailure {
    /// What went wrong, in words for people.
    /// - Parameter url: The address that was asked last.
    public func words(for url: WebURL) -> String {
        switch self {
        case .connection(let failure): Reason.text(failure, url: url)
        case .notCached: "nothing stored answers, and only the cache was to be asked"
        case .tooManyRedirects: "more than 20 redirects"
        case .redirected(let target): "redirected to \(target), and no redirect was to be followed"
        case .badRedirect(let reason): "the redirect leads nowhere: \(reason)"
        case .tooLarge(let limit): "the answer is larger than \(Reason.size(limit)) and was stopped"
        case .stopped: "cancelled"
        }
    }
}
