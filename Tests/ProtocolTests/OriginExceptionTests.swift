import SonicProtocol
import SystemLibraries
import Testing

@Suite struct OriginExceptionTests {
    private static let url = WebURL("https://news.example/a?b=1")!

    @Test func `causes are compared as a set, and no causes are no exception`() {
        let causes: [OriginException.Cause] = [.anyCertificate, .address("192.0.2.1"), .proxy("http://p/")]
        #expect(OriginException(causes) == OriginException(Array(causes.reversed()) + [.anyCertificate]))
        #expect(OriginException([]) == nil)
        #expect(OriginException([.address("192.0.2.1")]) != OriginException([.address("192.0.2.2")]))
        #expect(OriginException(text: OriginException(causes)?.text ?? "") == OriginException(causes))
    }

    @Test func `pages and responses under an exception are stored apart from those of the site`() throws {
        let exceptions = [
            nil, OriginException([.anyCertificate]), OriginException([.address("192.0.2.1")]),
            OriginException([.address("192.0.2.1"), .anyCertificate]),
        ]
        let ids = exceptions.map { exception in
            PageIdentity(for: Self.url).apart(by: exception).id(of: Self.url, account: "a", hashes: .nettle)
        }
        #expect(Set(ids).count == exceptions.count && ids.allSatisfy { $0.account == "a" })
        #expect(ids[0] == PageIdentity(for: Self.url).id(of: Self.url, account: "a", hashes: .nettle))
        let keys = exceptions.map { CacheKey(Self.url, under: $0) }
        #expect(Set(keys).count == exceptions.count && keys[0] == CacheKey(Self.url))
        #expect(keys.allSatisfy { $0.address == Self.url.href })
    }
}
