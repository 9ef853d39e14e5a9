#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension RequestCachePolicy {
        /// Converts Foundation's policy of the same name; one that this package does not implement becomes
        /// `useProtocolCachePolicy`.
        public init(_ policy: URLRequest.CachePolicy) {
            self =
                switch policy {
                case .useProtocolCachePolicy: .useProtocolCachePolicy
                case .reloadIgnoringLocalCacheData: .reloadIgnoringLocalCacheData
                case .reloadIgnoringLocalAndRemoteCacheData: .reloadIgnoringLocalAndRemoteCacheData
                case .returnCacheDataElseLoad: .returnCacheDataElseLoad
                case .returnCacheDataDontLoad: .returnCacheDataDontLoad
                case .reloadRevalidatingCacheData: .reloadRevalidatingCacheData
                @unknown default: .useProtocolCachePolicy
                }
        }
    }

    extension CacheMode {
        /// Creates the mode equivalent to Foundation's policy, such as that of a `URLRequest` to be fetched through an
        /// `HTTPEngine`.
        public init(_ policy: URLRequest.CachePolicy) { self.init(RequestCachePolicy(policy)) }
    }
#endif
