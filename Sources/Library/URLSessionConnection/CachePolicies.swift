#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension RequestCachePolicy {
        /// Foundation's policy of the same name; one that this package does not know yet is the usual one.
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
        /// The mode that does what Foundation's policy says, such as that of a `URLRequest` which is to be fetched
        /// through an `HTTPEngine`.
        public init(_ policy: URLRequest.CachePolicy) {
            self.init(RequestCachePolicy(policy))
        }
    }
#endif
