import SonicProtocol
import SystemLibraries
import Testing

private func id(_ text: String, account: String = "") -> String {
    let url = WebURL(text)!
    return PageIdentity(for: url).id(of: url, account: account, hashes: .nettle).digest
}

private func id(_ text: String, _ identity: PageIdentity) -> String {
    identity.id(of: WebURL(text)!, account: "", hashes: .nettle).digest
}

@Suite struct PageIdentityTests {
    @Test func `pages that differ in scheme, host, port, path or query are different pages`() {
        let pages = [
            "http://a.example/", "https://a.example/", "http://b.example/", "http://a.example:81/",
            "http://a.example/x", "http://a.example/?id=1", "http://a.example/?id=2",
        ]
        #expect(Set(pages.map { id($0) }).count == pages.count)
        #expect(id("http://a.example/#x") == id("http://a.example:80/"))
    }

    @Test func `accounts do not share pages`() {
        #expect(id("http://a.example/", account: "ann") != id("http://a.example/", account: "bob"))
    }

    @Test func `with sonic_remain_params only the named parameters count, in any order`() {
        let base = "http://a.example/?sonic_remain_params=id;type&"
        #expect(id(base + "id=1&type=2&noise=3") == id(base + "type=2&id=1&noise=4"))
        #expect(id(base + "id=1&type=2") != id(base + "id=2&type=1"))
        #expect(id(base + "sonic_x=1") != id(base + "sonic_x=2"))
    }

    @Test func `the default id is the MD5 of the address`() {
        // printf 'http://a.example/?id=1' | md5sum
        #expect(id("http://a.example/?id=1") == "b830ffb1a876b2332dc16b1ac2fd1c5b")
    }

    @Test func `the SDKs' ids leave out the same parts of the address as the SDKs do`() {
        let ids = ClientPageIDs(
            url: WebURL("http://a.example:81/app/?id=2&type=1&sonic_remain_params=id")!, account: "kid",
            hashes: .nettle)
        // printf 'kid_http://a.example/app/id=2&' and printf 'a.example:81/app/id2', both through md5sum
        #expect(ids.ios == "4e0745167431977f59b1c8cbfc37f18d")
        #expect(ids.android == "kid_b934b38d4726ceae472451656a23e171")
        #expect(!ids.iosIsUncertain)
    }
}

extension PageIdentityTests {
    @Test func `ignored parameters do not distinguish pages`() {
        let identity = PageIdentity.ignoring(["utm_*", "ref"])
        let plain = id("http://a.example/?id=1&b", identity)
        #expect(plain == id("http://a.example/?id=1&b", .wholeAddress))
        #expect(plain == id("http://a.example/?utm_source=x&id=1&r%65f=2&b", identity))
        #expect(plain != id("http://a.example/?id=2&b", identity))
        #expect(id("http://a.example/?ref=1", identity) == id("http://a.example/", identity))
    }

    @Test func `with a list of parameters, all others do not distinguish pages`() {
        let identity = PageIdentity.only(["id"])
        #expect(id("http://a.example/?x=1&id=1&&y", identity) == id("http://a.example/?id=1", identity))
        #expect(id("http://a.example/?id=1", identity) != id("http://a.example/?id=2", identity))
        #expect(id("http://a.example/?x", identity) == id("http://a.example/", .wholeAddress))
    }
}
