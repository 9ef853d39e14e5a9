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

extension RequestCachePolicy {
    /// The policy of a name, as Swift, or behind `NSURLRequest` Objective-C, has it; nil for another name.
    /// `reloadIgnoringCacheData` is the older name of `reloadIgnoringLocalCacheData`.
    public init?(named name: some StringProtocol) {
        let prefix = "NSURLRequest"
        var own = String(name)
        if own.hasPrefix(prefix) {
            let rest = own.dropFirst(prefix.count)
            guard let first = rest.first, first.isUppercase else { return nil }
            own = first.lowercased() + rest.dropFirst()
        }
        if own == "reloadIgnoringCacheData" { own = Self.reloadIgnoringLocalCacheData.rawValue }
        self.init(rawValue: own)
    }
}

extension CacheMode {
    /// The mode that a name means: one of Fetch's, or one of the policies of Apple's platforms; nil for another name.
    public init?(named name: some StringProtocol) {
        if let mode = CacheMode(rawValue: String(name)) {
            self = mode
        } else if let policy = RequestCachePolicy(named: name) {
            self.init(policy)
        } else {
            return nil
        }
    }

    /// All names that can be given, in Fetch's and then in Swift's spelling.
    public static var names: [String] {
        allCases.map(\.rawValue) + RequestCachePolicy.allCases.map(\.rawValue)
    }

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
