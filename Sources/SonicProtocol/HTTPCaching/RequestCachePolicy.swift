/// How a request and the cache share the work, under the names that programs for Apple's platforms know
/// (`URLRequest.CachePolicy`). Each is a mode of Fetch here: see `CacheMode.init(_:)`.
public enum RequestCachePolicy: String, Sendable, CaseIterable {
    /// What HTTP says: `default`.
    case useProtocolCachePolicy
    /// What is stored here is passed by: `reload`.
    case reloadIgnoringLocalCacheData
    /// What is stored here or on the way is passed by: `reload` as well.
    case reloadIgnoringLocalAndRemoteCacheData
    /// What is stored is used at any age, and only what is missing is asked for: `force-cache`.
    case returnCacheDataElseLoad
    /// What is stored is used at any age, and what is missing is a failure: `only-if-cached`.
    case returnCacheDataDontLoad
    /// What is stored is validated before it is used: `no-cache`.
    case reloadRevalidatingCacheData
}

extension CacheMode {
    /// The mode that does what the policy says. Fetch has one mode for both policies that pass by what is stored,
    /// and it always tells the caches on the way to stand aside. No policy means `noStore`.
    public init(_ policy: RequestCachePolicy) {
        self =
            switch policy {
            case .useProtocolCachePolicy: .default
            case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: .reload
            case .returnCacheDataElseLoad: .forceCache
            case .returnCacheDataDontLoad: .onlyIfCached
            case .reloadRevalidatingCacheData: .noCache
            }
    }
}
