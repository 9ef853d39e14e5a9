import Testing

@testable import SonicProtocol

/// Cache policies and modes by name.
@Suite struct RequestCachePolicyTests {
    @Test(arguments: RequestCachePolicy.allCases)
    func `a policy can be named as in Swift and in Objective-C`(policy: RequestCachePolicy) {
        let name = policy.rawValue
        #expect(RequestCachePolicy(named: name) == policy)
        #expect(
            RequestCachePolicy(named: "NSURLRequest" + name.prefix(1).uppercased() + name.dropFirst())
                == policy)
        #expect(CacheMode(named: name) == CacheMode(policy))
    }

    @Test func `a policy's older name is accepted`() {
        #expect(
            RequestCachePolicy(named: "NSURLRequestReloadIgnoringCacheData") == .reloadIgnoringLocalCacheData)
        #expect(CacheMode(named: "reloadIgnoringCacheData") == .reload)
    }

    @Test(arguments: [
        "", "NSURLRequest", "NSURLRequestreturnCacheDataElseLoad", "ReturnCacheDataElseLoad", "sometimes",
        "NSURLRequestReload", "NSURLRequestforce-cache",
    ])
    func `unknown names are rejected`(name: String) {
        #expect(CacheMode(named: name) == nil)
    }

    @Test func `every listed name is accepted`() {
        #expect(CacheMode.names.count == 12 && CacheMode.names.allSatisfy { CacheMode(named: $0) != nil })
    }
}
