import Testing

@testable import SonicProtocol

/// Cache policies and modes by their names.
@Suite struct RequestCachePolicyTests {
    @Test(arguments: RequestCachePolicy.allCases)
    func `a policy is known by its name in Swift and in Objective-C`(policy: RequestCachePolicy) {
        let name = policy.rawValue
        #expect(RequestCachePolicy(named: name) == policy)
        #expect(
            RequestCachePolicy(named: "NSURLRequest" + name.prefix(1).uppercased() + name.dropFirst())
                == policy)
        #expect(CacheMode(named: name) == CacheMode(policy))
    }

    @Test func `the older name of a policy means the same`() {
        #expect(
            RequestCachePolicy(named: "NSURLRequestReloadIgnoringCacheData") == .reloadIgnoringLocalCacheData)
        #expect(CacheMode(named: "reloadIgnoringCacheData") == .reload)
    }

    @Test(arguments: [
        "", "NSURLRequest", "NSURLRequestreturnCacheDataElseLoad", "ReturnCacheDataElseLoad", "sometimes",
        "NSURLRequestReload", "NSURLRequestforce-cache",
    ])
    func `other names mean nothing`(name: String) {
        #expect(CacheMode(named: name) == nil)
    }

    @Test func `every name that is listed can be given`() {
        #expect(CacheMode.names.count == 12 && CacheMode.names.allSatisfy { CacheMode(named: $0) != nil })
    }
}
