import SonicProtocol
import TestSupport
import Testing

@Suite struct OtherMethodTests {
    @Test(arguments: CachingTable.rows(below: "an unsafe method"))
    func `an unsafe method invalidates its target, unless it failed`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a response to"))
    func `a response to HEAD updates the stored GET that it matches and removes any other`(row: TableRow)
        throws
    {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a redirect keeps"))
    func `a redirect keeps the method, or changes it to GET and drops the body`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "secrets are kept"))
    func `secrets are kept within their origin`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test func `Location and Content-Location of the same origin are invalidated too`() {
        let lines =
            "Location: /b\nContent-Location: http://example.com/c\nContent-Location: http://other.example/d"
        let gone = CachePolicy.invalidated(
            by: CacheScene.head(
                "\(lines)\nLocation: http://example.com:81/e\nLocation: http://[", status: 201),
            method: "POST", url: CacheScene.url)
        #expect(gone.map(\.href) == ["http://example.com/a", "http://example.com/b", "http://example.com/c"])
    }

    @Test func `HEAD is served from a stored GET`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nContent-Length: 10")
        let use = scene.policy(method: .head).use(at: 1)
        #expect(use?.portion == .headOnly && use?.storedRange.isEmpty == true)
        #expect(use?.headers(age: 1).first("content-length") == "10")
        #expect(scene.word(after: 100, method: .head) == "fetch")
    }

    @Test func `a response to HEAD is not stored itself`() {
        let stored = CacheScene().policy(method: .head).storable(
            CacheScene.head("Cache-Control: max-age=9"), of: CacheScene.url, requested: CacheScene.start,
            received: CacheScene.start)
        #expect(stored == nil)
    }

    @Test(
        arguments: [
            ("http://a.example/b?c=1#d", .none, "http://a.example/b?c=1"),
            ("HTTP://A.example:80/b", .none, "http://a.example/b"),
            ("http://u:p@a.example/", .none, "http://u@a.example/"),
            ("http://a.example/?x=1&y=2", .named(["x"]), "http://a.example/?y=2"),
            ("http://a.example/?%78=1", .named(["x"]), "http://a.example/"),
            ("http://a.example/?X=1&xx=2", .named(["x"]), "http://a.example/?X=1&xx=2"),
            ("http://a.example/?utm_a=1&y=2&%75tm_=3", .fitting(["utm_*"]), "http://a.example/?y=2"),
            ("http://a.example/?utm_a=1&y=2", .others(than: ["y", "z*"]), "http://a.example/?y=2"),
            ("http://a.example/?x=1", .others(than: ["y"]), "http://a.example/"),
            ("http://a.example/?x=1", .all, "http://a.example/"),
            ("http://a.example/?", .none, "http://a.example/?"),
        ] as [(String, IgnoredParameters, String)])
    func `a key is the address without fragment, password and ignored parameters`(
        _ url: String, _ ignored: IgnoredParameters, _ key: String
    ) {
        #expect(CacheKey(WebURL(url)!, ignoring: ignored).text == key)
    }
}
