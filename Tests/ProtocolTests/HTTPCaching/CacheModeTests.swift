import SonicProtocol
import TestSupport
import Testing

@Suite struct CacheModeTests {
    @Test(arguments: CachingTable.rows(below: "each mode uses,"))
    func `each mode uses, validates or bypasses the cache as Fetch specifies`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "each URLRequest cache"))
    func `each URLRequest cache policy does what its name says`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "force-cache and only-if-cached"))
    func `force-cache and only-if-cached check nothing but Vary`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "the mode is"))
    func `the mode is sent to upstream caches, unless the caller set its own directives`(row: TableRow) throws
    {
        try CachingTable.check(row)
    }

    @Test(arguments: CachingTable.rows(below: "a fresh immutable"))
    func `a fresh immutable response is not revalidated, except by a reload`(row: TableRow) throws {
        try CachingTable.check(row)
    }

    @Test func `every mode except no-store corresponds to a policy`() {
        let modes = Set(RequestCachePolicy.allCases.map { CacheMode($0) })
        #expect(modes == Set(CacheMode.allCases).subtracting([.noStore]))
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

    @Test func `reload and no-cache send their directives, no-cache with validators`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nETag: \"a\"")
        let validated = scene.question(after: 1, mode: .noCache)?.headers
        #expect(
            validated?.first("if-none-match") == "\"a\"" && validated?.first("cache-control") == "max-age=0")
        #expect(scene.question(after: 1, mode: .reload)?.headers.contains("if-none-match") == false)
    }

    @Test func `a mode's own conditions are not mixed with the caller's`() {
        var scene = CacheScene()
        scene.receive("Cache-Control: max-age=100\nETag: \"a\"")
        let asked = scene.question("If-None-Match: \"mine\"", mode: .noCache)
        #expect(asked?.headers.all("if-none-match") == ["\"mine\""])
        #expect(asked?.question == .fetch)
    }
}
