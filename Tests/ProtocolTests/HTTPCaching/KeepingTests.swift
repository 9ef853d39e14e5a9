import SonicProtocol
import TestSupport
import Testing

@Suite struct KeepingTests {
    @Test(arguments: CachingTable.rows(below: "only no-store prevents"))
    func `only no-store prevents storing a response in a private cache`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "an explicit lifetime"))
    func `an explicit lifetime makes any final status reusable until it expires`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "must-understand overrides no-store"))
    func `must-understand overrides no-store if the status is understood`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "interim responses, a"))
    func `interim responses, a 304 and an unrequested 206 are not stored`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "statuses that concern"))
    func `statuses that concern only one request are not stored`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test func `a response to a request with no-store is not stored, one to a request with credentials is`() {
        var scene = CacheScene()
        #expect(scene.receive("Cache-Control: max-age=100", to: "Cache-Control: no-store") == false)
        #expect(scene.receive("Cache-Control: max-age=100", to: "Authorization: Basic YTpi") == true)
        #expect(scene.word("Authorization: Basic YTpi") == "use")
    }

    @Test func `errors are not stored if the caller excludes them`() {
        var scene = CacheScene()
        #expect(scene.receive("Cache-Control: max-age=100", status: 404, kept: .withoutErrors) == false)
        #expect(scene.receive("Cache-Control: max-age=100", status: 301, kept: .withoutErrors) == true)
    }

    @Test(arguments: [400, 403, 404, 410, 429, 500, 502, 503, 504])
    func `a caller's lifetime does not apply to errors`(_ status: Int) {
        for lifetime in [ChosenLifetime.fallback(seconds: 1000), .override(seconds: 1000)] {
            var scene = CacheScene()
            #expect(
                scene.receive("", status: status, lifetime: lifetime, kept: .withoutErrors) == false)
            // One stored because of the server's headers has the server's lifetime.
            scene.receive("Cache-Control: max-age=10", status: status)
            #expect(scene.word(after: 9, lifetime: lifetime) == "use")
            #expect(scene.word(after: 10, lifetime: lifetime) == "fetch")
        }
    }

    @Test(arguments: [302, 303, 307])
    func `a caller's lifetime does not apply to temporary redirects`(_ status: Int) {
        for lifetime in [ChosenLifetime.fallback(seconds: 1000), .override(seconds: 1000)] {
            var scene = CacheScene()
            #expect(scene.receive("Location: /b", status: status, lifetime: lifetime) == false)
            // What the server itself allows is used for as long as it said.
            scene.receive("Location: /b\nCache-Control: max-age=10", status: status, lifetime: lifetime)
            #expect(scene.word(after: 9, lifetime: lifetime) == "use")
            #expect(scene.word(after: 10, lifetime: lifetime) == "fetch")
            var permanent = CacheScene()
            permanent.receive("Location: /b", status: 308, lifetime: lifetime)
            #expect(permanent.word(after: 999, lifetime: lifetime) == "use")
        }
    }

    @Test func `what was received for the same page is used whatever its lifetime and the mode`() {
        for lines in ["", "Cache-Control: no-cache", "Cache-Control: max-age=0"] {
            var scene = CacheScene()
            scene.receive(lines + "\nVary: Accept-Language", to: "Accept-Language: de", after: 5)
            for mode in CacheMode.allCases where mode != .noStore {
                for (seconds, isUsed) in [(5, true), (6, false)] as [(Int64, Bool)] {
                    var query = scene.policy("Accept-Language: de", mode: mode).query
                    query.since = CacheScene.start.adding(seconds: seconds)
                    let decision = CachePolicy(query, stored: scene.stored)
                        .decide(at: CacheScene.start.adding(seconds: 7))
                    let isStored = if case .use = decision { true } else { false }
                    let isAnyAge = mode == .forceCache || mode == .onlyIfCached
                    #expect(isStored == (isUsed || isAnyAge), "\(lines) \(mode) \(seconds)")
                }
            }
            var other = scene.policy("Accept-Language: fr").query
            other.since = CacheScene.start
            let decision = CachePolicy(other, stored: scene.stored).decide(at: CacheScene.start)
            if case .use = decision { Issue.record("Vary does not select it") }
        }
    }

    @Test(arguments: [404, 410, 500, 503])
    func `an error is stored alongside a success, and only for its explicit lifetime`(_ status: Int) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=5\nETag: \"a\"")
        scene.receive("Cache-Control: max-age=5", status: status, after: 10)
        #expect(scene.stored.map(\.response.status) == [status, 200])
        #expect(scene.policy().spentErrors(at: CacheScene.start.adding(seconds: 14)).isEmpty)
        let spent = scene.policy().spentErrors(at: CacheScene.start.adding(seconds: 15))
        #expect(spent == [scene.stored[0].number])
        // A later error replaces an earlier one, and a success replaces both.
        scene.receive("Cache-Control: max-age=5", status: 500, after: 20)
        #expect(scene.stored.map(\.response.status) == [500, 200])
        scene.receive("Cache-Control: max-age=5", after: 30)
        #expect(scene.stored.map(\.response.status) == [200])
    }

    @Test func `an error stored alone is not removed when it expires`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=5", status: 404)
        #expect(scene.policy().spentErrors(at: CacheScene.start.adding(seconds: 100)).isEmpty)
    }

    @Test func `a newer response that must not be stored does not remove an older one`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nX: 1")
        #expect(scene.receive("Cache-Control: no-store\nX: 2", after: 1) == false)
        #expect(scene.word(after: 2) == "use")
        #expect(scene.stored[0].response.headers.first("x") == "1")
    }

    @Test func `a newer response replaces the one that the request selected`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nX: 1")
        scene.receive("Cache-Control: max-age=100\nX: 2", after: 1)
        #expect(scene.stored.map { $0.response.headers.first("x") } == ["2"])
    }

    @Test(arguments: [
        "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
        "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "X-Named", "x-other",
    ])
    func `connection fields, standard or listed in Connection, are not stored`(_ name: String) {
        var scene = CacheScene()
        scene.receive("Connection: x-named, X-Other\n\(name): a\nX-Kept: b")
        #expect(!scene.stored[0].response.headers.contains(name))
        #expect(scene.stored[0].response.headers.first("x-kept") == "b")
    }

    @Test func `Connection cannot remove end-to-end caching fields`() {
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
    func `every other field is stored, with repeated lines kept apart`(_ name: String) {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=9\n\(name): a\n\(name): b")
        #expect(scene.stored[0].response.headers.all(name) == ["a", "b"])
    }

    @Test func `a response without a Date gets the time of receipt`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100", after: 5)
        let date = HTTPDate.text(CacheScene.start.adding(seconds: 5))
        #expect(scene.stored[0].response.headers.all("date") == [date])
    }
}
