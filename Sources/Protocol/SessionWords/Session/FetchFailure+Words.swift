import SonicProtocol
import SonicSession

extension FetchFailure {
    /// Returns what went wrong, in words for people.
    /// - Parameter url: The last address that was requested.
    public func words(for url: WebURL) -> String {
        switch self {
        case .connection(let failure): failure.words(for: url)
        case .notCached: "not in the cache, and only the cache was allowed"
        case .tooManyRedirects: "more than 20 redirects"
        case .redirected(let target): "redirected to \(target), and redirects were not allowed"
        case .badRedirect(let problem): "the redirect cannot be followed: \(problem.words)"
        case .tooLarge(let limit): "response is larger than \(Words.size(limit)) and was stopped"
        case .stopped: "cancelled"
        }
    }
}

extension BadRedirect {
    /// Why the redirect is not followed, as a clause.
    public var words: String {
        switch self {
        case .invalidAddress: "it is not a valid address"
        case .scheme(let scheme): "the scheme \(scheme): is not followed"
        case .unencryptedPost: "the body posted over https would be sent unencrypted"
        }
    }
}
