import SonicProtocol
import Testing

@Suite struct OtherMethodTests {
    @Test(arguments: [
        ("POST", 200, true), ("PUT", 204, true), ("DELETE", 200, true), ("PATCH", 201, true),
        ("M-SEARCH", 200, true),
        ("POST", 303, true), ("post", 200, true), ("POST", 404, false), ("POST", 500, false),
        ("POST", 199, false),
        ("GET", 200, false), ("HEAD", 200, false), ("OPTIONS", 200, false), ("TRACE", 200, false),
    ])
    func `an unsafe method invalidates its target, unless it failed`(
        _ method: String, _ status: Int, _ isInvalidated: Bool
    ) {
        let gone = CachePolicy.invalidated(
            by: CacheScene.head("", status: status), method: method, url: CacheScene.url)
        #expect(gone == (isInvalidated ? [CacheScene.url] : []), "\(method) \(status)")
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

    @Test(arguments: [
        (200, "", "freshen"), (200, "ETag: \"a\"\nContent-Length: 10", "freshen"),
        (200, "ETag: W/\"a\"", "freshen"),
        (200, "ETag: \"b\"", "remove"), (200, "Content-Length: 11", "remove"),
        (200, "Last-Modified: @-1@", "remove"),
        (200, "Cache-Control: no-store", "remove"), (404, "", "remove"), (410, "", "remove"), (500, "", ""),
        (302, "", ""),
    ])
    func `a response to HEAD updates the stored GET that it matches and removes any other`(
        _ status: Int, _ lines: String, _ word: String
    ) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=1\nETag: \"a\"\nContent-Length: 10\nLast-Modified: @0@\nX: old")
        let now = CacheScene.start.adding(seconds: 50)
        let changes = scene.policy(method: .head).changes(
            afterHEAD: CacheScene.head("X: new\n\(lines)", status: status), requested: now, received: now)
        let words = changes.map { change in
            change.updated.map { response in
                response.headers.first("x") == "new" && response.received == now ? "freshen" : "?"
            } ?? "remove"
        }
        #expect(words == (word.isEmpty ? [] : [word]), "\(status) \(lines)")
    }

    @Test func `a response to HEAD is not stored itself`() {
        let stored = CacheScene().policy(method: .head).storable(
            CacheScene.head("Cache-Control: max-age=9"), of: CacheScene.url, requested: CacheScene.start,
            received: CacheScene.start)
        #expect(stored == nil)
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
        (303, "HEAD", "HEAD"),
        (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (307, "POST", "POST"), (308, "PUT", "PUT"),
        (301, "HEAD", "HEAD"),
    ])
    func `a redirect keeps the method, or changes it to GET and drops the body`(
        _ status: Int, _ method: String, _ next: String
    ) {
        let headers = CacheScene.headers(
            "Content-Type: a/b\nContent-Language: en\nAccept: c/d\nAuthorization: e")
        let request = Request(method: method, url: CacheScene.url, headers: headers, body: [1])
        let followed = RedirectRule.request(
            request, redirectedTo: WebURL("http://example.com/b")!, status: status)
        #expect(followed.method == next)
        #expect(followed.body.isEmpty == (next == "GET"))
        #expect(followed.headers.contains("content-type") == (next != "GET"))
        #expect(followed.headers.contains("accept") && followed.headers.contains("authorization"))
    }

    @Test(arguments: [
        ("http://example.com/b", true), ("https://example.com/a", false), ("http://example.com:81/a", false),
        ("http://other.example/a", false),
    ])
    func `secrets are kept within their origin`(_ target: String, _ isKept: Bool) {
        let headers = CacheScene.headers("Authorization: a\nCookie: b\nProxy-Authorization: c\nX: d")
        let request = Request(url: CacheScene.url, headers: headers)
        let followed = RedirectRule.request(request, redirectedTo: WebURL(target)!, status: 302)
        for name in ["authorization", "cookie", "proxy-authorization"] {
            #expect(followed.headers.contains(name) == isKept, "\(name)")
        }
        #expect(followed.headers.contains("x"))
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
