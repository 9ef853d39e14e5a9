import SonicProtocol
import Testing

@Suite struct KeepingTests {
    @Test(arguments: [
        ("Cache-Control: no-store", true), ("Cache-Control: No-Store", true),
        ("Cache-Control: no-store, max-age=100", true), ("Cache-Control: max-age=100, no-store", true),
        ("Cache-Control: max-age=100\nCache-Control: no-store", true),
        ("Cache-Control: no-store=\"a\"", true), ("Cache-Control: a=\"no-store\", max-age=100", false),
        ("Cache-Control: private, max-age=100", false), ("Cache-Control: no-store-x, max-age=1", false),
        ("CDN-Cache-Control: no-store", false), ("Set-Cookie: a=b", false), ("", false),
    ])
    func `no-store keeps an answer out, and nothing else that a private cache may ignore`(
        _ lines: String, _ isDropped: Bool
    ) {
        var scene = CacheScene()
        #expect((scene.receive(lines) != nil) == isDropped, "\(lines)")
    }

    @Test(arguments: [
        200, 203, 204, 299, 302, 303, 307, 400, 403, 404, 410, 418, 429, 499, 500, 502, 503, 504, 599,
    ])
    func `an explicit lifetime makes any final status reusable until it is over`(_ status: Int) {
        for lines in ["Cache-Control: max-age=100", "Date: @0@\nExpires: @100@"] {
            #expect(CacheScene.word(lines, status: status, after: 99) == "use")
            #expect(CacheScene.word(lines, status: status, after: 100) == "fetch")
        }
    }

    @Test func `must-understand replaces no-store where the status is known`() {
        let lines = "Cache-Control: no-store, must-understand, max-age=100"
        #expect(CacheScene.word(lines, status: 200) == "use")
        #expect(CacheScene.word(lines, status: 404) == "use")
        #expect(CacheScene.word(lines, status: 599) == "dropped")
        #expect(CacheScene.word("Cache-Control: must-understand, max-age=9", status: 299) == "dropped")
    }

    @Test func `neither an interim answer, nor a 304, nor a 206 nobody asked for is stored`() {
        for status in [100, 102, 103, 199, 304] {
            #expect(CacheScene.word("Cache-Control: max-age=100", status: status) == "dropped")
        }
        #expect(
            CacheScene.word("Cache-Control: max-age=9\nContent-Range: bytes 0-9/10", status: 206) == "dropped"
        )
    }

    @Test(arguments: [401, 407, 412, 416, 421])
    func `what is about this request alone is not stored`(_ status: Int) {
        #expect(CacheScene.word("Cache-Control: max-age=100", status: status) == "dropped")
    }

    @Test func `a request with no-store leaves nothing behind, one with credentials does`() {
        var scene = CacheScene()
        #expect(scene.receive("Cache-Control: max-age=100", to: "Cache-Control: no-store") != nil)
        #expect(scene.receive("Cache-Control: max-age=100", to: "Authorization: Basic YTpi") == nil)
        #expect(scene.word("Authorization: Basic YTpi") == "use")
    }

    @Test func `errors are not kept where the caller wants none`() {
        var scene = CacheScene()
        #expect(scene.receive("Cache-Control: max-age=100", status: 404, kept: .withoutErrors) != nil)
        #expect(scene.receive("Cache-Control: max-age=100", status: 301, kept: .withoutErrors) == nil)
    }

    @Test(arguments: [400, 403, 404, 410, 429, 500, 502, 503, 504])
    func `a lifetime that a caller gives is for no error`(_ status: Int) {
        for lifetime in [ChosenLifetime.fallback(seconds: 1000), .override(seconds: 1000)] {
            var scene = CacheScene()
            #expect(
                scene.receive("", status: status, lifetime: lifetime, kept: .withoutErrors) != nil)
            // One that was stored by the server's word has the server's time.
            scene.receive("Cache-Control: max-age=10", status: status)
            #expect(scene.word(after: 9, lifetime: lifetime) == "use")
            #expect(scene.word(after: 10, lifetime: lifetime) == "fetch")
        }
    }

    @Test(arguments: [404, 410, 500, 503])
    func `an error stands beside a success, and only while the server says so`(_ status: Int) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=5\nETag: \"a\"")
        scene.receive("Cache-Control: max-age=5", status: status, after: 10)
        #expect(scene.stored.map(\.response.status) == [status, 200])
        #expect(scene.policy().spentErrors(at: CacheScene.start.adding(seconds: 14)).isEmpty)
        let spent = scene.policy().spentErrors(at: CacheScene.start.adding(seconds: 15))
        #expect(spent == [scene.stored[0].number])
        // A later error takes the place of an earlier one, and a success that of both.
        scene.receive("Cache-Control: max-age=5", status: 500, after: 20)
        #expect(scene.stored.map(\.response.status) == [500, 200])
        scene.receive("Cache-Control: max-age=5", after: 30)
        #expect(scene.stored.map(\.response.status) == [200])
    }

    @Test func `an error alone answers as before`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=5", status: 404)
        #expect(scene.policy().spentErrors(at: CacheScene.start.adding(seconds: 100)).isEmpty)
    }

    @Test func `an older answer outlives a newer one that may not be stored`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nX: 1")
        #expect(scene.receive("Cache-Control: no-store\nX: 2", after: 1) != nil)
        #expect(scene.word(after: 2) == "use")
        #expect(scene.stored[0].response.headers.first("x") == "1")
    }

    @Test func `a newer answer takes the place of what the request selected before`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nX: 1")
        scene.receive("Cache-Control: max-age=100\nX: 2", after: 1)
        #expect(scene.stored.map { $0.response.headers.first("x") } == ["2"])
    }

    @Test(arguments: [
        "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
        "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "X-Named", "x-other",
    ])
    func `fields of the connection, by their name or by being named, are not stored`(_ name: String) {
        var scene = CacheScene()
        scene.receive("Connection: x-named, X-Other\n\(name): a\nX-Kept: b")
        #expect(!scene.stored[0].response.headers.contains(name))
        #expect(scene.stored[0].response.headers.first("x-kept") == "b")
    }

    @Test func `no Connection takes out what all recipients must see`() {
        let lines = "Connection: cache-control, vary, etag\nCache-Control: no-cache\nVary: a\nETag: \"e\""
        var scene = CacheScene()
        scene.receive(lines)
        for name in ["cache-control", "vary", "etag"] {
            #expect(scene.stored[0].response.headers.contains(name))
        }
    }

    @Test(arguments: [
        "Set-Cookie", "Content-Encoding", "Content-Type", "Content-MD5", "Link", "X-Any",
        "Strict-Transport-Security",
        "Content-Security-Policy", "Clear-Site-Data", "Server", "Warning", "Location", "Content-Location",
    ])
    func `every other field is stored, repeated ones apart`(_ name: String) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=9\n\(name): a\n\(name): b")
        #expect(scene.stored[0].response.headers.all(name) == ["a", "b"])
    }

    @Test func `an answer without a Date gets that of its coming`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100", after: 5)
        let date = HTTPDate.text(CacheScene.start.adding(seconds: 5))
        #expect(scene.stored[0].response.headers.all("date") == [date])
    }
}
