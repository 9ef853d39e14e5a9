import SonicProtocol
import Testing

@Suite struct CacheModeTests {
    @Test(
        arguments: [
            // Mode, then the results for a fresh, a stale and a missing response.
            (.default, "use", "validate", "fetch"), (.noStore, "fetch", "fetch", "fetch"),
            (.reload, "fetch", "fetch", "fetch"), (.noCache, "validate", "validate", "fetch"),
            (.forceCache, "use", "use", "fetch"), (.onlyIfCached, "use", "use", "none"),
        ] as [(CacheMode, String, String, String)])
    func `each mode uses, validates or bypasses the cache as Fetch specifies`(
        _ mode: CacheMode, _ fresh: String, _ stale: String, _ missing: String
    ) {
        let lines = "Cache-Control: max-age=100\nETag: \"a\""
        #expect(CacheScene.word(lines, after: 1, mode: mode) == fresh)
        #expect(CacheScene.word(lines, after: 1000, mode: mode) == stale)
        #expect(CacheScene().word(mode: mode) == missing)
    }

    @Test(
        arguments: [
            // Policy, then the results for a fresh, a stale and a missing response.
            (.useProtocolCachePolicy, "use", "validate", "fetch"),
            (.reloadIgnoringLocalCacheData, "fetch", "fetch", "fetch"),
            (.reloadIgnoringLocalAndRemoteCacheData, "fetch", "fetch", "fetch"),
            (.returnCacheDataElseLoad, "use", "use", "fetch"),
            (.returnCacheDataDontLoad, "use", "use", "none"),
            (.reloadRevalidatingCacheData, "validate", "validate", "fetch"),
        ] as [(RequestCachePolicy, String, String, String)])
    func `each URLRequest cache policy does what its name says`(
        _ policy: RequestCachePolicy, _ fresh: String, _ stale: String, _ missing: String
    ) {
        let lines = "Cache-Control: max-age=100\nETag: \"a\""
        let mode = CacheMode(policy)
        #expect(CacheScene.word(lines, after: 1, mode: mode) == fresh)
        #expect(CacheScene.word(lines, after: 1000, mode: mode) == stale)
        #expect(CacheScene().word(mode: mode) == missing)
    }

    @Test func `every mode except no-store corresponds to a policy`() {
        let modes = Set(RequestCachePolicy.allCases.map { CacheMode($0) })
        #expect(modes == Set(CacheMode.allCases).subtracting([.noStore]))
    }

    @Test(arguments: ["no-cache", "max-age=0, must-revalidate"])
    func `force-cache and only-if-cached check nothing but Vary`(_ directives: String) {
        for mode in [CacheMode.forceCache, .onlyIfCached] {
            #expect(CacheScene.word("Cache-Control: \(directives)", after: 9, mode: mode) == "use")
        }
        #expect(CacheScene.word("Vary: *\nETag: \"a\"", mode: .forceCache) == "validate")
        #expect(CacheScene.word("Vary: *\nLast-Modified: @0@", mode: .forceCache) == "fetch")
        #expect(CacheScene.word("Vary: *\nETag: \"a\"", mode: .onlyIfCached) == "none")
    }

    @Test(arguments: [
        "If-Modified-Since", "If-None-Match", "If-Unmodified-Since", "If-Match", "If-Range", "if-none-match",
    ])
    func `a caller's condition turns default into no-store, and changes no other mode`(
        _ name: String
    ) {
        let headers = CacheScene.headers("\(name): a")
        for mode in CacheMode.allCases {
            #expect(mode.effective(for: headers) == (mode == .default ? .noStore : mode))
        }
        #expect(CacheScene.word("Cache-Control: max-age=100\nETag: \"a\"", then: "\(name): a") == "fetch")
    }

    @Test(
        arguments: [
            (.default, nil, nil), (.forceCache, nil, nil), (.onlyIfCached, nil, nil),
            (.noCache, "max-age=0", nil), (.noStore, "no-cache", "no-cache"),
            (.reload, "no-cache", "no-cache"),
        ] as [(CacheMode, String?, String?)])
    func `the mode is sent to upstream caches, unless the caller set its own directives`(
        _ mode: CacheMode, _ control: String?, _ pragma: String?
    ) {
        let sent = mode.announced(in: Headers())
        #expect(sent.first("cache-control") == control && sent.first("pragma") == pragma)
        let own = mode.announced(in: CacheScene.headers("Cache-Control: a\nPragma: b"))
        #expect(own.all("cache-control") == ["a"] && own.all("pragma") == ["b"])
    }

    @Test func `reload and no-cache send their directives, no-cache with validators`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nETag: \"a\"")
        let validated = scene.question(after: 1, mode: .noCache)?.headers
        #expect(
            validated?.first("if-none-match") == "\"a\"" && validated?.first("cache-control") == "max-age=0")
        #expect(scene.question(after: 1, mode: .reload)?.headers.contains("if-none-match") == false)
    }

    @Test(
        arguments: [
            ("max-age=100, immutable", 1, .noCache, "use"), ("max-age=100, Immutable", 1, .noCache, "use"),
            ("max-age=100, immutable", 100, .noCache, "validate"),
            ("max-age=100, immutable", 1, .reload, "fetch"),
            ("max-age=100, immutable, no-cache", 1, .noCache, "validate"),
            ("max-age=100", 1, .noCache, "validate"),
            ("max-age=100, immutable", 100, .default, "validate"),
        ] as [(String, Int64, CacheMode, String)])
    func `a fresh immutable response is not revalidated, except by a reload`(
        _ directives: String, _ seconds: Int64, _ mode: CacheMode, _ word: String
    ) {
        let lines = "Cache-Control: \(directives)\nETag: \"a\""
        #expect(CacheScene.word(lines, after: seconds, mode: mode) == word, "\(directives) \(mode)")
    }

    @Test func `a mode's own conditions are not mixed with the caller's`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nETag: \"a\"")
        let asked = scene.question("If-None-Match: \"mine\"", mode: .noCache)
        #expect(asked?.headers.all("if-none-match") == ["\"mine\""])
        #expect(asked?.question == .fetch)
    }
}
