import Foundation
import SonicProtocol
import Testing
import URLSessionConnection

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct CachePolicyTests {
    @Test(
        arguments: [
            (.useProtocolCachePolicy, .useProtocolCachePolicy, .default),
            (.reloadIgnoringLocalCacheData, .reloadIgnoringLocalCacheData, .reload),
            (.reloadIgnoringLocalAndRemoteCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reload),
            (.returnCacheDataElseLoad, .returnCacheDataElseLoad, .forceCache),
            (.returnCacheDataDontLoad, .returnCacheDataDontLoad, .onlyIfCached),
            (.reloadRevalidatingCacheData, .reloadRevalidatingCacheData, .noCache),
        ] as [(URLRequest.CachePolicy, RequestCachePolicy, CacheMode)])
    func `Foundation's cache policies map to those of the same names`(
        _ policy: URLRequest.CachePolicy, _ own: RequestCachePolicy, _ mode: CacheMode
    ) {
        #expect(RequestCachePolicy(policy) == own)
        #expect(CacheMode(policy) == mode)
    }

    @Test func `a URLRequest is fetched with its own cache policy`() throws {
        let url = try #require(URL(string: "https://news.example/"))
        #expect(CacheMode(URLRequest(url: url).cachePolicy) == .default)
        let kept = URLRequest(url: url, cachePolicy: .returnCacheDataDontLoad)
        #expect(CacheMode(kept.cachePolicy) == .onlyIfCached)
    }
}
